/** Compares the rows of two runs of a query: which were added, removed and changed, and which stay what they were. */

/** A row that a run gave. */
export interface FoundRow {
  readonly json: string
  /** A row that goes and one that comes are the same row, changed, if they have the same group. */
  readonly group: string
  readonly ehrId: string | undefined
}

/** A row that clients know by its key. */
export interface LiveRow extends FoundRow {
  readonly key: number
}

export interface PlacedRow extends LiveRow {
  /** Its index among all rows afterwards; absent where rows have no order. */
  readonly at?: number
}

export interface RowChanges {
  readonly rows: readonly LiveRow[]
  readonly added: readonly PlacedRow[]
  readonly changed: readonly PlacedRow[]
  readonly removed: readonly LiveRow[]
}

/** Rows by some text, each given once, in their order. */
function openQueues(rows: readonly LiveRow[], textOf: (row: FoundRow) => string) {
  const queues = new Map<string, LiveRow[]>()
  for (const row of rows) {
    const text = textOf(row)
    const queue = queues.get(text)
    if (queue) queue.push(row)
    else queues.set(text, [row])
  }
  for (const queue of queues.values()) queue.reverse()
  return (row: FoundRow): LiveRow | undefined => queues.get(textOf(row))?.pop()
}

/** Indexes of a longest part of the numbers that ascends. */
export function longestAscending(numbers: readonly number[]): ReadonlySet<number> {
  /** By length of the part: the index of its smallest last number. */
  const ends: number[] = []
  const before: number[] = []
  const valueAt = (index: number | undefined): number => numbers[index ?? -1] ?? Number.NEGATIVE_INFINITY
  numbers.forEach((number, index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (valueAt(ends[middle]) < number) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = index
  })
  const found = new Set<number>()
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) found.add(index)
  return found
}

/** Kept rows that others have overtaken: they have to be placed again. */
function movedKeys(before: readonly LiveRow[], rows: readonly LiveRow[]): ReadonlySet<number> {
  const placeOf = new Map(before.map(({ key }, at) => [key, at]))
  const kept = rows.filter(({ key }) => placeOf.has(key))
  const inOrder = longestAscending(kept.map(({ key }) => placeOf.get(key) ?? 0))
  return new Set(kept.filter((_, at) => !inOrder.has(at)).map(({ key }) => key))
}

/** `newKey` makes the key of a row that was not there before. */
export function compareRows(
  before: readonly LiveRow[],
  found: readonly FoundRow[],
  isOrdered: boolean,
  newKey: () => number,
): RowChanges {
  const takeEqual = openQueues(before, ({ group, json }) => `${group} ${json}`)
  const equals = found.map(takeEqual)
  const same = new Set(equals.map(row => row?.key))
  const left = before.filter(({ key }) => !same.has(key))
  const takeOfGroup = openQueues(left, ({ group }) => group)
  const isNew = new Set<number>()
  const isChanged = new Set<number>()
  const rows = found.map((row, at): LiveRow => {
    const equal = equals[at]
    if (equal) return equal
    const earlier = takeOfGroup(row)
    const key = earlier?.key ?? newKey()
    ;(earlier ? isChanged : isNew).add(key)
    return { ...row, key }
  })
  const isMoved = isOrdered ? movedKeys(before, rows) : new Set<number>()
  const placed = (row: LiveRow, at: number): PlacedRow => (isOrdered ? { ...row, at } : row)
  const select = (isWanted: (key: number) => boolean): readonly PlacedRow[] =>
    rows.flatMap((row, at) => (isWanted(row.key) ? [placed(row, at)] : []))
  return {
    rows,
    added: select(key => isNew.has(key)),
    changed: select(key => isChanged.has(key) || isMoved.has(key)),
    removed: left.filter(({ key }) => !isChanged.has(key)),
  }
}
