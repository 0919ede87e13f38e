/** `Patient/$match`: the data of a Patient compared with the people of this server, by the weights of the search for people. */
import { isJson, isResource, listOf, type Resource } from '@cairn-ehr/fhir'
import { findMatches, type Match, soughtPerson } from '../../demographic/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { namespaceOfSystem, patientOfPerson } from './patient.ts'
import type { MatchingNeeds } from './person.ts'

/** The parameters of the operation (R4, Patient-match). */
export interface PatientMatch {
  readonly patient: Resource
  readonly isCertainOnly: boolean
  readonly count: number
}

const DEFAULT_COUNT = 20
const MOST = 50
const MOST_IDENTIFIERS = 20

const invalid = (message: string) => new Refusal('fhir.invalid', message)

export function patientMatchIn(body: unknown): PatientMatch {
  if (!isResource(body) || body.resourceType !== 'Parameters')
    throw invalid('The body must be Parameters with the parameter "resource", a Patient.')
  const parameters = listOf(body['parameter']).filter(isJson)
  const named = (name: string) => parameters.find(each => each['name'] === name)
  const patient = named('resource')?.['resource']
  if (!isResource(patient) || patient.resourceType !== 'Patient')
    throw invalid('The parameter "resource" must be a Patient.')
  const count = named('count')?.['valueInteger'] ?? DEFAULT_COUNT
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    throw invalid('The parameter "count" must be a positive integer.')
  return {
    patient,
    isCertainOnly: named('onlyCertainMatches')?.['valueBoolean'] === true,
    count: Math.min(count, MOST),
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** The first name that has words: its parts, or its text. */
function nameOf(patient: Resource): string | undefined {
  for (const name of listOf(patient['name']).filter(isJson)) {
    const parts = [...listOf(name['given']), name['family']].flatMap(part => textOf(part) ?? [])
    const text = parts.length > 0 ? parts.join(' ') : textOf(name['text'])
    if (text !== undefined) return text
  }
  return undefined
}

function identifiersOf(patient: Resource, baseUrl: string) {
  const given = listOf(patient['identifier']).filter(isJson)
  if (given.length > MOST_IDENTIFIERS) throw invalid(`A Patient has at most ${MOST_IDENTIFIERS} identifiers.`)
  return given.flatMap(each => {
    const [value, system] = [textOf(each['value']), textOf(each['system'])]
    return value === undefined
      ? []
      : [{ value, issuer: system === undefined ? undefined : namespaceOfSystem(baseUrl, system) }]
  })
}

type Grade = 'certain' | 'probable' | 'possible'

const LEAST = 0.6
const PROBABLE = 0.85
const CERTAIN = 0.98

/** A certain match has an identifier, or name, birth date and sex, that agree. */
function gradeOf({ score, parts }: Match): Grade {
  const same = new Set(parts.flatMap(({ part, agreement }) => (agreement === 1 ? [part] : [])))
  const isKnown = same.has('identifier') || (same.has('name') && same.has('birth_date') && same.has('sex'))
  if (score >= CERTAIN && isKnown) return 'certain'
  return score >= PROBABLE ? 'probable' : 'possible'
}

export interface MatchedPatient {
  readonly patient: Resource
  readonly personId: string
  readonly score: number
  readonly grade: Grade
}

/** The best first. People without an EHR are no Patients. Only certain ones: one, or none. */
export async function matchPatients(
  { db, weights }: MatchingNeeds,
  { patient, isCertainOnly, count }: PatientMatch,
  baseUrl: string,
): Promise<readonly MatchedPatient[]> {
  const sought = soughtPerson({
    name: nameOf(patient),
    birthDate: textOf(patient['birthDate']),
    sex: textOf(patient['gender']),
    identifiers: identifiersOf(patient, baseUrl),
  })
  if (sought.terms.length === 0 && sought.identifiers.length === 0)
    throw invalid('The Patient needs a name or an identifier.')
  const matches = await findMatches(db, sought, { weights, least: LEAST, most: MOST })
  const found = matches.flatMap((match): MatchedPatient[] => {
    const { entry, score } = match
    if (entry.ehrId === undefined) return []
    return [
      {
        patient: patientOfPerson(entry.ehrId, entry, baseUrl),
        personId: entry.personId,
        score: Math.round(score * 1000) / 1000,
        grade: gradeOf(match),
      },
    ]
  })
  if (!isCertainOnly) return found.slice(0, count)
  const certain = found.filter(({ grade }) => grade === 'certain')
  return certain.length === 1 ? certain : []
}
