/** Random queries over parties of the templates in `fixtures/party-templates.ts`. */
import { type QueryTables, randomQueryOf } from './random-queries.ts'

const NAMES = ["'Ada'", "'a'", "'Person name'"]

const IDENTITY = 'details[at0001]/items[at0002]/value/value'

const PARTY: QueryTables['paths'][string] = [
  ['name/value', NAMES],
  ['uid/value', ["'00000000-0000-4000-8000-000000000001::cairn.local::1'"]],
  ['archetype_node_id', ["'openEHR-DEMOGRAPHIC-PERSON.person.v1'"]],
  ['archetype_details/template_id/value', ["'Person'", "'Device'"]],
  ['identities/name/value', NAMES],
  [`identities/${IDENTITY}`, NAMES],
  ['contacts/addresses/details[at0001]/items[at0003]/value/value', NAMES],
  ['contacts/time_validity/lower/value', ["'2020-01-01'", "'2024'"]],
]

const PATHS: QueryTables['paths'] = {
  PARTY,
  PERSON: [
    ...PARTY,
    ['details[at0001]/items[at0002]/value', ["'1984-02-01'"]],
    ['details[at0001]/items[at0002]/value/value', ["'1984-02-01'", "'2000'"]],
    ['details[at0001]/items[at0003]/value/defining_code/code_string', ["'at0004'", "'at0005'"]],
    ['details[at0001]/items[at0006]/value/id', ["'4711'"]],
    [
      'identities[openEHR-DEMOGRAPHIC-PARTY_IDENTITY.person_name.v1]/details/items[at0003]/value/value',
      NAMES,
    ],
    ['languages/value', NAMES],
    ['relationships/target/id/value', ["'4711'"]],
  ],
  ROLE: [
    ...PARTY,
    ['performer/id/value', ["'4711'"]],
    ['capabilities/credentials/items[at0004]/value/value', NAMES],
    ['time_validity/lower/value', ["'2020-01-01'"]],
  ],
  VERSION: [
    ['uid/value', ["'00000000-0000-4000-8000-000000000001::cairn.local::1'"]],
    ['commit_audit/change_type/value', ["'creation'", "'modification'"]],
    ['data/name/value', NAMES],
  ],
  PARTY_IDENTITY: [
    ['name/value', NAMES],
    [IDENTITY, NAMES],
    ['archetype_node_id', ["'openEHR-DEMOGRAPHIC-PARTY_IDENTITY.name.v1'"]],
  ],
  CONTACT: [
    ['name/value', NAMES],
    ['addresses/details/items[at0003]/value/value', NAMES],
    ['time_validity/lower/value', ["'2020-01-01'"]],
  ],
  ADDRESS: [
    ['name/value', NAMES],
    ['details[at0001]/items[at0002]/value/value', NAMES],
  ],
  PARTY_RELATIONSHIP: [
    ['name/value', NAMES],
    ['target/id/value', ["'4711'"]],
    ['details/items[at0002]/value/value', NAMES],
  ],
  CAPABILITY: [['credentials/items[at0004]/value/value', NAMES]],
  ITEM_TREE: [['items[at0002]/value/value', NAMES]],
  ELEMENT: [
    ['name/value', NAMES],
    ['value/value', NAMES],
    ['archetype_node_id', ["'at0002'"]],
  ],
}

const FROM: QueryTables['from'] = [
  ['PERSON p', { p: 'PERSON' }],
  ['ROLE r', { r: 'ROLE' }],
  ['PARTY p', { p: 'PARTY' }],
  ['PERSON p[openEHR-DEMOGRAPHIC-PERSON.person.v1]', { p: 'PERSON' }],
  ['VERSION v CONTAINS PERSON p', { v: 'VERSION', p: 'PERSON' }],
  ['VERSION v[ALL_VERSIONS] CONTAINS PARTY p', { v: 'VERSION', p: 'PARTY' }],
  [
    "VERSION v[commit_audit/change_type/value='modification'] CONTAINS PERSON p",
    { v: 'VERSION', p: 'PERSON' },
  ],
  ['PERSON p CONTAINS (PARTY_IDENTITY i AND CONTACT c)', { p: 'PERSON', i: 'PARTY_IDENTITY', c: 'CONTACT' }],
  ['PERSON p CONTAINS (ADDRESS a OR PARTY_RELATIONSHIP r)', { a: 'ADDRESS', r: 'PARTY_RELATIONSHIP' }],
  ['PERSON p NOT CONTAINS CONTACT', { p: 'PERSON' }],
  ['PERSON p CONTAINS CONTACT c CONTAINS ADDRESS a', { p: 'PERSON', c: 'CONTACT', a: 'ADDRESS' }],
]

const CLASSES: QueryTables['classes'] = [
  ['PARTY', 'PARTY', ['[openEHR-DEMOGRAPHIC-ORGANISATION.organisation.v1]']],
  ['ACTOR', 'PARTY', []],
  ['PERSON', 'PERSON', ['[openEHR-DEMOGRAPHIC-PERSON.person.v1]']],
  ['ORGANISATION', 'PARTY', []],
  ['GROUP', 'PARTY', []],
  ['AGENT', 'PARTY', []],
  ['ROLE', 'ROLE', []],
  ['PARTY_IDENTITY', 'PARTY_IDENTITY', ['[openEHR-DEMOGRAPHIC-PARTY_IDENTITY.name.v1]']],
  ['CONTACT', 'CONTACT', ['[at0010]']],
  ['ADDRESS', 'ADDRESS', ['[openEHR-DEMOGRAPHIC-ADDRESS.address.v1]']],
  ['PARTY_RELATIONSHIP', 'PARTY_RELATIONSHIP', []],
  ['CAPABILITY', 'CAPABILITY', ['[at0002]']],
  ['ITEM_TREE', 'ITEM_TREE', ['[at0001]']],
  ['ELEMENT', 'ELEMENT', ['[at0002]']],
]

/** Those of ITEM_TREE and ELEMENT alone are about records of EHRs. */
export const randomPartyQuery = randomQueryOf({ paths: PATHS, from: FROM, classes: CLASSES })
