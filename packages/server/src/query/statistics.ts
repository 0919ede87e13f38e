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

type Table = Map<string, QueryFigures>

const NO_OUTCOMES: QueryFigures['outcomes'] = { ok: 0, failed: 0, timeout: 0, left: 0 }

function add(table: Table, given: QueryFigures): void {
  const key = `${given.executor} ${given.query}`
  const known = table.get(key)
  if (!known) return void table.set(key, given)
  const outcomes = { ...known.outcomes }
  for (const outcome of OUTCOMES) outcomes[outcome] += given.outcomes[outcome]
  table.set(key, {
    ...known,
    outcomes,
    rows: known.rows + given.rows,
    milliseconds: known.milliseconds + given.milliseconds,
    slowest: Math.max(known.slowest, given.slowest),
    indexable: given.indexable,
    lastAt: Math.max(known.lastAt, given.lastAt),
  })
}

/** The entry with the least total time, except the one that was added last. */
function leastOf(table: Table, newest: string): readonly [string, QueryFigures] | undefined {
  let least: readonly [string, QueryFigures] | undefined
  for (const entry of table)
    if (entry[0] !== newest && (!least || entry[1].milliseconds < least[1].milliseconds)) least = entry
  return least
}

/** Adds up the figures of several processes. */
export function sumFigures(ofProcesses: readonly (readonly QueryFigures[])[]): readonly QueryFigures[] {
  const sums: Table = new Map()
  for (const figures of ofProcesses) for (const each of figures) add(sums, each)
  return [...sums.values()]
}

export function openQueryStatistics(): QueryStatistics {
  const stored: Table = new Map()
  const adhoc: Table = new Map()
  const others: Table = new Map()
  return {
    count: ({ query, isStored, executor = 'none', outcome, rows = 0, indexable, milliseconds }, at) => {
      const table = isStored ? stored : adhoc
      const outcomes = { ...NO_OUTCOMES, [outcome]: 1 }
      const slowest = milliseconds
      add(table, { query, executor, outcomes, rows, milliseconds, slowest, indexable, lastAt: at })
      const least = table.size > MOST ? leastOf(table, `${executor} ${query}`) : undefined
      if (!least) return
      table.delete(least[0])
      add(others, { ...least[1], query: OTHER, indexable: [] })
    },
    figures: () => [...stored.values(), ...adhoc.values(), ...others.values()],
  }
}
