/** Examples of bodies: records that the reference model allows, and what follows from a schema for the rest. */
import type { Schema } from '../operation-doc.ts'
import { COMPONENTS } from './resources.ts'

const UUID = '7d44b88c-4199-4bad-97dc-d78268e01398'
const OBJECT = '8849182c-82ad-4088-a07f-48ead4180515'
const VERSION_UID = `${OBJECT}::cairn.local::1`
const TIME = '2026-11-15T10:00:00.000Z'

const dvText = (value: string) => ({ _type: 'DV_TEXT', value })
const code = (terminology: string, code_string: string) => ({
  _type: 'CODE_PHRASE',
  terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
  code_string,
})
const coded = (value: string, code_string: string) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: code('openehr', code_string),
})
const dateTime = { _type: 'DV_DATE_TIME', value: TIME }
const person = { _type: 'PARTY_IDENTIFIED', name: 'Dr A' }
const details = (archetype: string, templateId?: string) => ({
  _type: 'ARCHETYPED',
  archetype_id: { _type: 'ARCHETYPE_ID', value: archetype },
  ...(templateId === undefined ? {} : { template_id: { _type: 'TEMPLATE_ID', value: templateId } }),
  rm_version: '1.1.0',
})
const locatable = (type: string, node: string, name: string, members: object) => ({
  _type: type,
  name: dvText(name),
  archetype_node_id: node,
  ...members,
})

const PRESSURE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const ENCOUNTER = 'openEHR-EHR-COMPOSITION.encounter.v1'

const composition = locatable('COMPOSITION', ENCOUNTER, 'Encounter', {
  archetype_details: details(ENCOUNTER, 'Blood pressure.v1'),
  language: code('ISO_639-1', 'en'),
  territory: code('ISO_3166-1', 'NL'),
  category: coded('event', '433'),
  composer: person,
  context: { _type: 'EVENT_CONTEXT', start_time: dateTime, setting: coded('other care', '238') },
  content: [
    locatable('OBSERVATION', PRESSURE, 'Blood pressure', {
      archetype_details: details(PRESSURE),
      language: code('ISO_639-1', 'en'),
      encoding: code('IANA_character-sets', 'UTF-8'),
      subject: { _type: 'PARTY_SELF' },
      data: locatable('HISTORY', 'at0001', 'History', {
        origin: dateTime,
        events: [
          locatable('POINT_EVENT', 'at0006', 'Any event', {
            time: dateTime,
            data: locatable('ITEM_TREE', 'at0003', 'Tree', {
              items: [
                locatable('ELEMENT', 'at0004', 'Systolic', {
                  value: { _type: 'DV_QUANTITY', magnitude: 120, units: 'mm[Hg]' },
                }),
              ],
            }),
          }),
        ],
      }),
    }),
  ],
})

const STATUS_ARCHETYPE = 'openEHR-EHR-EHR_STATUS.generic.v1'

const status = locatable('EHR_STATUS', STATUS_ARCHETYPE, 'EHR Status', {
  archetype_details: details(STATUS_ARCHETYPE),
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: 'patient-1', scheme: 'hospital' },
      namespace: 'patients',
      type: 'PERSON',
    },
  },
  is_queryable: true,
  is_modifiable: true,
})

const folder = locatable('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', 'root', {
  archetype_details: details('openEHR-EHR-FOLDER.generic.v1'),
  items: [
    {
      _type: 'OBJECT_REF',
      id: { _type: 'HIER_OBJECT_ID', value: OBJECT },
      namespace: 'local',
      type: 'VERSIONED_COMPOSITION',
    },
  ],
})

/** Archetype, and archetype of its identities. */
const party = (archetype: string, identity: string, name: string, more: object = {}) => {
  const id = `openEHR-DEMOGRAPHIC-${archetype}.v1`
  const identityId = `openEHR-DEMOGRAPHIC-PARTY_IDENTITY.${identity}.v1`
  return locatable(archetype.split('.')[0] ?? '', id, name, {
    archetype_details: details(id),
    identities: [
      locatable('PARTY_IDENTITY', identityId, 'Name', {
        archetype_details: details(identityId),
        details: locatable('ITEM_TREE', 'at0001', 'Tree', {
          items: [locatable('ELEMENT', 'at0002', 'Name', { value: dvText(name) })],
        }),
      }),
    ],
    ...more,
  })
}

const somebody = party('PERSON.person', 'person_name', 'Ada Example')

const reference = (type: string, idType: string, value: string) => ({
  _type: 'OBJECT_REF',
  id: { _type: idType, value },
  namespace: 'local',
  type,
})

const audit = {
  _type: 'AUDIT_DETAILS',
  system_id: 'cairn.local',
  time_committed: dateTime,
  change_type: coded('creation', '249'),
  committer: person,
  description: dvText('first visit'),
}

const version = (data: unknown, type: string) => ({
  _type: 'ORIGINAL_VERSION',
  uid: { _type: 'UID_BASED_ID', value: VERSION_UID },
  contribution: { id: { _type: 'OBJECT_VERSION_ID', value: UUID }, namespace: 'local', type },
  commit_audit: audit,
  lifecycle_state: coded('complete', '532'),
  signature: 'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl',
  data,
})

const updateAudit = { change_type: '249', committer: person, description: 'first visit' }

const versionedObject = (type: string) => ({
  _type: type,
  uid: { _type: 'HIER_OBJECT_ID', value: OBJECT },
  owner_id: reference('EHR', 'HIER_OBJECT_ID', UUID),
  time_created: dateTime,
})

/** Of components whose schema alone would give a poor one. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  COMPOSITION: composition,
  EHR_STATUS: status,
  FOLDER: folder,
  PERSON: somebody,
  ORGANISATION: party('ORGANISATION.organisation', 'name', 'Example Hospital'),
  GROUP: party('GROUP.team', 'name', 'Ward 3'),
  AGENT: party('AGENT.device', 'name', 'Infusion pump 7'),
  ROLE: party('ROLE.practitioner', 'title', 'Physician', {
    performer: {
      _type: 'PARTY_REF',
      id: { _type: 'HIER_OBJECT_ID', value: OBJECT },
      namespace: 'local',
      type: 'PERSON',
    },
  }),
  EHR: {
    _type: 'EHR',
    system_id: { _type: 'HIER_OBJECT_ID', value: 'cairn.local' },
    ehr_id: { _type: 'HIER_OBJECT_ID', value: UUID },
    ehr_status: reference('EHR_STATUS', 'OBJECT_VERSION_ID', VERSION_UID),
    ehr_access: reference('EHR_ACCESS', 'OBJECT_VERSION_ID', VERSION_UID),
    time_created: dateTime,
  },
  AUDIT_DETAILS: audit,
  REVISION_HISTORY: {
    _type: 'REVISION_HISTORY',
    items: [
      {
        _type: 'REVISION_HISTORY_ITEM',
        version_id: { _type: 'OBJECT_VERSION_ID', value: VERSION_UID },
        audits: [audit],
      },
    ],
  },
  VERSIONED_COMPOSITION: versionedObject('VERSIONED_COMPOSITION'),
  VERSIONED_EHR_STATUS: versionedObject('VERSIONED_EHR_STATUS'),
  VERSIONED_PARTY: versionedObject('VERSIONED_PARTY'),
  VERSION: version(composition, 'COMPOSITION'),
  VERSION_OF_COMPOSITION: version(composition, 'COMPOSITION'),
  VERSION_OF_EHR_STATUS: version(status, 'EHR_STATUS'),
  VERSION_OF_PARTY: version(somebody, 'PERSON'),
  CONTRIBUTION: {
    _type: 'CONTRIBUTION',
    uid: { _type: 'HIER_OBJECT_ID', value: UUID },
    versions: [reference('COMPOSITION', 'OBJECT_VERSION_ID', VERSION_UID)],
    audit,
  },
  CONTRIBUTION_INPUT: {
    audit: updateAudit,
    versions: [{ lifecycle_state: '532', commit_audit: updateAudit, data: composition }],
  },
  ITEM_TAG: {
    _type: 'ITEM_TAG',
    key: 'flag',
    value: 'follow-up',
    target: reference('COMPOSITION', 'HIER_OBJECT_ID', OBJECT),
    owner_id: reference('EHR', 'HIER_OBJECT_ID', UUID),
  },
  Identifier: { uid: VERSION_UID },
  FLAT: {
    'ctx/language': 'en',
    'ctx/territory': 'NL',
    'ctx/composer_name': 'Dr A',
    'encounter/blood_pressure:0/any_event:0/systolic|magnitude': 120,
    'encounter/blood_pressure:0/any_event:0/systolic|unit': 'mm[Hg]',
  },
  STRUCTURED: {
    ctx: { language: 'en', territory: 'NL', composer_name: 'Dr A' },
    encounter: {
      blood_pressure: [{ any_event: [{ systolic: [{ '|magnitude': 120, '|unit': 'mm[Hg]' }] }] }],
    },
  },
  WEB_TEMPLATE: {
    templateId: 'Blood pressure.v1',
    version: '2.3',
    defaultLanguage: 'en',
    languages: ['en'],
    tree: { id: 'encounter', name: 'Encounter', rmType: 'COMPOSITION', min: 1, max: 1 },
  },
}

/** By the name of a property, where any text would tell less. */
const TEXTS: Readonly<Record<string, string>> = {
  message: 'There is no such EHR.',
  error: 'Not Found',
  code: 'ehr.not_found',
  template_id: 'Blood pressure.v1',
  archetype_id: ENCOUNTER,
  concept: 'Encounter',
  q: 'SELECT e/ehr_id/value FROM EHR e',
  name: 'example',
  uid: OBJECT,
  ehr_id: UUID,
}

const FORMATTED: Readonly<Record<string, string>> = {
  uuid: UUID,
  'date-time': TIME,
  uri: 'https://example.org/',
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (ref: unknown): string => String(ref).replace('#/components/schemas/', '')

function textExample({ format, pattern }: Schema, name: string): string {
  if (typeof pattern === 'string' && pattern.includes('\\d{4}-')) return '2026-11-15 10:00:00'
  return FORMATTED[String(format)] ?? TEXTS[name] ?? 'text'
}

/** A value that a schema allows, as far as it can be told from it. `name` is that of the property it is for. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if ('example' in schema) return schema['example']
  if ('default' in schema) return schema['default']
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if ('$ref' in schema) {
    const component = nameOf(schema['$ref'])
    return EXAMPLES[component] ?? exampleOf(COMPONENTS[component] ?? {}, name)
  }
  const [first] = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat() as Schema[]
  if (first) return exampleOf(first, name)
  const type = [schema['type']].flat()[0]
  if (type === 'array') return [exampleOf((schema['items'] ?? {}) as Schema, name)]
  if (type === 'string') return textExample(schema, name)
  if (type === 'integer' || type === 'number')
    return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1
  if (type === 'boolean') return true
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  return Object.fromEntries(
    Object.entries(properties).map(([each, inner]) => [each, exampleOf(inner as Schema, each)]),
  )
}
