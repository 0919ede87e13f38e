import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crumbsOf } from './breadcrumb.ts'

it('a breadcrumb is the address', () => {
  assert.deepEqual(crumbsOf('/ehrs/7d44b88c-4199-4bad-97dc-d78268e01398/compositions/x%3A%3Ay%3A%3A1'), [
    { label: 'EHRs', path: '/ehrs' },
    {
      label: undefined,
      id: '7d44b88c…',
      ehrId: '7d44b88c-4199-4bad-97dc-d78268e01398',
      path: '/ehrs/7d44b88c-4199-4bad-97dc-d78268e01398',
    },
    {
      label: 'Record',
      path: '/ehrs/7d44b88c-4199-4bad-97dc-d78268e01398/compositions/x%3A%3Ay%3A%3A1',
    },
  ])
  assert.deepEqual(crumbsOf('/'), [])
  assert.deepEqual(
    [
      '/demographics/new',
      '/demographics/person/7d44b88c-4199-4bad-97dc-d78268e01398/edit',
      '/ehrs/7d44b88c-4199-4bad-97dc-d78268e01398/new',
    ].map(address => crumbsOf(address).at(-1)?.label),
    ['New entry', 'Change entry', 'New record'],
  )
})
