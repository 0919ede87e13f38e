/** The time that retention goes by. A clock that is wrong for an hour must not erase the audit trail (decision 0083). */
import { type Queries, sql } from '../../db/index.ts'

/** Clocks that differ by more than this are not trusted, neither of them. */
const MOST_DIFFERENCE_MS = 5 * 60_000

const DAY_MS = 24 * 3600 * 1000

/** The newest seal, and the newest one that is older than it by a day or more. */
const clocks = sql<{ database: Date; newest: Date | null; day_before: Date | null }>({
  name: 'audit.clocks',
  text: `with newest as materialized (select sealed_at from cairn.audit_seal order by seal_number desc limit 1)
         select clock_timestamp() as database, (select sealed_at from newest) as newest,
           (select s.sealed_at from cairn.audit_seal s
            where s.sealed_at <= (select sealed_at - interval '1 day' from newest)
            order by s.seal_number desc limit 1) as day_before`,
})

export interface AuditClocks {
  /** Milliseconds by which the clock of the server is ahead of that of the database. */
  readonly differenceMs: number
  readonly agree: boolean
  /** The latest time that both clocks and the seals confirm; undefined if there are no seals of different days. */
  readonly confirmed: number | undefined
}

/**
 * Seals of one day confirm a time only if there are seals of the day before. After a clock was set ahead, there are none, and the last seal from
 * before that counts: whoever watches the server has a day to notice.
 */
function sealedTime(newest: Date | null, dayBefore: Date | null): number | undefined {
  if (newest === null || dayBefore === null) return undefined
  const [last, before] = [newest.getTime(), dayBefore.getTime()]
  return last - before <= 2 * DAY_MS ? last : before
}

/** `now`: milliseconds since 1970, by the clock of the server. */
export async function readAuditClocks(queries: Queries, now: number): Promise<AuditClocks> {
  const [row] = await queries.query(clocks)
  if (!row) throw new Error('the database did not tell its time')
  const database = row.database.getTime()
  const sealed = sealedTime(row.newest, row.day_before)
  return {
    differenceMs: now - database,
    agree: Math.abs(now - database) <= MOST_DIFFERENCE_MS,
    confirmed: sealed === undefined ? undefined : Math.min(now, database, sealed),
  }
}
