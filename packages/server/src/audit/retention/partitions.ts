/** Makes the partitions of the audit trail ahead of time, one for each month. */
import { type Database, type Queries, sql } from '../../db/index.ts'

/** Months that have a partition before they begin. */
const MONTHS_AHEAD = 2

/** Longest wait for whoever reads the trail. Months are made ahead, so there is time to try again. */
const limitWait = sql<never>({
  name: 'audit.limitWait',
  text: 'set local lock_timeout to 2000',
  prepare: false,
})
const LONGEST_MOVE_MS = 600_000

const takeTurn = sql<never>({
  name: 'audit.takeTurn',
  text: `select 1 from cairn.turn where work = 'audit partitions' for update`,
})

/** One process at a time makes or removes partitions. */
export const takePartitionTurn = (queries: Queries): Promise<unknown> => queries.query(takeTurn)

/** Months without a partition: from the given one on, and those of events that came before their partition. */
const missingMonths = sql<{ month: string }, [now: string]>({
  name: 'audit.missingMonths',
  text: `select month::text from (
           select date_trunc('month', $1::timestamptz at time zone 'UTC')::date + n * interval '1 month' as month
           from generate_series(0, ${MONTHS_AHEAD}) n
           union select date_trunc('month', at at time zone 'UTC') from cairn.audit_trail_default
         ) wanted
         where to_regclass('cairn.audit_trail_' || to_char(month, 'YYYY_MM')) is null order by 1`,
})

const make = sql<{ made: boolean }, [month: string]>({
  name: 'audit.makePartition',
  text: 'select cairn.make_audit_partition($1::date) as made',
})

/** Pages that vacuum has not seen are in no BRIN index yet, and every search would read them. */
const summarize = sql<never>({
  name: 'audit.summarize',
  text: `select brin_summarize_new_values(i.indexrelid) from pg_inherits p join pg_index i on i.indexrelid = p.inhrelid
         where p.inhparent = 'cairn.audit_trail_time'::regclass`,
})

/** `now`: milliseconds since 1970. Does nothing if all are there. */
export async function makeAuditPartitions(db: Database, now: number): Promise<void> {
  const at = new Date(now).toISOString()
  for (const { month } of await db.query(missingMonths, [at]))
    await db.transaction(
      async queries => {
        await queries.execute(limitWait)
        await takePartitionTurn(queries)
        await queries.query(make, [month])
      },
      { statementTimeoutMs: LONGEST_MOVE_MS },
    )
  if (!db.isDistributed) await db.query(summarize)
}
