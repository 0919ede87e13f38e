/** The SQL of logout notices, which triggers of sessions and grants make. Their time is that of the database alone. */
import { type Queries, sql } from '../../db/index.ts'

interface Row {
  notice_id: string
  client_id: string
  person_id: string
  session_id: string | null
  attempts: number
}

export interface LogoutNotice {
  readonly noticeId: string
  readonly clientId: string
  readonly personId: string
  readonly sessionId: string | undefined
  /** With the one that is under way. */
  readonly attempts: number
}

/**
 * A process that dies with a notice leaves it to the next attempt. Others pass over the rows that one has locked. A time beyond the longest pause
 * was written before the clock of the database was set back.
 */
const takeDue = sql<Row, [seconds: readonly number[], most: number]>({
  name: 'logoutNotice.take',
  text: `update cairn.logout_notice n
         set attempts = attempts + 1,
           next_at = now() + make_interval(secs => ($1::integer[])[least(attempts + 1, cardinality($1::integer[]))])
         where notice_id in (
           select notice_id from cairn.logout_notice
           where next_at <= now() or next_at > now() + 2 * make_interval(secs => ($1::integer[])[cardinality($1::integer[])])
           order by next_at limit $2 for update skip locked
         )
         returning notice_id, client_id, person_id, session_id, attempts`,
})
const drop = sql<never, [noticeId: string]>({
  name: 'logoutNotice.drop',
  text: 'delete from cairn.logout_notice where notice_id = $1',
})

/** Returns notices that are due, and sets the time of their next attempt: `seconds` by the number of attempts. */
export const takeDueNotices = async (
  db: Queries,
  seconds: readonly number[],
  most: number,
): Promise<readonly LogoutNotice[]> =>
  (await db.query(takeDue, [seconds, most])).map(row => ({
    noticeId: row.notice_id,
    clientId: row.client_id,
    personId: row.person_id,
    sessionId: row.session_id ?? undefined,
    attempts: row.attempts,
  }))

export const dropNotice = (db: Queries, noticeId: string): Promise<unknown> => db.execute(drop, [noticeId])
