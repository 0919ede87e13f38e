import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RmObject, walk } from './index.ts'

const visits = (root: RmObject): string[] => {
  const seen: string[] = []
  walk(root, (_, path, type) => seen.push(`${path} ${type}`))
  return seen
}

const element = (id: string, name: string) => ({
  _type: 'ELEMENT',
  archetype_node_id: id,
  name: { value: name },
})

test('every object is visited, parents first, with its path and its type', () => {
  const observation = {
    _type: 'OBSERVATION',
    archetype_node_id: 'openEHR-EHR-OBSERVATION.x.v1',
    language: { terminology_id: { value: 'ISO_639-1' }, code_string: 'en' },
    data: {
      archetype_node_id: 'at0001',
      events: [{ _type: 'POINT_EVENT', archetype_node_id: 'at0006', time: { value: '2020' } }],
    },
  }
  assert.deepEqual(visits(observation), [
    '/ OBSERVATION',
    '/language CODE_PHRASE',
    '/language/terminology_id TERMINOLOGY_ID',
    '/data[at0001] HISTORY',
    '/data[at0001]/events[at0006] POINT_EVENT',
    '/data[at0001]/events[at0006]/time DV_DATE_TIME',
  ])
})

test('siblings of one node id are told apart by name, and by position where the name is the same', () => {
  const items = [
    element('at1', 'a'),
    element('at1', "b'c"),
    element('at2', 'x'),
    element('at2', 'x'),
    element('at3', 'y'),
  ]
  const paths: string[] = []
  walk({ _type: 'CLUSTER', items }, (node, path) => node['_type'] === 'ELEMENT' && paths.push(path))
  assert.deepEqual(paths, [
    "/items[at1, 'a']",
    "/items[at1, 'b\\'c']",
    '/items[at2][1]',
    '/items[at2][2]',
    '/items[at3]',
  ])
})

test('members without a node id go by their position', () => {
  const party = { _type: 'PARTY_IDENTIFIED', identifiers: [{ id: '1' }, { id: '2' }] }
  assert.deepEqual(visits(party), [
    '/ PARTY_IDENTIFIED',
    '/identifiers[1] DV_IDENTIFIER',
    '/identifiers[2] DV_IDENTIFIER',
  ])
})

test('a dictionary is no object of the RM', () => {
  assert.deepEqual(visits({ _type: 'GENERIC_CONTENT_ITEM', other_details: { a: 'b' } }), [
    '/ GENERIC_CONTENT_ITEM',
  ])
})

test('depth costs no stack, and a type that nothing tells is Any', () => {
  let root: RmObject = {}
  for (let at = 0; at < 200_000; at++) root = { items: [root] }
  let count = 0
  walk(root, (_, __, type) => {
    assert.equal(type, 'Any')
    count += 1
  })
  assert.equal(count, 200_001)
})
