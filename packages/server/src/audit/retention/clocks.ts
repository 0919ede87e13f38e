/** The time that retention goes by. A clock that is wrong for an hour must not erase the audit trail (decision 0083). */
import { type Queries, sql } from '../../db/index.ts'

/** Clocks that differ by more than this are not trusted, neither of them. */
const MOST_DIFFERENCE_MS = 5 * 60_000

const DAY_MS = 24 * 3600 * 1000

export interface RetentionClocks {
  readonly database: Date
  /** The time of the newest row. */
  readonly newest: Date | null
  /** The time of the newest row that is a day older. */
  readonly day_before: Date | null
}

/** The newest seal, and the newest one that is older than it by a day or more. */
const clocks = sql<RetentionClocks>({
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
  /** The latest time that both clocks and the rows confirm; undefined if there are no rows of different days. */
  readonly confirmed: number | undefined
}

/**
 * Rows of one day confirm a time only if there are rows of the day before. After a clock was set ahead, there are none, and the last row from
 * before that counts: whoever watches the server has a day to notice.
 */
function rowTime(newest: Date | null, dayBefore: Date | null): number | undefined {
  if (newest === null || dayBefore === null) return undefined
  const [last, before] = [newest.getTime(), dayBefore.getTime()]
  return last - before <= 2 * DAY_MS ? last : before
}

/** `now`: milliseconds since 1970, by the clock of the server. */
export function compareClocks({ database, newest, day_before }: RetentionClocks, now: number): AuditClocks {
  const rows = rowTime(newest, day_before)
  return {
    differenceMs: now - database.getTime(),
    agree: Math.abs(now - database.getTime()) <= MOST_DIFFERENCE_MS,
    confirmed: rows === undefined ? undefined : Math.min(now, database.getTime(), rows),
  }
}

export async function readAuditClocks(queries: Queries, now: number): Promise<AuditClocks> {
  const [row] = await queries.query(clocks)
  if (!row) throw new Error('the database did not tell its time')
  return compareClocks(row, now)
}
