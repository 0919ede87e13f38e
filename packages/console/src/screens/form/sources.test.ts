import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withSources } from './sources.ts'

const ADA = { kind: 'person', uid: '7d44b88c-4199-4bad-97dc-d78268e01398' } as const

it('a relationship that is filled in has the party as its source, unless it names another', () => {
  const values = {
    'person/employer:0/_name': 'Employer',
    'person/employer:1/target|id': 'x',
    'person/employer:1/source|id': 'somebody',
    'person/parent/target|id': 'y',
    'person/name': 'Ada',
  }
  const source = (path: string) => ({
    [`${path}/source|id`]: ADA.uid,
    [`${path}/source|namespace`]: 'local',
    [`${path}/source|type`]: 'PERSON',
  })
  assert.deepEqual(withSources(values, ['person/employer', 'person/parent', 'person/contact'], ADA), {
    ...values,
    ...source('person/employer:0'),
    ...source('person/parent'),
  })
})

it('values without a relationship stay as they are', () => {
  assert.deepEqual(withSources({ 'person/name': 'Ada' }, ['person/employer'], ADA), { 'person/name': 'Ada' })
})
