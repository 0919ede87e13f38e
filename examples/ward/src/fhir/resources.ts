/** The resources that the page shows and makes, as FHIR R4 has them. */
import type { FhirClient } from './smart.ts'

interface Coding {
  readonly system?: string
  readonly code?: string
  readonly display?: string
}

interface Concept {
  readonly text?: string
  readonly coding?: readonly Coding[]
}

interface Quantity {
  readonly value?: number
  readonly unit?: string
}

interface Valued {
  readonly code: Concept
  readonly valueQuantity?: Quantity
  readonly valueCodeableConcept?: Concept
}

export interface Observation extends Valued {
  readonly id: string
  readonly effectiveDateTime?: string
  readonly component?: readonly Valued[]
}

export interface Condition {
  readonly id: string
  readonly code?: Concept
  readonly onsetDateTime?: string
}

interface Patient {
  readonly name?: readonly { readonly text?: string }[]
  readonly identifier?: readonly { readonly value?: string }[]
}

interface Bundle<Resource> {
  readonly entry?: readonly { readonly resource: Resource }[]
  readonly link?: readonly { readonly relation: string; readonly url: string }[]
}

export interface Page<Resource> {
  readonly resources: readonly Resource[]
  /** The address of the next page. */
  readonly next: string | undefined
}

export const wordsOf = ({ text, coding = [] }: Concept = {}): string =>
  text ?? coding[0]?.display ?? coding[0]?.code ?? ''

const valueText = ({ valueQuantity, valueCodeableConcept }: Valued): string =>
  valueQuantity ? `${valueQuantity.value} ${valueQuantity.unit ?? ''}`.trim() : wordsOf(valueCodeableConcept)

export const valuesOf = (observation: Observation): string =>
  [observation, ...(observation.component ?? [])]
    .map(valueText)
    .filter(text => text !== '')
    .join(', ')

async function pageOf<Resource>(client: FhirClient, address: string): Promise<Page<Resource>> {
  const { entry = [], link = [] } = await client.request<Bundle<Resource>>(address)
  return {
    resources: entry.map(({ resource }) => resource),
    next: link.find(({ relation }) => relation === 'next')?.url,
  }
}

const ofPatient = (type: string, patient: string, more: string): string =>
  `${type}?${new URLSearchParams({ patient })}&${more}`

/** Vital signs, the newest first. */
export const findObservations = (client: FhirClient, patient: string, next?: string) =>
  pageOf<Observation>(
    client,
    next ?? ofPatient('Observation', patient, 'category=vital-signs&_sort=-date&_count=10'),
  )

export const findProblems = (client: FhirClient, patient: string) =>
  pageOf<Condition>(client, ofPatient('Condition', patient, 'clinical-status=active'))

export async function nameOfPatient(client: FhirClient, patient: string): Promise<string> {
  const { name = [], identifier = [] } = await client.request<Patient>(`Patient/${patient}`)
  return name[0]?.text ?? identifier[0]?.value ?? patient
}

/** Becomes a record of the template "Vital signs". */
export const addPulse = (client: FhirClient, patient: string, value: number): Promise<Observation> =>
  client.create<Observation>({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
    subject: { reference: `Patient/${patient}` },
    effectiveDateTime: new Date().toISOString(),
    valueQuantity: { value, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
  })
