import assert from 'node:assert/strict'
import { test } from 'node:test'
import { equal } from './index.ts'

const element = (value: unknown) => ({
  _type: 'ELEMENT',
  name: { value: 'n' },
  archetype_node_id: 'at1',
  value,
})

test('the order of keys does not matter, the order of members does', () => {
  assert.ok(equal({ _type: 'DV_TEXT', value: 'a' }, { value: 'a', _type: 'DV_TEXT' }))
  assert.ok(!equal({ _type: 'CLUSTER', items: [1, 2] }, { _type: 'CLUSTER', items: [2, 1] }))
})

test('an absent _type equals the declared one where that is concrete', () => {
  const stated = { _type: 'ELEMENT', name: { _type: 'DV_TEXT', value: 'n' }, archetype_node_id: 'at1' }
  assert.ok(equal(stated, { _type: 'ELEMENT', name: { value: 'n' }, archetype_node_id: 'at1' }))
  const coded = { _type: 'ELEMENT', name: { _type: 'DV_CODED_TEXT', value: 'n' }, archetype_node_id: 'at1' }
  assert.ok(!equal(coded, stated))
  assert.ok(!equal(element({ value: 'x' }), element({ _type: 'DV_TEXT', value: 'x' })))
})

test('an undefined attribute is an absent one, null is neither', () => {
  assert.ok(equal({ value: 'a', x: undefined }, { value: 'a' }))
  assert.ok(!equal({ value: null }, {}))
})

test('inherited names of Object.prototype are not attributes', () => {
  const hostile: unknown = JSON.parse('{"__proto__": {"a": 1}}')
  assert.ok(!equal(hostile, {}))
  assert.ok(!equal({ constructor: 1 }, { x: 1 }))
  assert.ok(!equal({ toString: undefined, a: 1 }, { b: 1 }))
})

test('depth costs no stack', () => {
  const deep = (leaf: number): unknown => {
    let value: unknown = leaf
    for (let at = 0; at < 200_000; at++) value = { items: [value] }
    return value
  }
  assert.ok(equal(deep(1), deep(1)))
  assert.ok(!equal(deep(1), deep(2)))
})
