/** Keeps the first records of an order while all of them go by. */
import type { Order } from '../page.ts'
import { compareKeys, type Key, recordKey, type ShownRecord } from './record-key.ts'

interface Sortable {
  readonly record: ShownRecord
  readonly keys: readonly (Key | undefined)[]
}

/** Records without a value come last, and equal ones by uid. */
function compare(orders: readonly Order[], a: Sortable, b: Sortable): number {
  for (const [at, { descending }] of orders.entries()) {
    const [left, right] = [a.keys[at], b.keys[at]]
    if (left === undefined || right === undefined) {
      const order = Number(left === undefined) - Number(right === undefined)
      if (order !== 0) return order
    } else {
      const order = compareKeys(left, right)
      if (order !== 0) return descending ? -order : order
    }
  }
  return compareKeys(String(a.record.fields['uid']), String(b.record.fields['uid']))
}

export interface SortedRecords {
  add(record: ShownRecord): void
  /** As many as are kept, in order. */
  sorted(): readonly ShownRecord[]
}

/** Sorting after each record would take long: twice as many are kept before the rest is dropped. */
export function keepFirst(orders: readonly Order[], most: number): SortedRecords {
  let kept: Sortable[] = []
  const cut = () => {
    kept = kept.toSorted((a, b) => compare(orders, a, b)).slice(0, most)
  }
  return {
    add: record => {
      kept.push({ record, keys: orders.map(({ field }) => recordKey(field, record).key) })
      if (kept.length >= 2 * most) cut()
    },
    sorted: () => {
      cut()
      return kept.map(({ record }) => record)
    },
  }
}
