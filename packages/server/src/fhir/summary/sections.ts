/** Sections of an International Patient Summary, and the resources that belong to each (IPS 2.0, Composition). */
import { isJson, listOf, type Resource } from '@cairn-ehr/fhir'

export interface SummarySection {
  readonly title: string
  /** The code of the section in LOINC, and its name there. */
  readonly code: string
  readonly display: string
  /** It is in the document even without an entry. */
  readonly isRequired?: true
  readonly types: readonly string[]
  /** The category that its resources have. */
  readonly category?: string
  readonly keeps?: (resource: Resource) => boolean
  /** Only the newest of each code. */
  readonly isByCode?: true
}

const codesOf = (value: unknown): readonly unknown[] =>
  listOf(value)
    .filter(isJson)
    .flatMap(each => listOf(each['coding']).filter(isJson))
    .map(({ code }) => code)

const PAST: ReadonlySet<unknown> = new Set(['inactive', 'remission', 'resolved'])

const isPast = ({ clinicalStatus }: Resource): boolean => codesOf(clinicalStatus).some(code => PAST.has(code))

const WRONG: ReadonlySet<unknown> = new Set(['entered-in-error', 'refuted'])

/** Resources that say that they are wrong are in no section. */
export const isInError = ({ status, verificationStatus }: Resource): boolean =>
  WRONG.has(status) || codesOf(verificationStatus).some(code => WRONG.has(code))

/** In the order of the document. */
export const SECTIONS: readonly SummarySection[] = [
  {
    title: 'Medication',
    code: '10160-0',
    display: 'History of Medication use Narrative',
    isRequired: true,
    types: ['MedicationRequest', 'MedicationStatement'],
  },
  {
    title: 'Allergies and intolerances',
    code: '48765-2',
    display: 'Allergies and adverse reactions Document',
    isRequired: true,
    types: ['AllergyIntolerance'],
  },
  {
    title: 'Problems',
    code: '11450-4',
    display: 'Problem list - Reported',
    isRequired: true,
    types: ['Condition'],
    keeps: resource => !isPast(resource),
  },
  {
    title: 'Immunizations',
    code: '11369-6',
    display: 'History of Immunization Narrative',
    types: ['Immunization'],
  },
  {
    title: 'Procedures',
    code: '47519-4',
    display: 'History of Procedures Document',
    types: ['Procedure'],
  },
  {
    title: 'Medical devices',
    code: '46264-8',
    display: 'History of medical device use',
    types: ['DeviceUseStatement'],
  },
  {
    title: 'Results',
    code: '30954-2',
    display: 'Relevant diagnostic tests/laboratory data Narrative',
    types: ['Observation'],
    category: 'laboratory',
    isByCode: true,
  },
  {
    title: 'Vital signs',
    code: '8716-3',
    display: 'Vital signs',
    types: ['Observation'],
    category: 'vital-signs',
    isByCode: true,
  },
  {
    title: 'Past problems',
    code: '11348-0',
    display: 'History of Past illness Narrative',
    types: ['Condition'],
    keeps: isPast,
  },
]
