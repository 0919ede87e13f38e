/** Templates "Person", "Organisation" and "Provider", of the archetypes of parties that openEHR publishes. */
import {
  archetype,
  element,
  multiple,
  type Node,
  object,
  type Range,
  single,
  tree,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { coded, text } from './shapes.ts'

const idOf = (name: string): string => `openEHR-DEMOGRAPHIC-${name}.v0`

const cluster = (nodeId: string, items: readonly Node[], occurrences: Range): Node =>
  object('CLUSTER', [multiple('items', items, '1..*')], { nodeId, occurrences })

const personName = archetype(
  idOf('PARTY_IDENTITY.person_name'),
  [
    single(
      'details',
      tree(
        'at0001',
        [
          element('at0002', text, '0..1'),
          element('at0003', text, '0..1'),
          element('at0010', text, '0..1'),
          cluster('at0007', [element('at0022', text, '0..1')], '0..1'),
        ],
        '1..*',
      ),
    ),
  ],
  {
    occurrences: '1..1',
    terms: {
      at0000: 'Legal name',
      at0001: 'Name',
      at0002: 'Given name',
      at0003: 'Family name',
      at0010: 'Full name',
      at0007: 'Other representation',
      at0022: 'Name in Latin letters',
    },
  },
)

const SEX = { at0310: 'male', at0311: 'female', at0312: 'indeterminate', at0313: 'unknown' }

const personDetails = archetype(
  idOf('ITEM_TREE.person_details'),
  [
    multiple('items', [
      cluster(
        'at0001',
        [element('at0010', object('DV_DATE'), '0..1'), element('at0017', coded(Object.keys(SEX)), '0..1')],
        '0..1',
      ),
      archetype(
        idOf('CLUSTER.person_identifier'),
        [multiple('items', element('at0001', object('DV_IDENTIFIER'), '1..1'), '1..*')],
        { occurrences: '0..*', terms: { at0000: 'Identifier', at0001: 'Number' } },
      ),
    ]),
  ],
  {
    terms: {
      at0000: 'Person details',
      at0001: 'Birth',
      at0010: 'Date of birth',
      at0017: 'Sex',
      ...SEX,
    },
  },
)

const postalAddress = archetype(
  idOf('ADDRESS.address'),
  [
    single(
      'details',
      tree(
        'at0001',
        [
          cluster('at0002', [element('at0028', text, '0..1'), element('at0029', text, '0..1')], '0..1'),
          element('at0006', text, '0..1'),
          element('at0007', text, '0..1'),
        ],
        '1..*',
      ),
    ),
  ],
  {
    occurrences: '0..*',
    terms: {
      at0000: 'Address',
      at0001: 'Address',
      at0002: 'Address lines',
      at0028: 'Street name',
      at0029: 'Number',
      at0006: 'Postal code',
      at0007: 'Town',
    },
  },
)

const telephone = archetype(
  idOf('ADDRESS.electronic_communication'),
  [single('details', tree('at0001', element('at0007', text, '1..1'), '1..*'))],
  { occurrences: '0..*', terms: { at0000: 'Telephone', at0001: 'Telephone', at0007: 'Number' } },
)

const contact = object('CONTACT', [multiple('addresses', [postalAddress, telephone], '1..*')], {
  nodeId: 'at0003',
  occurrences: '0..*',
})

const relationship = (nodeId: string): Node =>
  object('PARTY_RELATIONSHIP', [], { nodeId, occurrences: '0..*' })

export const person = {
  templateId: 'Person',
  purpose: 'A person: name, birth date, sex, numbers, addresses and relatives.',
  definition: archetype(
    idOf('PERSON.person'),
    [
      multiple('identities', personName, '1..*'),
      single('details', personDetails, '0..1'),
      multiple('contacts', contact),
      multiple('relationships', relationship('at0004')),
    ],
    { terms: { at0000: 'Person', at0003: 'Contact', at0004: 'Relationship' } },
  ),
}

const organisationName = archetype(
  idOf('PARTY_IDENTITY.organisation_name'),
  [
    single(
      'details',
      tree('at0001', [element('at0010', text, '1..1'), element('at0011', text, '0..1')], '1..*'),
    ),
  ],
  {
    occurrences: '1..1',
    terms: { at0000: 'Enterprise name', at0001: 'Name', at0010: 'Name', at0011: 'Identifier' },
  },
)

export const organisation = {
  templateId: 'Organisation',
  purpose: 'An organisation: its name, and the people who work there.',
  definition: archetype(
    idOf('ORGANISATION.organisation'),
    [multiple('identities', organisationName, '1..*'), multiple('relationships', relationship('at0004'))],
    { terms: { at0000: 'Organisation', at0004: 'Relationship' } },
  ),
}

export const provider = {
  templateId: 'Provider',
  purpose: 'The role of somebody who provides care: who, and for which organisation.',
  definition: archetype(
    idOf('ROLE.individual_provider'),
    [multiple('identities', personName, '1..*'), multiple('relationships', relationship('at0005'))],
    { terms: { at0000: 'Provider', at0005: 'Employer' } },
  ),
}
