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

/** Takes lines and gives rows. */
export interface Sink {
  /** Returns the row where it is certain that it is the next of the result. */
  take(line: Line): Cells | undefined
  /** Returns the rows that were not certain before. */
  rest(): readonly Cells[]
  /** No further line can change the result. */
  readonly done: boolean
}

export function sinkFor(query: BoundQuery, page: Page | undefined): Sink {
  const isKept = query.orderBy.length > 0 || query.top?.direction === 'BACKWARD'
  return isKept ? sortingSink(query, page) : streamingSink(query, page)
}

/** The rows of the result, from `start` up to `end`, which is not included. */
function windowOf({ top, limit }: BoundQuery, page: Page = { offset: 0, count: Number.POSITIVE_INFINITY }) {
  const first = limit?.offset ?? 0
  const count = limit?.count ?? (top?.direction === 'FORWARD' ? top.count : Number.POSITIVE_INFINITY)
  const start = first + page.offset
  return { start, end: Math.min(first + count, start + page.count) }
}

/** Gives rows as they come, up to the end of the window. */
function streamingSink(query: BoundQuery, page: Page | undefined): Sink {
  const { start, end } = windowOf(query, page)
  const isFirst = query.distinct ? firstOfEqual() : () => true
  let position = 0
  return {
    take: ({ cells }) => {
      if (position >= end || !isFirst(cells)) return undefined
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
function sortingSink(query: BoundQuery, page: Page | undefined): Sink {
  const { start, end } = windowOf(query, page)
  const backward = query.top?.direction === 'BACKWARD' ? query.top.count : undefined
  const directions = query.orderBy.map(({ descending }) => (descending ? -1 : 1))
  const most = backward === undefined ? Math.max(2 * end, FEW) : Number.POSITIVE_INFINITY
  let lines: Line[] = []
  const settle = (): void => {
    // Stable: lines that are equal stay in the order that they came in.
    lines.sort((a, b) => compareLines(a, b, directions))
    const isFirst = query.distinct ? firstOfEqual() : () => true
    lines = lines.filter(({ cells }) => isFirst(cells))
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

/** A test that is true for the first of equal rows. */
function firstOfEqual(): (cells: Cells) => boolean {
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
