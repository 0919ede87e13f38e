/** Ends sessions of a person, and with them the access of apps, in the transaction of whatever causes it (decision 0078). */
import { type Queries, sql } from '../../db/index.ts'
import { endOtherSessions, endSession } from './store.ts'

/** The SQL that ends grants. Rows are locked in one order, so that two transactions never wait for each other. */
export const revokeGrants = (which: string) => `with ended as (
    select grant_id from cairn.app_grant where revoked_at is null and ${which} order by grant_id for update
  )
  update cairn.app_grant g set revoked_at = clock_timestamp() from ended where ended.grant_id = g.grant_id`

const endGrantsOfSession = sql<never, [sessionId: string]>({
  name: 'session.endGrants',
  text: revokeGrants('session_id = $1'),
})
const endGrantsOfPerson = sql<never, [personId: string, exceptSession: string | null]>({
  name: 'session.endAllGrants',
  text: revokeGrants('person_id = $1 and ($2::uuid is null or session_id is distinct from $2)'),
})
/** Those that the person made with a session, and not by an app: no grant ends them. */
const pauseSubscriptions = sql<never, [personId: string, reason: string]>({
  name: 'session.pauseSubscriptions',
  text: `update cairn.subscription set paused_at = clock_timestamp(), pause_reason = $2, holder = null, held_until = null
         where subscription_id in (
           select subscription_id from cairn.subscription
           where person_id = $1 and scopes is null and paused_at is null order by subscription_id for update
         )`,
})

const ACCESS_ENDED = 'The access of the person who made it was ended. The person can resume it.'

/** Ends one session and what lives with it; false if it had ended. Offline access goes on. */
export async function endSessionAccess(
  queries: Queries,
  personId: string,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const isEnded = await endSession(queries, personId, sessionId, now)
  if (isEnded) await queries.execute(endGrantsOfSession, [sessionId])
  return isEnded
}

/**
 * Ends all sessions of a person and all access of apps, but for one session and what lives with it. If no session stays, the subscriptions of the
 * person are paused: somebody else may have made them.
 */
export async function endAccess(
  queries: Queries,
  personId: string,
  now: Date,
  exceptSession?: string,
): Promise<void> {
  await endOtherSessions(queries, personId, exceptSession, now)
  await queries.execute(endGrantsOfPerson, [personId, exceptSession ?? null])
  if (exceptSession === undefined) await queries.execute(pauseSubscriptions, [personId, ACCESS_ENDED])
}
