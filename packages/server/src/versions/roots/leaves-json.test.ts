/** The JSON text of leaves: as `JSON.stringify` would write it, but for what jsonb cannot store. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomDocument } from '../../../../../test/random-document.ts'
import type { Leaf } from './draft.ts'
import type { Entries, PathEntry } from './entries.ts'
import { escapedJson, jsonOf, leavesJson } from './leaves-json.ts'
import { parseDictionaryPath, repeatsIn } from './path-text.ts'
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
    archetype: (type, id) => ({ key: 1, type, id, paths: several }),
    archetypes: () => [],
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

test('a text with nothing to escape is written as any other text is', () => {
  const awkward = fc.constantFrom(
    '"',
    '\\',
    '\0',
    '\n',
    '\x1f',
    ' ',
    '\x7f',
    '\u2028',
    '\ud7ff',
    '\ud800',
    '\udfff',
    '😀',
    '\ue000',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: fc.oneof(awkward, fc.constantFrom('a', 'Ä', '/')), maxLength: 120 }),
  )
  fc.assert(
    fc.property(text, value => {
      assert.equal(jsonOf(value), escapedJson(value))
    }),
    { numRuns: 500 },
  )
  for (let code = 0; code <= 0xffff; code++) {
    const value = `a${String.fromCharCode(code)}b`
    assert.equal(jsonOf(value), escapedJson(value))
    const stored = code === 0 || (code >= 0xd800 && code <= 0xdfff) ? 'a\ufffdb' : value
    assert.equal(JSON.parse(jsonOf(value)), stored)
  }
})
