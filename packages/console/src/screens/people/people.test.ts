import assert from 'node:assert/strict'
import { it } from 'node:test'
import { browserName, foundPeople } from './roles.ts'

const person = (person_id: string, name: string) => ({
  person_id,
  name,
  roles: ['nurse'] as const,
  assigned_roles: [],
  disabled: false,
  created_at: '2026-11-16T08:00:00Z',
})

it('people are found by a part of their name or id', () => {
  const people = [person('ana', 'Ana Meyer'), person('ben', 'Ben Vos')]
  assert.deepEqual(
    foundPeople(people, ' VOS ').map(({ person_id }) => person_id),
    ['ben'],
  )
  assert.equal(foundPeople(people, '').length, 2)
})

it('a browser has a short name, or the text that it sends', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36'
  assert.equal(browserName(chrome), 'Chrome · Linux')
  assert.equal(browserName('curl/8.0'), 'curl/8.0')
})
