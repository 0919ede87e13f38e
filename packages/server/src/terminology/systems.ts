/** Code systems by the names that openEHR data have for them: FHIR knows each by one URI. */

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'http://snomed.info/sct': ['SNOMED-CT', 'SNOMED CT', 'snomed-ct', 'snomed_ct', 'snomedct', 'SNOMED', 'sct'],
  'http://loinc.org': ['LOINC', 'loinc'],
  'http://unitsofmeasure.org': ['UCUM', 'ucum'],
  'http://hl7.org/fhir/sid/icd-10': ['ICD10', 'ICD-10', 'icd10'],
  'http://hl7.org/fhir/sid/icd-10-cm': ['ICD10CM', 'ICD-10-CM', 'ICD10-CM'],
  'http://hl7.org/fhir/sid/icd-9-cm': ['ICD9CM', 'ICD-9-CM'],
  'http://id.who.int/icd/release/11/mms': ['ICD11', 'ICD-11'],
  'http://www.whocc.no/atc': ['ATC', 'atc'],
  'http://www.nlm.nih.gov/research/umls/rxnorm': ['RxNorm', 'RXNORM'],
  'http://openehr.org/terminology': ['openehr'],
}

/** The values of CODE_PHRASE.terminology_id that stand for a code system. */
export const namesOf = (system: string): readonly string[] => [
  system,
  ...(NAMES[system.replace(/\/$/, '')] ?? []),
]

/** The name that openEHR data usually have for a code system; its URI where none is usual. */
export const usualNameOf = (system: string): string => namesOf(system)[1] ?? system

const plain = (name: string): string =>
  name
    .replace(/\(.*$/, '')
    .replace(/[-_\s]/g, '')
    .toLowerCase()

const SYSTEMS = new Map(
  Object.keys(NAMES).flatMap(system => namesOf(system).map(name => [plain(name), system] as const)),
)

/** The code system of a name, however it is spelled: `SNOMED-CT(2003)`, `snomed_ct`. */
export const systemOf = (name: string): string | undefined => SYSTEMS.get(plain(name))
