/** Audit events as FHIR R4 AuditEvents by IHE Basic Audit Log Patterns (BALP). */
import type { StoredEvent } from '../seals/store.ts'
import type { FoundEvents } from './store.ts'

const PROFILES = 'https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.'
const DCM = 'http://dicom.nema.org/resources/ontology/DCM'
const BALP_ENTITY = 'https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType'
const hl7 = (name: string) => `http://terminology.hl7.org/CodeSystem/${name}`

/** By action: the pattern, and what FHIR calls the interaction. */
const KINDS: Record<string, { readonly profile: string; readonly interaction: string }> = {
  C: { profile: 'Create', interaction: 'create' },
  R: { profile: 'Read', interaction: 'read' },
  U: { profile: 'Update', interaction: 'update' },
  D: { profile: 'Delete', interaction: 'delete' },
  E: { profile: 'Query', interaction: 'search' },
}

const OUTCOMES: Record<string, string> = { success: '0', denied: '4', failure: '4', error: '8' }

const ehrsOf = ({ ehr_id, detail }: StoredEvent): readonly string[] => [
  ...(ehr_id === null ? [] : [ehr_id]),
  ...(detail?.ehrs ?? []),
]

const isQuery = ({ route }: StoredEvent): boolean => /\/query\//.test(route)

/** The patterns exist only for successful requests, and those about a patient only for a single patient. */
function profileOf(event: StoredEvent): { readonly profile: readonly string[] } | undefined {
  const kind = KINDS[event.action]
  if (event.outcome !== 'success' || !kind || (event.action === 'E' && !isQuery(event))) return undefined
  const patient = ehrsOf(event).length === 1 ? 'Patient' : ''
  return { profile: [`${PROFILES}${patient}${kind.profile}`] }
}

const role = (code: '110152' | '110153') => ({
  coding: [{ system: DCM, code, display: code === '110152' ? 'Destination Role ID' : 'Source Role ID' }],
})

/** The server is the source of data in a read, the client in every other request. */
function agentsOf(event: StoredEvent, serverUrl: string) {
  const isRead = event.action === 'R'
  const client = {
    type: role(isRead ? '110152' : '110153'),
    who: { identifier: { value: event.client_id === '' ? 'unknown' : event.client_id } },
    requestor: event.person === null,
    network: { address: event.address, type: '2' },
  }
  const server = {
    type: role(isRead ? '110153' : '110152'),
    who: { display: serverUrl },
    requestor: false,
    network: { address: serverUrl, type: '5' },
  }
  if (event.person === null) return [client, server]
  const person = {
    type: {
      coding: [{ system: hl7('v3-ParticipationType'), code: 'IRCP', display: 'information recipient' }],
    },
    who: { identifier: { value: event.person } },
    requestor: true,
  }
  return [client, server, person]
}

function entitiesOf(event: StoredEvent) {
  const patients = ehrsOf(event).map(value => ({
    what: { identifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${value}` } },
    type: { system: hl7('audit-entity-type'), code: '1', display: 'Person' },
    role: { system: hl7('object-role'), code: '1', display: 'Patient' },
  }))
  const object = { system: hl7('audit-entity-type'), code: '2', display: 'System Object' }
  const asked = `${event.method} ${event.path}`
  const { query, ehr_count, all_ehrs, all_parties } = event.detail ?? {}
  const detail = [
    ...(query === undefined ? [] : [{ type: 'query-sha256', valueString: query }]),
    ...(ehr_count === undefined ? [] : [{ type: 'ehr-count', valueString: String(ehr_count) }]),
    ...(all_ehrs ? [{ type: 'ehr-count', valueString: 'all' }] : []),
    ...(all_parties ? [{ type: 'party-count', valueString: 'all' }] : []),
  ]
  const target = isQuery(event)
    ? {
        type: object,
        role: { system: hl7('object-role'), code: '24', display: 'Query' },
        // Only the hash is kept: the text of a query may name a patient.
        query: Buffer.from(asked).toString('base64'),
        ...(detail.length === 0 ? {} : { detail }),
      }
    : {
        what: { identifier: { value: event.contribution_id ?? event.path } },
        type: object,
        role: { system: hl7('object-role'), code: '4', display: 'Domain Resource' },
        description: asked,
      }
  const transaction = {
    what: { identifier: { value: event.request_id } },
    type: { system: BALP_ENTITY, code: 'XrequestId' },
  }
  return [...patients, target, transaction]
}

function fhirAuditEvent(event: StoredEvent, serverUrl: string) {
  const meta = profileOf(event)
  return {
    resourceType: 'AuditEvent',
    id: String(event.event_id),
    ...(meta ? { meta } : {}),
    type: { system: hl7('audit-event-type'), code: 'rest', display: 'Restful Operation' },
    subtype: [
      {
        system: 'http://hl7.org/fhir/restful-interaction',
        code: KINDS[event.action]?.interaction ?? 'operation',
      },
    ],
    action: event.action,
    recorded: event.at,
    outcome: OUTCOMES[event.outcome] ?? '8',
    outcomeDesc: `HTTP status ${event.status}`,
    agent: agentsOf(event, serverUrl),
    source: {
      observer: { display: serverUrl },
      type: [{ system: hl7('security-source-type'), code: '4', display: 'Application Server' }],
    },
    entity: entitiesOf(event),
  }
}

/** Says in the way of FHIR searches that an answer is not complete. */
const incomplete = (missing: readonly string[]) => ({
  resource: {
    resourceType: 'OperationOutcome',
    issue: [
      {
        severity: 'warning',
        code: 'incomplete',
        diagnostics: `A part of the database cannot be reached (node ${missing.join(', ')}): its events are missing.`,
      },
    ],
  },
  search: { mode: 'outcome' },
})

/** A page of events. */
export const fhirBundle = (
  { events, missing }: FoundEvents,
  serverUrl: string,
  self: string,
  next: string | undefined,
) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  link: [{ relation: 'self', url: self }, ...(next === undefined ? [] : [{ relation: 'next', url: next }])],
  // FHIR has no empty lists.
  ...(missing.length + events.length === 0
    ? {}
    : {
        entry: [
          ...(missing.length === 0 ? [] : [incomplete(missing)]),
          ...events.map(event => ({
            resource: fhirAuditEvent(event, serverUrl),
            search: { mode: 'match' },
          })),
        ],
      }),
})
