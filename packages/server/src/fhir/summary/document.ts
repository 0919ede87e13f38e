/** A patient summary as a document Bundle: the Composition first, then the Patient, its author and the resources of its sections. */
import type { Json, Resource } from '@cairn-ehr/fhir'
import type { IdentifiedResource } from '../resource/resources-of-version.ts'
import { narrativeOf, narrativeText } from './narrative.ts'
import type { SummarySection } from './sections.ts'

export interface FilledSection {
  readonly section: SummarySection
  readonly resources: readonly IdentifiedResource[]
  /** False: the caller may not see the resources of the section. */
  readonly isOpen: boolean
}

export interface DocumentFacts {
  /** The address of the FHIR API. */
  readonly base: string
  /** UUIDs of the Bundle, the Composition and its author. */
  readonly ids: { readonly bundle: string; readonly composition: string; readonly author: string }
  /** ISO 8601. */
  readonly time: string
}

const EMPTY_REASON = 'http://terminology.hl7.org/CodeSystem/list-empty-reason'

const emptyReason = (isOpen: boolean): Json => ({
  coding: [
    isOpen
      ? { system: EMPTY_REASON, code: 'unavailable', display: 'Unavailable' }
      : { system: EMPTY_REASON, code: 'withheld', display: 'Information Withheld' },
  ],
})

const referenceTo = ({ resourceType, id }: IdentifiedResource): Json => ({
  reference: `${resourceType}/${id}`,
})

const sectionOf = ({ section, resources, isOpen }: FilledSection): Json => ({
  title: section.title,
  code: { coding: [{ system: 'http://loinc.org', code: section.code, display: section.display }] },
  ...(resources.length === 0
    ? {
        text: narrativeText(isOpen ? 'No information is available.' : 'This information is withheld.'),
        emptyReason: emptyReason(isOpen),
      }
    : { text: narrativeOf(resources), entry: resources.map(referenceTo) }),
})

export function summaryDocument(
  patient: IdentifiedResource,
  filled: readonly FilledSection[],
  { base, ids, time }: DocumentFacts,
): Resource {
  const author = { resourceType: 'Device', id: ids.author, deviceName: [deviceName] }
  const composition = {
    resourceType: 'Composition',
    id: ids.composition,
    status: 'final',
    type: { coding: [{ system: 'http://loinc.org', code: '60591-5', display: 'Patient summary Document' }] },
    subject: referenceTo(patient),
    date: time,
    author: [{ reference: `urn:uuid:${ids.author}`, display: 'Cairn' }],
    title: 'Patient summary',
    section: filled.map(sectionOf),
  }
  const own = [composition, author].map(resource => ({ fullUrl: `urn:uuid:${resource.id}`, resource }))
  const resources = new Map(
    [patient, ...filled.flatMap(each => each.resources)].map(resource => [
      `${base}/${resource.resourceType}/${resource.id}`,
      resource,
    ]),
  )
  return {
    resourceType: 'Bundle',
    identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${ids.bundle}` },
    type: 'document',
    timestamp: time,
    entry: [...own, ...[...resources].map(([fullUrl, resource]) => ({ fullUrl, resource }))],
  }
}

const deviceName: Json = { name: 'Cairn', type: 'manufacturer-name' }
