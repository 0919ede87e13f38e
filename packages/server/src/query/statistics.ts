/** Figures of queries since the process started: a bounded table in memory, which keeps those that took the most time. */
import { OUTCOMES, type Outcome, type QueryRun } from './query-run.ts'

/** One query by one executor. */
export interface QueryFigures {
  readonly query: string
  readonly executor: string
  readonly outcomes: Readonly<Record<Outcome, number>>
  readonly rows: number
  readonly milliseconds: number
  readonly slowest: number
  /** Values by which the last one ordered or filtered without an index. */
  readonly indexable: QueryRun['indexable']
  /** The end of the last one, in milliseconds since 1970. */
  readonly lastAt: number
}

export interface QueryStatistics {
  count(run: QueryRun, at: number): void
  figures(): readonly QueryFigures[]
}

export const runsOf = ({ outcomes }: QueryFigures): number =>
  OUTCOMES.reduce((sum, outcome) => sum + outcomes[outcome], 0)

/** Most stored queries in the table, and most ad hoc ones: callers cannot make it grow beyond. */
const MOST = 100

/** The name under which entries that were evicted are added up. */
const OTHER = 'other'

/** Counted up in place: to make a new one for each query takes 7 µs. */
type Entry = { -readonly [Name in keyof QueryFigures]: QueryFigures[Name] } & {
  readonly outcomes: Record<Outcome, number>
}

type Table = Map<string, Entry>

const keyOf = (executor: string, query: string): string => `${executor} ${query}`

function entryOf(table: Table, executor: string, query: string): Entry {
  const key = keyOf(executor, query)
  const known = table.get(key)
  if (known) return known
  const outcomes = { ok: 0, failed: 0, timeout: 0, left: 0 }
  const entry = { query, executor, outcomes, rows: 0, milliseconds: 0, slowest: 0, indexable: [], lastAt: 0 }
  table.set(key, entry)
  return entry
}

type Counted = Pick<QueryFigures, 'rows' | 'milliseconds' | 'slowest' | 'indexable' | 'lastAt'>

function countUp(entry: Entry, { rows, milliseconds, slowest, indexable, lastAt }: Counted): void {
  entry.rows += rows
  entry.milliseconds += milliseconds
  entry.slowest = Math.max(entry.slowest, slowest)
  entry.indexable = indexable
  entry.lastAt = Math.max(entry.lastAt, lastAt)
}

function add(table: Table, query: string, given: QueryFigures): void {
  const entry = entryOf(table, given.executor, query)
  for (const outcome of OUTCOMES) entry.outcomes[outcome] += given.outcomes[outcome]
  countUp(entry, given)
}

/** The entry with the least total time, except the one that was added last. */
function leastOf(table: Table, newest: string): readonly [string, Entry] | undefined {
  let least: readonly [string, Entry] | undefined
  for (const entry of table)
    if (entry[0] !== newest && (!least || entry[1].milliseconds < least[1].milliseconds)) least = entry
  return least
}

/** Adds up the figures of several processes. */
export function sumFigures(ofProcesses: readonly (readonly QueryFigures[])[]): readonly QueryFigures[] {
  const sums: Table = new Map()
  for (const figures of ofProcesses) for (const each of figures) add(sums, each.query, each)
  return [...sums.values()]
}

export function openQueryStatistics(): QueryStatistics {
  const stored: Table = new Map()
  const adhoc: Table = new Map()
  const others: Table = new Map()
  return {
    count: ({ query, isStored, executor = 'none', outcome, rows = 0, indexable, milliseconds }, at) => {
      const table = isStored ? stored : adhoc
      const entry = entryOf(table, executor, query)
      entry.outcomes[outcome] += 1
      countUp(entry, { rows, milliseconds, slowest: milliseconds, indexable, lastAt: at })
      const least = table.size > MOST ? leastOf(table, keyOf(executor, query)) : undefined
      if (!least) return
      table.delete(least[0])
      add(others, OTHER, { ...least[1], indexable: [] })
    },
    figures: () =>
      [...stored.values(), ...adhoc.values(), ...others.values()].map(entry => ({
        ...entry,
        outcomes: { ...entry.outcomes },
      })),
  }
}
