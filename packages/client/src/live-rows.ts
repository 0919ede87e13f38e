/** The rows of a live query, kept by its events. */

type Row = Readonly<Record<string, unknown>>

/** A row as events have it. */
export interface LiveRow {
  readonly key: number
  readonly row: readonly unknown[]
  /** Its index among all rows afterwards; absent where rows have no order. */
  readonly at?: number
}

export interface LiveChange {
  readonly added: readonly LiveRow[]
  readonly changed: readonly LiveRow[]
  readonly removed: readonly number[]
}

interface KeptRow {
  readonly key: number
  readonly text: string
  readonly value: Row
}

interface Changed {
  readonly rows: readonly Row[]
  readonly added: readonly Row[]
  readonly changed: readonly Row[]
  readonly removed: readonly Row[]
}

/** Removed and changed rows are taken out, then added and changed ones put in where they belong. */
function place(kept: readonly KeptRow[], change: LiveChange, made: ReadonlyMap<number, KeptRow>): KeptRow[] {
  const hasPlace = ({ at }: LiveRow): boolean => at !== undefined
  const out = new Set([...change.removed, ...change.changed.filter(hasPlace).map(({ key }) => key)])
  const rows = kept.filter(({ key }) => !out.has(key)).map(row => made.get(row.key) ?? row)
  const placed = [...change.added, ...change.changed].filter(hasPlace)
  for (const { key, at = 0 } of placed.sort((a, b) => (a.at ?? 0) - (b.at ?? 0))) {
    const row = made.get(key)
    if (row) rows.splice(at, 0, row)
  }
  for (const each of change.added) {
    const row = made.get(each.key)
    if (row && !hasPlace(each)) rows.push(row)
  }
  return rows
}

export function openLiveRows() {
  let names: readonly string[] = []
  let kept: readonly KeptRow[] = []
  const make = ({ key, row }: LiveRow): KeptRow => ({
    key,
    text: JSON.stringify(row),
    value: Object.fromEntries(names.map((name, at) => [name, row[at]])),
  })
  const valuesOf = (rows: readonly KeptRow[]): readonly Row[] => rows.map(({ value }) => value)
  return {
    /** Takes all rows anew; those that are as before stay the same objects, whatever their keys are now. */
    replace: (columns: readonly { readonly name: string }[], rows: readonly LiveRow[]): Changed => {
      names = columns.map(({ name }) => name)
      const before = new Map<string, KeptRow[]>()
      for (const row of kept) before.set(row.text, [...(before.get(row.text) ?? []), row])
      const added: KeptRow[] = []
      kept = rows.map(each => {
        const made = make(each)
        const same = before.get(made.text)?.shift()
        if (same) return { ...same, key: made.key }
        added.push(made)
        return made
      })
      return {
        rows: valuesOf(kept),
        added: valuesOf(added),
        changed: [],
        removed: valuesOf([...before.values()].flat()),
      }
    },
    change: (change: LiveChange): Changed => {
      const made = new Map([...change.added, ...change.changed].map(row => [row.key, make(row)]))
      const gone = new Set(change.removed)
      const removed = kept.filter(({ key }) => gone.has(key))
      kept = place(kept, change, made)
      const madeOf = (rows: readonly LiveRow[]) =>
        rows.flatMap(({ key }) => {
          const row = made.get(key)
          return row ? [row.value] : []
        })
      return {
        rows: valuesOf(kept),
        added: madeOf(change.added),
        changed: madeOf(change.changed),
        removed: valuesOf(removed),
      }
    },
  }
}
