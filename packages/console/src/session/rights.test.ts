import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rightsIn, rightsOf } from './rights.ts'

const token = (claims: object) => `x.${btoa(JSON.stringify(claims))}.y`

it('rights are the known scopes of the token', () => {
  assert.deepEqual(
    [...rightsOf(token({ scope: 'api.read api.admin other' }))],
    ['api.read', 'api.admin', 'audit', 'people', 'people.write', 'people.merge', 'changes', 'mappings'],
  )
})

it('an auditor reads the audit trail, and nothing else of an administrator', () => {
  assert.deepEqual([...rightsIn([], ['user/audit-*.ru'])], ['audit'])
  assert.deepEqual(
    [...rightsIn(['api.read'], ['user/composition-*.rs', 'user/audit-*.u'])],
    ['api.read', 'changes', 'mappings'],
  )
})

it('people who write records upload templates only if a role of theirs says so', () => {
  const clinician = rightsIn(['api.read', 'api.write'], ['user/composition-*.cud', 'user/template-*.r'])
  const integrator = rightsIn(['api.read', 'api.write'], ['user/template-*.r', 'user/template-*.cud'])
  assert.deepEqual([clinician.has('templates'), integrator.has('templates')], [false, true])
  assert.ok(rightsOf(token({ scope: 'api.write' })).has('templates'))
})

it('a reader without identity does not follow the changes of records', () => {
  assert.equal(
    rightsIn(['api.read'], ['user/composition-*.rs'], { isWithoutIdentity: true }).has('changes'),
    false,
  )
  assert.equal(rightsIn(['api.read'], ['user/composition-*.rs']).has('changes'), true)
})

it('people are found and read by rights on them alone', () => {
  const has = (rights: readonly string[]) => rightsIn(['api.read', 'api.write'], rights).has('people')
  assert.deepEqual(
    [has(['user/person-*.rs']), has(['user/person-*.r']), has(['user/composition-*.rs']), has([])],
    [true, false, false, false],
  )
  assert.ok(!rightsOf(token({ scope: 'api.read api.write' })).has('people'))
  const parties = ['person', 'organisation', 'role'].map(kind => `user/${kind}-*.cruds`)
  assert.ok(rightsIn(['api.read'], parties).has('people.write'))
  assert.ok(!rightsIn(['api.read'], ['user/person-*.rs']).has('people.write'))
  assert.ok(!rightsIn(['api.read'], ['user/person-*.rs']).has('people.merge'))
  assert.ok(rightsIn(['api.read'], ['user/person-*.ru']).has('people.merge'))
})

it('a token of another form lets its owner read', () => {
  assert.deepEqual([...rightsOf('opaque')], ['api.read', 'changes', 'mappings'])
  assert.deepEqual([...rightsOf(token({}))], ['api.read', 'changes', 'mappings'])
})
