import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { compileValidator } from '@cairn-ehr/openehr/validate'
import { hospitalParties, personParty } from './party.ts'
import { patientOf } from './patient.ts'
import { householdOf, personIdOf } from './person.ts'
import { readTemplates } from './template-files.ts'

const households = Array.from({ length: 200 }, (_, index) => householdOf(patientOf(index + 1)))
const people = households.flat()

test('every person, role and organisation is valid by the template that it names', () => {
  const validators = new Map(
    [...readTemplates()].map(([id, { template }]) => [id, compileValidator(template)]),
  )
  for (const party of [...people.map(personParty), ...hospitalParties()] as RmObject[]) {
    const { template_id } = party['archetype_details'] as { template_id: { value: string } }
    const validate = validators.get(template_id.value)
    assert.ok(validate, template_id.value)
    assert.deepEqual(validate(party, { lifecycle: 'complete' }), [])
  }
})

test('every patient has a name, two identifiers, an address, and the birth date and sex of the record', () => {
  for (const [index, [patient]] of households.entries()) {
    const { sex, born, id } = patientOf(index + 1)
    assert.deepEqual([patient.sex, patient.born, patient.personId], [sex, born, personIdOf(index + 1)])
    assert.equal(patient.identifiers[0]?.id, id)
    assert.equal(patient.identifiers.length, 2)
    assert.ok(patient.address && patient.phone && patient.name.given && patient.name.family)
  }
})

test('names are of several scripts, with a form in Latin letters', () => {
  const scripts = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Han', 'Devanagari']
  for (const script of scripts) {
    const written = people.filter(({ name }) => new RegExp(`\\p{Script=${script}}`, 'u').test(name.given))
    assert.ok(written.length >= 10, script)
    for (const { name } of written)
      assert.equal(name.latin === undefined, script === 'Latin', `${name.given} ${name.family}`)
  }
})

test('relatives name each other, and are grown up', () => {
  const byId = new Map(people.map(person => [person.personId, person]))
  assert.equal(byId.size, people.length)
  const related = people.filter(({ relatives }) => relatives.length > 0)
  assert.ok(related.length > 200)
  for (const { personId, relatives } of related)
    for (const { personId: other } of relatives)
      assert.ok(byId.get(other)?.relatives.some(each => each.personId === personId))
})

test('a person is the same each time, whoever else is made', () => {
  assert.deepEqual(householdOf(patientOf(17)), households[16])
})
