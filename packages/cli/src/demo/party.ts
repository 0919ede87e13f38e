/** The demo's people, roles and hospital as parties of the reference model, by the archetypes that openEHR publishes. */
import { date } from './calendar.ts'
import { coded, element, text } from './data-values.ts'
import type { DemoPerson, PersonName } from './person.ts'
import { HOSPITAL, HOSPITAL_ID, roleIdOf, STAFF, type StaffMember, staffIdOf } from './staff.ts'

const archetype = (name: string): string => `openEHR-DEMOGRAPHIC-${name}.v0`

type Members = Readonly<Record<string, unknown>>

/** Templates of parties. */
export type PartyTemplateId = 'Person' | 'Organisation' | 'Provider'

/** The root of an archetype; that of a party names its template. */
const root = (type: string, concept: string, name: string, members: Members, template?: PartyTemplateId) => ({
  _type: type,
  archetype_node_id: archetype(`${type}.${concept}`),
  name: text(name),
  archetype_details: {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: archetype(`${type}.${concept}`) },
    ...(template === undefined ? {} : { template_id: { _type: 'TEMPLATE_ID', value: template } }),
    rm_version: '1.1.0',
  },
  ...members,
})

const node = (type: string, nodeId: string, name: string, members: Members) => ({
  _type: type,
  archetype_node_id: nodeId,
  name: text(name),
  ...members,
})

const uid = (value: string) => ({ _type: 'HIER_OBJECT_ID', value })

/** A reference to a party of this server. */
export const partyRef = (type: 'PERSON' | 'ROLE' | 'ORGANISATION', id: string) => ({
  _type: 'PARTY_REF',
  namespace: 'local',
  type,
  id: uid(id),
})

const ITEMS = 'at0001'

function nameItems({ given, family, isFamilyFirst, latin }: PersonName): object[] {
  if (latin === undefined)
    return [element('at0002', 'Given name', text(given)), element('at0003', 'Family name', text(family))]
  const whole = isFamilyFirst ? `${family} ${given}` : `${given} ${family}`
  return [
    element('at0010', 'Full name', text(whole)),
    node('CLUSTER', 'at0007', 'Other representation', {
      items: [element('at0022', 'Name in Latin letters', text(latin))],
    }),
  ]
}

const identityOf = (name: PersonName) =>
  root('PARTY_IDENTITY', 'person_name', 'Legal name', {
    details: node('ITEM_TREE', ITEMS, 'Name', { items: nameItems(name) }),
  })

const SEX = { male: 'at0310', female: 'at0311' } as const

function detailsOf({ born, sex, identifiers }: DemoPerson) {
  const birth = [
    ...(born === undefined
      ? []
      : [element('at0010', 'Date of birth', { _type: 'DV_DATE', value: date(born) })]),
    ...(sex === undefined ? [] : [element('at0017', 'Sex', coded('local', SEX[sex], sex))]),
  ]
  const items = [
    ...(birth.length > 0 ? [node('CLUSTER', 'at0001', 'Birth', { items: birth })] : []),
    ...identifiers.map(({ id, type, issuer }) =>
      root('CLUSTER', 'person_identifier', 'Identifier', {
        items: [element('at0001', type, { _type: 'DV_IDENTIFIER', id, type, issuer })],
      }),
    ),
  ]
  return items.length === 0
    ? {}
    : { details: root('ITEM_TREE', 'person_details', 'Person details', { items }) }
}

function contactsOf({ address, phone }: DemoPerson) {
  const postal =
    address &&
    root('ADDRESS', 'address', 'Home', {
      details: node('ITEM_TREE', ITEMS, 'Address', {
        items: [
          node('CLUSTER', 'at0002', 'Address lines', {
            items: [
              element('at0028', 'Street name', text(address.street)),
              element('at0029', 'Number', text(address.number)),
            ],
          }),
          element('at0006', 'Postal code', text(address.postalCode)),
          element('at0007', 'Town', text(address.town)),
        ],
      }),
    })
  const electronic =
    phone !== undefined &&
    root('ADDRESS', 'electronic_communication', 'Telephone', {
      details: node('ITEM_TREE', ITEMS, 'Telephone', { items: [element('at0007', 'Number', text(phone))] }),
    })
  const addresses = [postal, electronic].filter(each => each !== undefined && each !== false)
  return addresses.length === 0 ? {} : { contacts: [node('CONTACT', 'at0003', 'Contact', { addresses })] }
}

const relationship = (nodeId: string, name: string, source: object, target: object) =>
  node('PARTY_RELATIONSHIP', nodeId, name, { source, target })

export const personParty = (person: DemoPerson) => {
  const { personId, name, language, relatives } = person
  const self = partyRef('PERSON', personId)
  const relationships = relatives.map(({ relation, personId: other }) =>
    relationship('at0004', relation, self, partyRef('PERSON', other)),
  )
  const members = {
    uid: uid(personId),
    identities: [identityOf(name)],
    ...contactsOf(person),
    ...detailsOf(person),
    languages: [text(language)],
    ...(relationships.length > 0 ? { relationships } : {}),
  }
  return root('PERSON', 'person', 'Person', members, 'Person')
}

const staffName = ({ name }: StaffMember): PersonName => {
  const [given = '', ...family] = name.replace(/^Dr /, '').split(' ')
  return { given, family: family.join(' '), isFamilyFirst: false }
}

const staffPerson = (member: StaffMember) => {
  const personId = staffIdOf(member.name)
  const person: DemoPerson = {
    personId,
    name: staffName(member),
    language: 'English',
    identifiers: [{ id: member.number, type: 'Staff number', issuer: 'demo-hospital' }],
    relatives: [],
  }
  return { ...personParty(person), roles: [partyRef('ROLE', roleIdOf(member.name))] }
}

const staffRole = (member: StaffMember) => {
  const roleId = roleIdOf(member.name)
  const members = {
    uid: uid(roleId),
    identities: [identityOf(staffName(member))],
    performer: partyRef('PERSON', staffIdOf(member.name)),
    relationships: [
      relationship('at0005', 'Employer', partyRef('ROLE', roleId), partyRef('ORGANISATION', HOSPITAL_ID)),
    ],
  }
  return root('ROLE', 'individual_provider', member.role, members, 'Provider')
}

const hospital = () => {
  const self = partyRef('ORGANISATION', HOSPITAL_ID)
  const members = {
    uid: uid(HOSPITAL_ID),
    identities: [
      root('PARTY_IDENTITY', 'organisation_name', 'Enterprise name', {
        details: node('ITEM_TREE', ITEMS, 'Name', {
          items: [
            element('at0010', 'Name', text(HOSPITAL)),
            element('at0011', 'Identifier', text('demo-hospital')),
          ],
        }),
      }),
    ],
    relationships: STAFF.map(({ name, role }) =>
      relationship('at0004', role, self, partyRef('PERSON', staffIdOf(name))),
    ),
  }
  return root('ORGANISATION', 'organisation', 'Hospital', members, 'Organisation')
}

/** The hospital, its staff and their roles: they refer to each other, so they are committed together. */
export const hospitalParties = (): readonly object[] => [
  hospital(),
  ...STAFF.map(staffPerson),
  ...STAFF.map(staffRole),
]
