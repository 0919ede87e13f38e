/** COUNT, MIN, MAX, SUM and AVG, fed one value at a time and keeping nothing of the records. */
import type { Aggregate } from '../syntax/tree.ts'
import { canonical } from './canonical.ts'
import { exactSum } from './exact-sum.ts'
import { cellOf, computed, type Value } from './item.ts'
import { compareSortKeys, type SortKey, sortKeyOf } from './order.ts'

/** A value as a result needs it: what is shown, and what it is ordered by. */
export interface Reduced {
  readonly cell: unknown
  readonly key: SortKey
}

export const reduced = (value: Value | undefined): Reduced => ({
  cell: cellOf(value),
  key: sortKeyOf(value),
})

export interface Accumulator {
  /** The value of one row; missing ones count only in COUNT(*). */
  add(value: Value | undefined): void
  result(): Reduced
}

type Start = () => Accumulator

const ACCUMULATORS: Readonly<Record<Aggregate['name'], Start>> = {
  COUNT: counted,
  MIN: () => best(1),
  MAX: () => best(-1),
  SUM: () => summed(sum => sum),
  AVG: () => summed((sum, count) => sum / count),
}

export function accumulator({ name, path, distinct }: Aggregate): Accumulator {
  if (!path) return rowsCounted()
  return distinct ? distinctCounted() : ACCUMULATORS[name]()
}

function rowsCounted(): Accumulator {
  let count = 0
  return {
    add: () => {
      count += 1
    },
    result: () => reduced(computed(count)),
  }
}

function counted(): Accumulator {
  let count = 0
  return {
    add: value => {
      if (value) count += 1
    },
    result: () => reduced(computed(count)),
  }
}

function distinctCounted(): Accumulator {
  const seen = new Set<string>()
  return {
    add: value => {
      if (value) seen.add(canonical(value.value))
    },
    result: () => reduced(computed(seen.size)),
  }
}

/** The first of the smallest, or with -1 of the largest, among values that have an order. */
function best(sign: 1 | -1): Accumulator {
  let found: Reduced | undefined
  return {
    add: value => {
      const next = reduced(value)
      if (next.key.rank !== 0) return
      if (!found || sign * compareSortKeys(found.key, next.key) > 0) found = next
    },
    result: () => found ?? reduced(undefined),
  }
}

/** The sum is exact: the same values give the same result on one server, on a cluster and here, whatever their order is. */
function summed(answer: (sum: number, count: number) => number): Accumulator {
  const sum = exactSum()
  let count = 0
  return {
    add: value => {
      if (typeof value?.value !== 'number' && typeof value?.value !== 'bigint') return
      sum.add(value.value)
      count += 1
    },
    result: () => reduced(count === 0 ? undefined : computed(answer(sum.total(), count))),
  }
}
