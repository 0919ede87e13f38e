import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rightsIn, rightsOf } from './rights.ts'

const token = (claims: object) => `x.${btoa(JSON.stringify(claims))}.y`

it('rights are the known scopes of the token', () => {
  assert.deepEqual(
    [...rightsOf(token({ scope: 'api.read api.admin other' }))],
    ['api.read', 'api.admin', 'audit'],
  )
})

it('an auditor reads the audit trail, and nothing else of an administrator', () => {
  assert.deepEqual([...rightsIn([], ['user/audit-*.ru'])], ['audit'])
  assert.deepEqual([...rightsIn(['api.read'], ['user/composition-*.rs', 'user/audit-*.u'])], ['api.read'])
})

it('a token of another form lets its owner read', () => {
  assert.deepEqual([...rightsOf('opaque')], ['api.read'])
  assert.deepEqual([...rightsOf(token({}))], ['api.read'])
})
