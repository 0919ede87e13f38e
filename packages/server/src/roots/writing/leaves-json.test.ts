/** The JSON text of leaves says where each of them is. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomDocument } from '../../../../../test/random-document.ts'
import type { Entries, PathEntry } from '../entries.ts'
import { pathOf } from '../entry-of.ts'
import { parseDictionaryPath, repeatsIn } from '../path-text.ts'
import { instancesOf } from '../read-values.ts'
import { leavesJson } from './leaves-json.ts'
import type { Leaf } from './root-draft.ts'
import { rootsOf } from './roots-of.ts'

/** Knows every path that it is asked for. */
function everything(): Entries {
  const paths = new Map<string, PathEntry>()
  const several = new Map<PathEntry, boolean>()
  const path = (text: string): PathEntry => {
    const steps = parseDictionaryPath(text)
    const entry = paths.get(text) ?? { key: paths.size + 1, text, steps, repeats: repeatsIn(steps) }
    paths.set(text, entry)
    several.set(entry, true)
    return entry
  }
  return {
    path,
    archetype: (type, id) => ({
      key: 1,
      type,
      id,
      paths: several,
      retired: new Set(),
      isRetired: false,
    }),
    archetypes: () => [],
    shared: () => undefined,
    epoch: 0,
  }
}

/** The values of each path by vector, with zeros in place of an empty one. */
function expected(leaves: readonly Leaf[], entries: Entries): Record<string, unknown> {
  const found: Record<string, Record<string, unknown>> = {}
  for (const { path, at, value } of leaves) {
    const key = entries.path(path.text)?.key ?? 0
    const vector = at || Array.from({ length: path.repeats }, () => 0).join('.')
    const plain = typeof value === 'object' && value !== null ? Number(value.decimal) : value
    found[key] = { ...found[key], [vector]: plain }
  }
  return found
}

/** The same, read from what is stored. */
function read(leaves: readonly Leaf[], entries: Entries): Record<string, unknown> {
  const stored = JSON.parse(leavesJson(entries, leaves)) as Record<string, unknown>
  return Object.fromEntries(
    leaves.map(({ path }) => {
      const entry = pathOf(entries, path)
      const values = instancesOf(entry, stored).map(([vector, value]) => [vector.join('.'), value])
      return [entry.key, Object.fromEntries(values)]
    }),
  )
}

test('the leaves of any document are found again by path and vector', () => {
  fc.assert(
    fc.property(randomDocument, data => {
      const entries = everything()
      for (const { leaves } of rootsOf(data, 'COMPOSITION'))
        assert.deepEqual(read(leaves, entries), expected(leaves, entries))
    }),
    { numRuns: 100 },
  )
})

test('no leaves are an empty object', () => {
  assert.equal(leavesJson(everything(), []), '{}')
})

test('several values are a list with each repetition of the first left out, unless a vector would be lost', () => {
  const stored = (values: readonly unknown[], path = 'items*[at1]|ELEMENT/value'): unknown => {
    const entries = everything()
    const items = values.map(value => ({ _type: 'ELEMENT', archetype_node_id: 'at1', value }))
    const [root] = rootsOf({ archetype_node_id: 'openEHR-EHR-CLUSTER.x.v1', items }, 'CLUSTER')
    const leaves = JSON.parse(leavesJson(entries, root?.leaves ?? [])) as Record<string, unknown>
    return leaves[entries.path(path)?.key ?? 0]
  }
  assert.deepEqual(stored([5]), 5)
  assert.deepEqual(stored(['a', 'b', 'a']), ['a', 'b', null])
  assert.deepEqual(stored(['a', undefined, 'a']), { '0': 'a', '2': 'a' })
  assert.deepEqual(stored([undefined, 'a']), { '1': 'a' })
  const below = 'items*[at1]|ELEMENT/value*'
  assert.deepEqual(stored([['a'], ['b']], below), ['a', 'b'])
  assert.deepEqual(stored([['a', 'b']], below), { '0.0': 'a', '0.1': 'b' })
})

/** The tree of paths forgets an attribute's nodes when there are too many of them, and grows them anew. */
test('values of one path come together though its node was made twice', () => {
  const ids = Array.from({ length: 201 }, (_, at) => `at${at + 1}`)
  const item = (id: string, value: number) => ({ _type: 'ELEMENT', archetype_node_id: id, value })
  const [root] = rootsOf(
    {
      _type: 'ITEM_LIST',
      archetype_node_id: 'openEHR-EHR-ITEM_LIST.many.v1',
      items: [...ids.map(id => item(id, 0)), item('at1', 1)],
      // An object without a class is written as a primitive is.
      mixed: [{ _type: '' }, 5],
    },
    'ITEM_LIST',
  )
  const leaves = root?.leaves ?? []
  const entries = everything()
  const found = JSON.parse(leavesJson(entries, leaves)) as Record<string, unknown>
  assert.deepEqual(read(leaves, entries), expected(leaves, entries))
  assert.deepEqual(found[entries.path('items*[at1]|ELEMENT/value')?.key ?? 0], [0, 1])
  assert.deepEqual(found[entries.path('mixed*')?.key ?? 0], [true, 5])
  const nodes = new Set(leaves.map(({ path }) => path))
  assert.ok(nodes.size > new Set([...nodes].map(({ text }) => text)).size)
})
