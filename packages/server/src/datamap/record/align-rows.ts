/**
 * Matches the rows of a group in an update with the rows of the stored record, by their cells.
 *
 * A row keeps its hidden data (which the datamap does not show) only if it is certain to be the same row: hidden data must
 * never end up in another row. Equal rows match, in order if possible; between them, in order again, rows match that share
 * most of their cells, or the first cell and one more. All others are new or removed.
 */
import { cellKey } from '../cells.ts'
import type { CellObject, Column } from '../model.ts'

/** For each row of the update, the index of the stored row that it matches; undefined for a new row. */
export type Alignment = readonly (number | undefined)[]

/** With more pairs, only the first matches are taken instead of the best. */
const MOST_PAIRS = 1_000_000

type Weigh = (oldRow: number, newRow: number) => number

interface Span {
  readonly from: number
  readonly to: number
}

/** Finds pairs in order with the greatest sum of weights; a weight of 0 is no pair. */
function heaviestPairs(
  olds: Span,
  news: Span,
  weigh: Weigh,
  pair: (oldRow: number, newRow: number) => void,
): void {
  const [rows, columns] = [olds.to - olds.from, news.to - news.from]
  if (rows === 0 || columns === 0) return
  if (rows * columns > MOST_PAIRS) {
    firstPairs(olds, news, weigh, pair)
    return
  }
  const width = columns + 1
  const sums = new Float64Array((rows + 1) * width)
  const sum = (row: number, column: number): number => sums[row * width + column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const weight = weigh(olds.from + row, news.from + column)
      const paired = weight > 0 ? weight + sum(row + 1, column + 1) : 0
      sums[row * width + column] = Math.max(paired, sum(row + 1, column), sum(row, column + 1))
    }
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    const weight = weigh(olds.from + row, news.from + column)
    if (weight > 0 && sum(row, column) === weight + sum(row + 1, column + 1)) {
      pair(olds.from + row, news.from + column)
      row++
      column++
    } else if (sum(row + 1, column) >= sum(row, column + 1)) row++
    else column++
  }
}

/** Number of rows that are searched for a match when there are too many rows to compare all. */
const REACH = 50

/** Pairs each new row with the next old one that fits. */
function firstPairs(
  olds: Span,
  news: Span,
  weigh: Weigh,
  pair: (oldRow: number, newRow: number) => void,
): void {
  let next = olds.from
  for (let row = news.from; row < news.to; row++)
    for (let old = next; old < Math.min(olds.to, next + REACH); old++)
      if (weigh(old, row) > 0) {
        pair(old, row)
        next = old + 1
        break
      }
}

/** Pairs equal rows at both ends, which usually leaves few rows in between. */
function commonEnds(
  olds: readonly string[],
  news: readonly string[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(olds.length, news.length)
  let start = 0
  while (start < most && olds[start] === news[start]) start++
  let end = 0
  while (end < most - start && olds[olds.length - 1 - end] === news[news.length - 1 - end]) end++
  return { start, end }
}

const keysOf = (columns: readonly Column[], rows: readonly CellObject[]): readonly (readonly string[])[] =>
  rows.map(row => columns.map(({ label }) => cellKey(row[label])))

/** Returns the number of cells that two rows share, or 0 if they are not similar enough to be the same row. */
function likeness(a: readonly string[], b: readonly string[]): number {
  const told = a.map((_, index) => index).filter(index => a[index] !== 'null' || b[index] !== 'null')
  const shared = told.filter(index => a[index] === b[index])
  const [first] = told
  const same = shared.length * 2 > told.length || (shared.length > 0 && first === shared[0])
  return same ? shared.length : 0
}

/** Pairs rows that occur once on both sides and only moved. */
function pairMoved(
  olds: readonly string[],
  news: readonly string[],
  left: { readonly olds: ReadonlySet<number>; readonly news: ReadonlySet<number> },
  pair: (oldRow: number, newRow: number) => void,
): void {
  const places = new Map<string, { olds: number[]; news: number[] }>()
  const at = (key: string) => {
    const known = places.get(key) ?? { olds: [], news: [] }
    places.set(key, known)
    return known
  }
  for (const row of left.olds) at(olds[row] ?? '').olds.push(row)
  for (const row of left.news) at(news[row] ?? '').news.push(row)
  for (const place of places.values()) {
    const [old, another] = place.olds
    const [row, second] = place.news
    if (old !== undefined && row !== undefined && another === undefined && second === undefined)
      pair(old, row)
  }
}

/** `movable`: rows may match in another order. */
export function alignRows(
  columns: readonly Column[],
  oldRows: readonly CellObject[],
  newRows: readonly CellObject[],
  movable: boolean,
): Alignment {
  const [olds, news] = [keysOf(columns, oldRows), keysOf(columns, newRows)]
  const [oldTexts, newTexts] = [olds.map(keys => keys.join()), news.map(keys => keys.join())]
  const found: (number | undefined)[] = newRows.map(() => undefined)
  const left = { olds: new Set(oldRows.keys()), news: new Set(newRows.keys()) }
  const pair = (oldRow: number, newRow: number): void => {
    found[newRow] = oldRow
    left.olds.delete(oldRow)
    left.news.delete(newRow)
  }
  const { start, end } = commonEnds(oldTexts, newTexts)
  for (let row = 0; row < start; row++) pair(row, row)
  for (let row = 1; row <= end; row++) pair(olds.length - row, news.length - row)
  heaviestPairs(
    { from: start, to: olds.length - end },
    { from: start, to: news.length - end },
    (oldRow, newRow) => (oldTexts[oldRow] === newTexts[newRow] ? 1 : 0),
    pair,
  )
  const anchors = found.flatMap((oldRow, newRow) => (oldRow === undefined ? [] : [{ oldRow, newRow }]))
  if (movable) pairMoved(oldTexts, newTexts, left, pair)
  let from = { oldRow: 0, newRow: 0 }
  for (const to of [...anchors, { oldRow: olds.length, newRow: news.length }]) {
    heaviestPairs(
      { from: from.oldRow, to: to.oldRow },
      { from: from.newRow, to: to.newRow },
      (oldRow, newRow) =>
        left.olds.has(oldRow) && left.news.has(newRow) ? likeness(olds[oldRow] ?? [], news[newRow] ?? []) : 0,
      pair,
    )
    from = { oldRow: to.oldRow + 1, newRow: to.newRow + 1 }
  }
  return found
}
