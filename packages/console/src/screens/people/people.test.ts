import assert from 'node:assert/strict'
import { it } from 'node:test'
import { browserName, formOf, foundPeople, roleIn, roleName, roleWords } from './roles.ts'

const person = (person_id: string, name: string) => ({
  person_id,
  name,
  roles: ['nurse'],
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

const ROLE = {
  name: 'vital-signs',
  description: 'Reads vital signs',
  scopes: [],
  rights: ['user/composition-Vital.**.rs', 'user/aql-*.rs'],
  deidentified: false,
  assignable: true,
  built_in: false,
  people: 2,
}

it('a role is shown by its name in the language of the reader if it is built in, else as it was written', () => {
  const t = (key: string) => `<${key}>`
  assert.equal(roleName('nurse', t), '<Nurse>')
  assert.equal(roleWords({ name: 'nurse', description: 'x' }, t), '<Reads and writes records, runs queries>')
  assert.equal(roleName('vital-signs', t), 'vital-signs')
  assert.equal(roleName('constructor', t), 'constructor')
  assert.equal(roleWords(ROLE, t), 'Reads vital signs')
})

it('the form of a role has a right in each line, and a copy has no name yet', () => {
  const form = formOf(ROLE, true)
  assert.deepEqual([form.name, form.rights], ['', 'user/composition-Vital.**.rs\nuser/aql-*.rs'])
  const { built_in: _, people: __, ...role } = ROLE
  const typed = { ...form, name: ' vital-signs ', rights: ` ${form.rights}\n\n` }
  assert.deepEqual(roleIn(typed), role)
  assert.equal(formOf(ROLE, false).name, 'vital-signs')
})
