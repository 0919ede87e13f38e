/** Codes that anybody may know: those of the code sets of openEHR, and of public terminologies, by the form of their codes. */
import { CODE_SET_TERMINOLOGIES, type CodeSet, codeSetCodes, codeSetHas } from '@cairn-ehr/openehr/rm'

/** Names of a terminology in lower case, and the form of its codes. Rubrics of these are not held here. */
const PUBLIC: readonly (readonly [names: readonly string[], form: RegExp])[] = [
  [['snomed-ct', 'snomed ct', 'snomedct', 'snomed', 'http://snomed.info/sct'], /^\d{6,18}$/],
  [['loinc', 'http://loinc.org'], /^(?:L[APL])?\d{1,7}-\d$/],
  [
    [
      'icd10',
      'icd-10',
      'icd10cm',
      'icd-10-cm',
      'icd10gm',
      'icd-10-gm',
      'icd10am',
      'icd-10-am',
      'http://hl7.org/fhir/sid/icd-10',
      'http://hl7.org/fhir/sid/icd-10-cm',
      'http://fhir.de/codesystem/bfarm/icd-10-gm',
      'http://fhir.de/codesystem/dimdi/icd-10-gm',
    ],
    /^[A-Z]\d[\dA-Z](?:\.?[\dA-Z]{1,4})?[+*!]?$/,
  ],
  [
    ['icd9', 'icd-9', 'icd9cm', 'icd-9-cm', 'http://hl7.org/fhir/sid/icd-9-cm'],
    /^[EV]?\d{2,4}(?:\.\d{1,2})?$/,
  ],
  [['icd11', 'icd-11', 'http://id.who.int/icd/release/11/mms'], /^[\dA-Z][A-Z]\d[\dA-Z](?:\.[\dA-Z]{1,2})?$/],
  [['icdo3', 'icd-o-3'], /^(?:C\d\d(?:\.\d)?|\d{4}\/\d)$/],
  [['icpc2', 'icpc-2'], /^[A-Z]\d\d$/],
  [['icf'], /^[bsde]\d{1,5}$/],
  [['atc', 'http://www.whocc.no/atc'], /^[A-Z](?:\d\d(?:[A-Z](?:[A-Z](?:\d\d)?)?)?)?$/],
  [
    ['ops', 'http://fhir.de/codesystem/bfarm/ops', 'http://fhir.de/codesystem/dimdi/ops'],
    /^\d-\d\d[\da-z](?:\.[\da-z]{1,3})?$/,
  ],
]

const FORMS: ReadonlyMap<string, RegExp> = new Map(
  PUBLIC.flatMap(([names, form]) => names.map((name): [string, RegExp] => [name, form])),
)

const SETS: ReadonlyMap<string, CodeSet> = new Map(
  Object.entries(CODE_SET_TERMINOLOGIES).map(([set, terminology]) => [terminology, set as CodeSet]),
)

/** A name with a version in brackets, such as `ICD10(2019)`: a version with words in it could be anything. */
const VERSIONED = /^(.*?)(?:\([\d.-]{1,10}\))?$/s

export function isPublicCode(terminology: string, code: string): boolean {
  const set = SETS.get(terminology)
  // Media types are an open set, of which only those that openEHR lists say nothing.
  if (set !== undefined)
    return set === 'media types' ? codeSetCodes(set).includes(code) : codeSetHas(set, code)
  const name = VERSIONED.exec(terminology)?.[1] ?? ''
  return FORMS.get(name.toLowerCase())?.test(code) ?? false
}
