/** ORDER BY, DISTINCT, TOP, LIMIT and the page: lines come in one after the other, rows go out. */
import type { BoundQuery } from '../syntax/tree.ts'
import { canonical } from './canonical.ts'
import type { Page } from './data.ts'
import { compareSortKeys, type SortKey } from './order.ts'

export type Cells = readonly unknown[]

/** A row of the result, and what it is ordered by. */
export interface Line {
  readonly cells: Cells
  readonly order: readonly SortKey[]
}

/** Where lines go. */
export interface Sink {
  /** The row, if it is certain already that it is wanted here and now. */
  take(line: Line): Cells | undefined
  /** The rows that were not. */
  rest(): readonly Cells[]
  /** Whether no further line can change anything. */
  readonly done: boolean
}

export function sinkFor(query: BoundQuery, page: Page | undefined): Sink {
  const isKept = query.orderBy.length > 0 || query.top?.direction === 'BACKWARD'
  return isKept ? keeping(query, page) : passing(query, page)
}

/** Which rows are wanted, from the first up to and without the end. */
function windowOf({ top, limit }: BoundQuery, page: Page = { offset: 0, count: Number.POSITIVE_INFINITY }) {
  const first = limit?.offset ?? 0
  const count = limit?.count ?? (top?.direction === 'FORWARD' ? top.count : Number.POSITIVE_INFINITY)
  const start = first + page.offset
  return { start, end: Math.min(first + count, start + page.count) }
}

/** Rows go out as they come, and no more of them than are wanted. */
function passing(query: BoundQuery, page: Page | undefined): Sink {
  const { start, end } = windowOf(query, page)
  const isFresh = query.distinct ? fresh() : () => true
  let position = 0
  return {
    take: ({ cells }) => {
      if (position >= end || !isFresh(cells)) return undefined
      position += 1
      return position > start ? cells : undefined
    },
    rest: () => [],
    get done() {
      return position >= end
    },
  }
}

/** Fewer lines are not worth being sorted before the end. */
const FEW = 1024

/** The order of rows is known at the end only. Lines that cannot be wanted any more are dropped on the way. */
function keeping(query: BoundQuery, page: Page | undefined): Sink {
  const { start, end } = windowOf(query, page)
  const backward = query.top?.direction === 'BACKWARD' ? query.top.count : undefined
  const directions = query.orderBy.map(({ descending }) => (descending ? -1 : 1))
  const most = backward === undefined ? Math.max(2 * end, FEW) : Number.POSITIVE_INFINITY
  let lines: Line[] = []
  const settle = (): void => {
    // Stable: lines that are equal stay in the order that they came in.
    lines.sort((a, b) => compareLines(a, b, directions))
    const isFresh = query.distinct ? fresh() : () => true
    lines = lines.filter(({ cells }) => isFresh(cells))
    lines = backward === undefined ? lines.slice(0, end) : lines.slice(-backward)
  }
  return {
    take: line => {
      lines.push(line)
      if (lines.length >= most) settle()
      return undefined
    },
    rest: () => {
      settle()
      return lines.slice(start, end).map(({ cells }) => cells)
    },
    done: false,
  }
}

/** Whether a row is the first of those that are equal to it. */
function fresh(): (cells: Cells) => boolean {
  const seen = new Set<string>()
  return cells => {
    const before = seen.size
    return seen.add(canonical(cells)).size > before
  }
}

/** Missing values come last ascending, first descending. */
function compareLines(a: Line, b: Line, directions: readonly number[]): number {
  for (const [at, direction] of directions.entries()) {
    const [x, y] = [a.order[at], b.order[at]]
    const order = x && y ? direction * compareSortKeys(x, y) : 0
    if (order !== 0) return order
  }
  return 0
}
