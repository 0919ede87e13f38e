/** Names of views and columns. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { openNames, sqlName } from './names.ts'

it('are lower case with underscores', () => {
  const names = [
    'Type of contact',
    'bodyWeight',
    '2nd reading',
    'SpO2 (%)',
    'Größe',
    'a.b',
    '…',
    'vital_signs',
  ]
  assert.deepEqual(names.map(sqlName), [
    'type_of_contact',
    'body_weight',
    '_2nd_reading',
    'sp_o2',
    'größe',
    'a_b',
    '_',
    'vital_signs',
  ])
})

it('get a number if they are taken', () => {
  const nameOf = openNames(['uid'])
  assert.deepEqual(['uid', 'Weight', 'weight', 'WEIGHT'].map(nameOf), [
    'uid_2',
    'weight',
    'weight_2',
    'weight_3',
  ])
})

it('are different, short enough, and the same each time', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '_', '1', 'ö', '名', '😀'), maxLength: 120 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), texts => {
      const names = texts.map(openNames())
      assert.equal(new Set(names).size, names.length)
      assert.ok(names.every(name => name !== '' && Buffer.byteLength(name) <= 63))
      assert.deepEqual(texts.map(openNames()), names)
    }),
  )
})
