import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import { isRmObject } from '@cairn-ehr/openehr/rm'
import { RECORDS } from '../../../openehr/test/aql/records.ts'
import { parseDictionaryPath } from '../roots/path-text.ts'
import { rootsOf } from '../roots/writing/index.ts'
import { cutAt, rootsIn } from './cut.ts'

const documents = RECORDS.flatMap(({ versions }) => versions.map(({ data }) => data)).filter(isRmObject)

test('roots have the numbers that they are stored under', () => {
  for (const document of documents) {
    const drafts = rootsOf(document, document._type ?? '')
    assert.deepEqual(
      rootsIn(document).map(({ value, type }) => [type, value['archetype_node_id']]),
      drafts.map(({ tree }) => [tree.type, tree.archetype]),
    )
  }
})

test('every leaf is found where its path and vector say', () => {
  for (const document of documents)
    rootsOf(document, document._type ?? '').forEach(({ leaves }, num) => {
      const root = rootsIn(document)[num]
      assert.ok(root)
      for (const { path, at, value } of leaves) {
        const steps = parseDictionaryPath(path.text)
        if (path.text.endsWith('#') || value === true || steps.at(-1)?.type !== undefined) continue
        assert.deepEqual(cutAt(root, steps, at === '' ? [] : at.split('.').map(Number)), value, path.text)
      }
    })
})

test('members are counted among those of the same node id, and an object says what it is', () => {
  const element = (id: string, value: string): RmObject => ({
    _type: 'ELEMENT',
    archetype_node_id: id,
    name: { value: 'x' },
    value: { _type: 'DV_TEXT', value },
  })
  const tree = {
    _type: 'ITEM_TREE',
    archetype_node_id: 'openEHR-EHR-ITEM_TREE.x.v1',
    items: [element('at1', 'a'), element('at2', 'b'), element('at1', 'c')],
  }
  const [root] = rootsIn(tree)
  assert.ok(root)
  const cut = (path: string, ...vector: readonly number[]) => cutAt(root, parseDictionaryPath(path), vector)
  assert.equal(cut('items*[at1]|ELEMENT/value|DV_TEXT/value', 1), 'c')
  assert.deepEqual(cut('items*[at2]|ELEMENT/name|DV_TEXT', 0), { _type: 'DV_TEXT', value: 'x' })
  assert.equal(cut('items*[at2]|ELEMENT/name|DV_CODED_TEXT', 0), undefined)
  assert.equal(cut('items*[at2]|ELEMENT/value|DV_TEXT/value', 1), undefined)
})
