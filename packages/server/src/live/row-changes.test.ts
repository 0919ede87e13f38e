import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { applyChange } from '../../../../test/live/live-calls.ts'
import { compareRows, type FoundRow, type LiveRow, longestAscending } from './row-changes.ts'

const rowsOf = (texts: readonly string[]): readonly FoundRow[] =>
  texts.map(text => ({ json: text, group: text[0] ?? '', ehrId: undefined }))

const keyed = (texts: readonly string[]): readonly LiveRow[] =>
  rowsOf(texts).map((row, at) => ({ ...row, key: at + 1 }))

const compare = (before: readonly string[], after: readonly string[], isOrdered: boolean) => {
  let last = before.length
  return compareRows(keyed(before), rowsOf(after), isOrdered, () => ++last)
}

const texts = fc.array(fc.constantFrom('a', 'ab', 'ac', 'b', 'bc', 'c', 'd'), { maxLength: 8 })

describe('the comparison of rows', () => {
  it('keeps equal rows, pairs rows of one group, and names the others', () => {
    const { added, changed, removed } = compare(['a1', 'b1', 'c1'], ['a1', 'b2', 'd1'], false)
    assert.deepEqual(
      [added, changed, removed].map(rows => rows.map(({ key, json }) => `${key} ${json}`)),
      [['4 d1'], ['2 b2'], ['3 c1']],
    )
  })

  it('places again a row that was overtaken, and no other', () => {
    const { added, changed, removed } = compare(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'], true)
    assert.deepEqual([added.length, removed.length], [0, 0])
    assert.deepEqual(
      changed.map(({ key, at }) => [key, at]),
      [[4, 0]],
    )
  })

  it('leads from the rows before to the rows after, in their order where they have one', () => {
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (before, after, isOrdered) => {
        const { rows, added, changed, removed } = compare(before, after, isOrdered)
        assert.deepEqual(
          rows.map(({ json }) => json),
          after,
        )
        const placed = (each: (typeof added)[number]) => ({
          key: each.key,
          row: each.json,
          ...(each.at === undefined ? {} : { at: each.at }),
        })
        const applied = applyChange(
          keyed(before).map(({ key, json }) => ({ key, row: json })),
          { added: added.map(placed), changed: changed.map(placed), removed: removed.map(({ key }) => key) },
        )
        const found = applied.map(({ key, row }) => `${key} ${row}`)
        const wanted = rows.map(({ key, json }) => `${key} ${json}`)
        assert.deepEqual(isOrdered ? found : found.sort(), isOrdered ? wanted : wanted.sort())
      }),
    )
  })
})

describe('a longest part that ascends', () => {
  it('is as long as any', () => {
    assert.deepEqual([...longestAscending([3, 1, 2, 5, 4])].sort(), [1, 2, 4])
    assert.deepEqual([...longestAscending([])], [])
  })
})
