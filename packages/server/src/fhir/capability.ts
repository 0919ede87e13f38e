/** The CapabilityStatement: what the mappings in force make, and how it is searched. */
import type { Resource } from '@cairn-ehr/fhir'
import type { MappingSet } from './mappings/mapping-set.ts'
import { FILTERS, type FilterName, searchedElement } from './search/search-parameters.ts'

const SEARCH_TYPES = { token: 'token', date: 'date' } as const

const parameter = (name: string, type: string, documentation: string) => ({ name, type, documentation })

const COMMON = [
  parameter('patient', 'reference', 'The patient.'),
  parameter('subject', 'reference', 'The patient.'),
  parameter('_id', 'token', 'Ids, by comma.'),
]

const interactions = (codes: readonly string[]) => codes.map(code => ({ code }))

function resourceOf(type: string, { contexts }: MappingSet) {
  const own = contexts.filter(each => each.type === type)
  const names = (Object.keys(FILTERS) as FilterName[]).filter(name =>
    own.some(context => searchedElement(context, name) !== undefined),
  )
  return {
    type,
    supportedProfile: [...new Set(own.map(({ profile }) => profile))],
    interaction: interactions(['read', 'vread', 'history-instance', 'search-type', 'create']),
    versioning: 'versioned',
    conditionalCreate: true,
    searchInclude: [`${type}:patient`],
    searchParam: [
      ...COMMON,
      ...names.map(name => parameter(name, SEARCH_TYPES[FILTERS[name].kind], FILTERS[name].description)),
    ],
    operation: [
      { name: 'validate', definition: 'http://hl7.org/fhir/OperationDefinition/Resource-validate' },
    ],
  }
}

const PATIENT = {
  type: 'Patient',
  interaction: interactions(['read', 'search-type']),
  searchParam: [
    parameter('_id', 'token', 'Ids, by comma.'),
    parameter('identifier', 'token', 'The subject of the EHR, system|value.'),
  ],
  operation: [
    { name: 'everything', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-everything' },
    { name: 'match', definition: 'http://hl7.org/fhir/OperationDefinition/Patient-match' },
    { name: 'summary', definition: 'http://hl7.org/fhir/uv/ips/OperationDefinition/summary' },
  ],
}

/** Made of the audits of versions, and of the audit trail. */
const PROVENANCE = {
  type: 'Provenance',
  interaction: interactions(['read', 'search-type']),
  searchParam: [parameter('target', 'reference', 'The resource, or a version of it.')],
}

const AUDIT_EVENT = {
  type: 'AuditEvent',
  interaction: interactions(['search-type']),
  searchParam: [
    parameter('patient', 'reference', 'The patient.'),
    parameter('date', 'date', 'The time of the event.'),
    parameter('action', 'token', 'C, R, U, D or E.'),
  ],
}

export interface CapabilityFacts {
  readonly version: string
  readonly base: string
  readonly authUrl: string
  /** ISO 8601; the start of the server. */
  readonly date: string
}

const OAUTH_URIS = 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris'

const security = (authUrl: string) => ({
  extension: [
    {
      url: OAUTH_URIS,
      extension: [
        { url: 'authorize', valueUri: `${authUrl}/oauth/authorize` },
        { url: 'token', valueUri: `${authUrl}/oauth/token` },
      ],
    },
  ],
  service: [
    {
      coding: [
        { system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'SMART-on-FHIR' },
      ],
    },
  ],
})

/** `templates`: those of the server; contexts for others make nothing. */
export function capabilityStatement(
  set: MappingSet,
  templates: ReadonlySet<string>,
  { version, base, authUrl, date }: CapabilityFacts,
): Resource {
  const contexts = set.contexts.filter(({ templateId }) => templates.has(templateId))
  const types = [...new Set(contexts.map(({ type }) => type))].sort()
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date,
    kind: 'instance',
    software: { name: 'Cairn', version },
    implementation: { description: 'openEHR records as FHIR R4', url: base },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json', 'json'],
    rest: [
      {
        mode: 'server',
        security: security(authUrl),
        resource: [
          PATIENT,
          ...types.map(type => resourceOf(type, { ...set, contexts })),
          PROVENANCE,
          AUDIT_EVENT,
        ],
        interaction: interactions(['transaction']),
        operation: [
          {
            name: 'export',
            definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export',
          },
        ],
      },
    ],
  }
}
