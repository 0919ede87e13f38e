import assert from 'node:assert/strict'
import test from 'node:test'
import { withoutEmptyLists } from './empty-lists.ts'

test('empty lists of the reference model are left out at every depth', () => {
  const text = { _type: 'DV_TEXT', value: 'x', mappings: [] }
  const data = {
    _type: 'CLUSTER',
    name: text,
    links: [],
    items: [{ _type: 'ELEMENT', name: text, value: { _type: 'DV_TEXT', value: 'y', mappings: [] } }],
  }
  assert.deepEqual(withoutEmptyLists(data), {
    _type: 'CLUSTER',
    name: { _type: 'DV_TEXT', value: 'x' },
    items: [
      {
        _type: 'ELEMENT',
        name: { _type: 'DV_TEXT', value: 'x' },
        value: { _type: 'DV_TEXT', value: 'y' },
      },
    ],
  })
})

test('what has no empty list is the same object', () => {
  const data = { _type: 'CLUSTER', items: [{ _type: 'ELEMENT', null_flavour: null }] }
  assert.equal(withoutEmptyLists(data), data)
})

test('an empty list where the reference model has none stays, to be refused', () => {
  const data = { _type: 'DV_TEXT', value: [], colour: [] }
  assert.equal(withoutEmptyLists(data), data)
})

test('what is no object is given back', () => {
  for (const value of [null, undefined, 1, 'x', true, []]) assert.equal(withoutEmptyLists(value), value)
})
