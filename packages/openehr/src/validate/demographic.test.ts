/** The rules of every demographic class beside the named invariants: mandatory parts, lists, times in order. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { data } from '../../fixtures/opt-builder/index.ts'
import { element, interval, person, relationship, role, tree } from '../../test/validate/broken.ts'
import { validateRm } from './rm.ts'

type Data = data.Data

const date = (value: string): Data => ({ _type: 'DV_DATE', value })
const validity = (from: string, to: string): Data => interval({ lower: date(from), upper: date(to) })
const capability = data.locatable('CAPABILITY', 'at0006', { credentials: tree })
const address = data.locatable('ADDRESS', 'at0007', { details: tree })
const contact = data.locatable('CONTACT', 'at0008', { addresses: [address] })
const identity = data.locatable('PARTY_IDENTITY', 'at0001', { details: tree })
const BACKWARDS = validity('2024-02-01', '2024-01-31')
const TIMES = interval({ lower: data.dateTime(), upper: data.dateTime() })

const actor = (type: string): Data => ({
  ...data.root(`openEHR-DEMOGRAPHIC-${type}.x.v1`),
  identities: [identity],
  contacts: [{ ...contact, time_validity: validity('2024-01-01', '2024-02-01') }],
  relationships: [relationship],
  languages: [data.text('nb')],
  roles: [{ ...(role['performer'] as Data), type: 'ROLE' }],
})

/** Fault → object of the class, change that breaks it, path and rule. */
const FAULTS: Readonly<Record<string, readonly [right: Data, wrong: Data, path: string, code: string]>> = {
  'a PERSON without identities': [person, { identities: undefined }, '/identities', 'rm.mandatory'],
  'no languages in a list': [person, { languages: [] }, '/languages', 'rm.multiplicity'],
  'a ROLE without a performer': [role, { performer: undefined }, '/performer', 'rm.mandatory'],
  'a relationship without a source': [relationship, { source: undefined }, '/source', 'rm.mandatory'],
  'a relationship without a target': [relationship, { target: undefined }, '/target', 'rm.mandatory'],
  'an identity without details': [identity, { details: undefined }, '/details', 'rm.mandatory'],
  'an address without details': [address, { details: undefined }, '/details', 'rm.mandatory'],
  'a capability without credentials': [
    capability,
    { credentials: undefined },
    '/credentials',
    'rm.mandatory',
  ],
  'an element where a structure belongs': [identity, { details: element }, '/details[at0004]', 'rm.type'],
  'a type, which is the name': [address, { type: data.text('home') }, '/type', 'rm.attribute'],
}

const WITH_TIMES = { contact, role, capability, relationship }

describe('a demographic class', () => {
  for (const type of ['PERSON', 'ORGANISATION', 'GROUP', 'AGENT'])
    test(`${type} takes all that an actor has, and no uid`, () => {
      assert.deepEqual(validateRm(actor(type), type), [])
    })

  for (const [what, [right, wrong, path, code]] of Object.entries(FAULTS))
    test(`is broken by ${what}`, () => {
      const type = String(right['_type'])
      assert.deepEqual(validateRm(right, type), [])
      const found = validateRm({ ...right, ...wrong }, type)
      assert.deepEqual(
        found.map(violation => [violation.path, violation.code]),
        [[path, code]],
      )
    })

  for (const [what, right] of Object.entries(WITH_TIMES))
    test(`has times of days in order: ${what}`, () => {
      const codesOf = (time_validity: Data) =>
        validateRm({ ...right, time_validity }, String(right['_type'])).map(({ code }) => code)
      assert.deepEqual(codesOf(validity('2024-01-31', '2024-01-31')), [])
      assert.deepEqual(codesOf(BACKWARDS), ['DV_INTERVAL.Limits_consistent'])
      assert.deepEqual(codesOf(TIMES), ['rm.type', 'rm.type'])
    })
})

describe('the source of a relationship', () => {
  const from = (id: Data) => ({
    ...relationship,
    source: { _type: 'PARTY_REF', namespace: 'local', type: 'PERSON', id },
  })
  const codesOf = (id: Data, uid: Data) =>
    validateRm({ ...person, uid, relationships: [from(id)] }, 'PERSON').map(({ code }) => code)
  const OBJECT = '89c0752e-0815-47d7-8b3c-b3aaea2cea7a'
  const objectId = (value: string): Data => ({ _type: 'HIER_OBJECT_ID', value })
  const versionId = (value: string): Data => ({ _type: 'OBJECT_VERSION_ID', value: `${value}::a.org::2` })

  test('is the party, named as an object or as one of its versions', () => {
    assert.deepEqual(codesOf(objectId(OBJECT), versionId(OBJECT)), [])
    assert.deepEqual(codesOf(versionId(OBJECT), objectId(OBJECT.toUpperCase())), [])
    const other = '11111111-0815-47d7-8b3c-b3aaea2cea7a'
    assert.deepEqual(codesOf(objectId(other), versionId(OBJECT)), ['PARTY.Relationships_source_validity'])
    assert.deepEqual(codesOf(versionId(other), objectId(OBJECT)), ['PARTY.Relationships_source_validity'])
  })

  test('is not compared where it is a number in another system', () => {
    assert.deepEqual(codesOf({ _type: 'GENERIC_ID', scheme: 'PMI', value: '4711' }, objectId(OBJECT)), [])
  })
})
