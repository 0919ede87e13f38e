/** Finds rows that changed since the last look, by the numbers of transactions: a clock that is set back loses nothing (decision 0078). */
import type { Queries } from './database.ts'
import { sql } from './statement.ts'

/** A number of a transaction: all changes of earlier ones have been seen. */
export type ChangePosition = string

const oldestUnderWay = sql<{ number: string }>({
  name: 'changes.oldestUnderWay',
  text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as number',
})

/** A replica that becomes primary may have missed the last transactions, and gives their numbers to others. */
const REUSED_NUMBERS = 10_000n

/** Asked for before the rows are read, so that a transaction which is still under way is looked for again. */
export async function readChangePosition(queries: Queries): Promise<ChangePosition> {
  const [row] = await queries.query(oldestUnderWay)
  const position = BigInt(row?.number ?? 0) - REUSED_NUMBERS
  return String(position > 0n ? position : 0n)
}

/** The SQL condition of rows that changed since the position in a parameter. A restored dump has numbers from the future, which mean nothing here. */
export const changedSince = (parameter: `$${number}`): string =>
  `changed_in >= ${parameter}::xid8 and changed_in < pg_snapshot_xmax(pg_current_snapshot())`
