/** Patients: an EHR is one, with the data of its person, or with the identifier of its subject alone. */
import type { Json, Resource } from '@cairn-ehr/fhir'
import { isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { NameParts, PersonFacts } from '../../demographic/index.ts'
import type { Caller } from '../../http/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { requireEhr } from '../../records/index.ts'
import { findLatest } from '../../versions/index.ts'
import type { FhirServices } from '../needs.ts'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import { findLinkedPerson, type PatientNeeds } from './person.ts'

const SUBJECT_SYSTEMS = '/fhir/r4/subject-namespace/'

const isUri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(text)

/** FHIR wants an absolute URI: a namespace that is none is named below the address of the server. */
const systemOfNamespace = (baseUrl: string, namespace: string): string =>
  isUri(namespace) ? namespace : `${baseUrl}${SUBJECT_SYSTEMS}${encodeURIComponent(namespace)}`

/** The namespace that a system of an identifier stands for. */
export function namespaceOfSystem(baseUrl: string, system: string): string {
  const start = `${baseUrl}${SUBJECT_SYSTEMS}`
  if (!system.startsWith(start)) return system
  try {
    return decodeURIComponent(system.slice(start.length))
  } catch {
    return system
  }
}

function subjectIdentifier(status: RmObject, baseUrl: string): readonly Json[] {
  const { subject } = status
  const reference = isRmObject(subject) ? subject['external_ref'] : undefined
  if (!isRmObject(reference)) return []
  const id = isRmObject(reference['id']) ? reference['id']['value'] : undefined
  const namespace = reference['namespace']
  if (typeof id !== 'string') return []
  return [
    {
      ...(typeof namespace === 'string' ? { system: systemOfNamespace(baseUrl, namespace) } : {}),
      value: id,
    },
  ]
}

const GENDERS: ReadonlySet<string> = new Set(['male', 'female', 'other', 'unknown'])

type ShownFacts = Pick<PersonFacts, 'identifiers' | 'name' | 'sex' | 'birthDate'>

const humanName = (text: string, { given, family }: NameParts): Json => ({
  text,
  ...(family === '' ? {} : { family }),
  ...(given.length === 0 ? {} : { given }),
})

const NO_PARTS: NameParts = { given: [], family: '' }

const personElements = (facts: ShownFacts, baseUrl: string, parts = NO_PARTS): Json => ({
  identifier: facts.identifiers.map(({ value, issuer }) => ({
    ...(issuer === undefined ? {} : { system: systemOfNamespace(baseUrl, issuer) }),
    value,
  })),
  ...(facts.name === '' ? {} : { name: [humanName(facts.name, parts)] }),
  ...(facts.sex !== undefined && GENDERS.has(facts.sex) ? { gender: facts.sex } : {}),
  ...(facts.birthDate === undefined ? {} : { birthDate: facts.birthDate }),
})

/** The Patient of an EHR by what the search for people shows of its person. */
export function patientOfPerson(ehrId: EhrId, facts: ShownFacts, baseUrl: string): Resource {
  const { identifier, ...elements } = personElements(facts, baseUrl)
  return {
    resourceType: 'Patient',
    id: ehrId,
    ...(facts.identifiers.length === 0 ? {} : { identifier }),
    ...elements,
  }
}

/** Without limited rights, people are open to administrators alone, as at `/openehr/v1/demographic`. */
const peopleFor = ({ people }: FhirServices, { rights, scopes }: Caller): PatientNeeds | undefined =>
  rights || scopes.has('api.admin') ? people : undefined

/** The number of a person is often the subject of the EHR too. */
const withoutRepeats = (identifiers: readonly Json[]): readonly Json[] => [
  ...new Map(identifiers.map(each => [JSON.stringify([each['system'], each['value']]), each])).values(),
]

/** Throws if there is no such EHR, or the caller may not see it. */
export async function requirePatient(
  needs: FhirServices,
  caller: Caller,
  ehrId: EhrId,
): Promise<IdentifiedResource> {
  const ehr = await requireEhr(needs, ehrId)
  const people = peopleFor(needs, caller)
  const [status, person] = await Promise.all([
    findLatest(needs.db, ehrId, ehr.statusId),
    people && findLinkedPerson(people, ehrId),
  ])
  const subject = status?.data ? subjectIdentifier(JSON.parse(status.data) as RmObject, needs.baseUrl) : []
  const { identifier = [], ...elements } = person
    ? personElements(person.facts, needs.baseUrl, person.nameParts)
    : {}
  const identifiers = withoutRepeats([...subject, ...(identifier as readonly Json[])])
  const shown = person ?? status
  return {
    resourceType: 'Patient',
    id: ehrId,
    meta: {
      versionId: String(shown?.version ?? 1),
      lastUpdated: (shown?.committedAt ?? ehr.createdAt).toISOString(),
    },
    ...(identifiers.length === 0 ? {} : { identifier: identifiers }),
    ...elements,
  }
}
