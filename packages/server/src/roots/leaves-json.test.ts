/** The JSON text of leaves says where each of them is. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomDocument } from '../../../../test/random-document.ts'
import type { Entries, PathEntry } from './entries.ts'
import { leavesJson } from './leaves-json.ts'
import { parseDictionaryPath, repeatsIn } from './path-text.ts'
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
    epoch: 0,
  }
}

/** The same by way of an object, with zeros in place of an empty vector where a path has several values. */
function expected(leaves: readonly Leaf[], entries: Entries): Record<string, unknown> {
  const found: Record<string, Leaf[]> = {}
  for (const leaf of leaves) {
    const key = entries.path(leaf.path.text)?.key ?? 0
    found[key] = [...(found[key] ?? []), leaf]
  }
  const plain = ({ value }: Leaf): unknown =>
    typeof value === 'object' && value !== null ? Number(value.decimal) : value
  const zeros = ({ path }: Leaf): string => Array.from({ length: path.repeats }, () => 0).join('.')
  return Object.fromEntries(
    Object.entries(found).map(([key, [first, ...others]]) => [
      key,
      first !== undefined && others.length === 0 && first.at === ''
        ? plain(first)
        : Object.fromEntries(
            [...(first ? [first] : []), ...others].map(leaf => [leaf.at || zeros(leaf), plain(leaf)]),
          ),
    ]),
  )
}

test('the leaves of any document are members by path, and by vector where there are several', () => {
  fc.assert(
    fc.property(randomDocument, data => {
      const entries = everything()
      for (const { leaves } of rootsOf(data, 'COMPOSITION'))
        assert.deepEqual(JSON.parse(leavesJson(entries, leaves)), expected(leaves, entries))
    }),
    { numRuns: 100 },
  )
})

test('no leaves are an empty object', () => {
  assert.equal(leavesJson(everything(), []), '{}')
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
  assert.deepEqual(found, expected(leaves, entries))
  assert.deepEqual(found[entries.path('items*[at1]|ELEMENT/value')?.key ?? 0], { '0': 0, '1': 1 })
  assert.deepEqual(found[entries.path('mixed*')?.key ?? 0], { '0': true, '1': 5 })
  const nodes = new Set(leaves.map(({ path }) => path))
  assert.ok(nodes.size > new Set([...nodes].map(({ text }) => text)).size)
})
