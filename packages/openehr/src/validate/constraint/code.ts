/** Codes: C_CODE_PHRASE, C_CODE_REFERENCE and CONSTRAINT_REF on a CODE_PHRASE. */
import { attributesOf, type Rm, type RmObject } from '../../rm/index.ts'
import {
  type CodePhraseConstraint,
  type ConstraintReference,
  terminologyIn,
  terminologyOf,
} from '../../template/index.ts'
import { codeOf, textOf } from '../invariants/index.ts'
import { type Check, isObject, reportBelow, show } from '../visit.ts'
import { oneOf } from './interval.ts'

/** Other names of terminologies: FHIR's, which data of mixed origin carry, and those of some modelling tools. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['http://loinc.org', 'loinc'],
  ['http://snomed.info/sct', 'snomedct'],
  ['http://unitsofmeasure.org', 'ucum'],
  ['http://hl7.org/fhir/sid/icd-10', 'icd10'],
  ['SNOMED Clinical Terms', 'snomedct'],
  ['SNOMED', 'snomedct'],
])

/**
 * The name that terminologies are compared by: `SNOMED-CT(2003)`, `SNOMED_CT` and `snomed-ct` are one (the version in brackets is
 * no part of the name, and real data spell it every way).
 */
const normal = (terminology: string): string =>
  SYNONYMS.get(terminology) ?? (terminology.split('(', 1)[0] ?? '').replace(/[-_\s]/g, '').toLowerCase()

const statedTerminology = (phrase: RmObject): string | undefined =>
  textOf(attributesOf<Rm.CodePhrase>(phrase).terminology_id)

export const compileCodePhrase = (node: CodePhraseConstraint): Check => {
  const terminology = terminologyOf(node)
  const wanted = terminology === undefined ? undefined : normal(terminology)
  // An entry may carry its own terminology: `SNOMED-CT::123`.
  const codes = node.codes.map(code => code.slice(code.lastIndexOf('::') + 1).replace(/^:/, ''))
  const allowed = codes.length === 0 ? undefined : new Set(codes)
  return (value, visit) => {
    if (!isObject(value)) return
    const [found, code] = [statedTerminology(value), codeOf(value)]
    if (found !== undefined && wanted !== undefined && found !== terminology && normal(found) !== wanted) {
      reportBelow(visit, '/terminology_id', {
        code: 'C_CODE_PHRASE.terminology_id',
        expected: terminology ?? '',
        found: show(found),
      })
    } else if (code !== undefined && allowed !== undefined && !allowed.has(code)) {
      reportBelow(visit, '/code_string', {
        code: 'C_CODE_PHRASE.code_list',
        expected: oneOf(codes),
        found: show(code),
      })
    }
  }
}

/** An ac-code stands for value sets of the terminologies that it is bound to; what is in them, only a server knows. */
export const compileConstraintReference = (node: ConstraintReference): Check => {
  const uris = node.scope.constraintBindings.get(node.reference) ?? []
  const bound = uris.map(terminologyIn)
  const wanted = new Set(bound.map(terminology => normal(terminology ?? '')))
  // A binding that names no terminology (a value set's address) leaves it open.
  if (bound.length === 0 || bound.includes(undefined)) return () => {}
  const expected = oneOf(bound.map(String))
  return (value, visit) => {
    const found = isObject(value) ? statedTerminology(value) : undefined
    if (found !== undefined && !wanted.has(normal(found))) {
      reportBelow(visit, '/terminology_id', {
        code: 'CONSTRAINT_REF.reference',
        expected,
        found: show(found),
      })
    }
  }
}
