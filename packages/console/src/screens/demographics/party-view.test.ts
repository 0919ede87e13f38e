import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localParty } from '../../display/party-ref.ts'
import { partyIn, subjectsOf } from '../audit/event-subjects.ts'
import {
  contactsOf,
  detailsOf,
  identitiesOf,
  identityText,
  listedParty,
  performerOf,
  relationshipsOf,
  rolesOf,
} from './party-view.ts'

const UID = '7d44b88c-4199-4bad-97dc-d78268e01398'
const STYLE = { language: 'en', zone: 'UTC' } as const
const text = (value: string) => ({ _type: 'DV_TEXT', value })
const element = (name: string, value: unknown) => ({ _type: 'ELEMENT', name: text(name), value })
const reference = (type: string, more: object = {}) => ({
  _type: 'PARTY_REF',
  namespace: 'local',
  type,
  id: { _type: 'HIER_OBJECT_ID', value: UID },
  ...more,
})

const person = {
  _type: 'PERSON',
  identities: [
    {
      name: text('Legal name'),
      details: {
        _type: 'ITEM_TREE',
        items: [element('Given', text('Ada')), element('Family', text('Bauer'))],
      },
    },
  ],
  details: {
    _type: 'ITEM_TREE',
    items: [{ _type: 'CLUSTER', items: [element('Born', { _type: 'DV_DATE', value: '1950-02-03' })] }],
  },
  contacts: [
    {
      name: text('Contact'),
      addresses: [
        {
          name: text('Home'),
          details: { _type: 'ITEM_SINGLE', item: element('Line', text('Quarry Street 4')) },
        },
      ],
    },
  ],
  relationships: [{ name: text('Daughter'), source: reference('PERSON'), target: reference('PERSON') }],
  roles: [reference('ROLE', { namespace: 'elsewhere' })],
}

describe('a party', () => {
  it('has its identities, details and addresses as lines', () => {
    const [identity] = identitiesOf(person, STYLE)
    assert.equal(identity?.title, 'Legal name')
    assert.deepEqual(
      identity?.lines.map(({ label, value }) => [label, value.text]),
      [
        ['Given', 'Ada'],
        ['Family', 'Bauer'],
      ],
    )
    assert.deepEqual(
      detailsOf(person, STYLE).map(({ label }) => label),
      ['Born'],
    )
    assert.deepEqual(
      contactsOf(person, STYLE).map(({ title, lines }) => [title, lines[0]?.value.text]),
      [['Home', 'Quarry Street 4']],
    )
  })

  it('refers to parties of this server, and to others by their id alone', () => {
    assert.deepEqual(relationshipsOf(person)[0]?.party, { kind: 'person', uid: UID })
    assert.deepEqual([rolesOf(person)[0]?.party, rolesOf(person)[0]?.reference], [undefined, UID])
    assert.equal(performerOf({ performer: reference('PERSON') })?.reference, UID)
    for (const other of [{ type: 'PARTY' }, { id: { value: 'x' } }, { namespace: 'hospital' }])
      assert.equal(localParty(reference('PERSON', other)), undefined)
  })

  it('is named by all texts of a person, and by the first of an organisation', () => {
    assert.equal(identityText(person), 'Ada Bauer')
    assert.equal(identityText({ ...person, _type: 'ORGANISATION' }), 'Ada')
    assert.equal(identityText({ _type: 'GROUP' }), '')
  })
})

it('a party in a list has its name, and a role its own name before that of whoever performs it', () => {
  const uid = { value: `${UID}::cairn::2` }
  assert.deepEqual(listedParty({ ...person, uid }), { uid: UID, name: 'Ada Bauer' })
  const role = { ...person, uid, _type: 'ROLE', name: text('Nurse') }
  assert.equal(listedParty(role)?.name, 'Nurse · Ada')
  assert.equal(listedParty(person), undefined)
})

it('an event of the audit trail is about a party or an EHR', () => {
  const at = (path: string) => ({ path, ehr_id: UID }) as Parameters<typeof subjectsOf>[0][number]
  assert.deepEqual(partyIn(at(`/openehr/v1/demographic/organisation/${UID}`)), {
    kind: 'organisation',
    uid: UID,
  })
  assert.equal(partyIn(at(`/openehr/v1/ehr/${UID}`)), undefined)
  const events = [at(`/openehr/v1/ehr/${UID}`), at(`/openehr/v1/demographic/person/${UID}`)]
  assert.deepEqual(subjectsOf(events), { ehrIds: [UID], personIds: [UID] })
})
