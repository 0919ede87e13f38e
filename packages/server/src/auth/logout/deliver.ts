/** Tells apps that a session ended, outside the request that ended it, with some attempts (Back-Channel Logout 1.0, section 2.5). */
import type { Database } from '../../db/index.ts'
import type { Outgoing } from '../../http/index.ts'
import type { Issuer } from '../access-token.ts'
import type { ClientDirectory } from '../clients/directory.ts'
import { signLogoutToken } from './logout-token.ts'
import { dropNotice, type LogoutNotice, takeDueNotices } from './notice-store.ts'

export interface DeliveryNeeds {
  readonly db: Database
  readonly outgoing: Outgoing
  readonly issuer: Issuer
  readonly clients: ClientDirectory
  readonly failed: (error: unknown, message: string) => void
}

/** Seconds until the next attempt; after the last one the app is given up. */
const PAUSES = [10, 30, 120, 600, 1800]

const MOST_AT_ONCE = 20

/** Posts the logout token; the status of the answer. */
async function tell(needs: DeliveryNeeds, uri: string, notice: LogoutNotice): Promise<number> {
  const { status } = await needs.outgoing.fetch(uri, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: await signLogoutToken(notice, needs.issuer) }),
  })
  return status
}

/** An app that answers 400 has understood and refused (section 2.8): asking again would change nothing. */
const isFinal = (status: number): boolean => (status >= 200 && status < 300) || status === 400

async function deliver(needs: DeliveryNeeds, notice: LogoutNotice): Promise<void> {
  const { db, clients, failed } = needs
  const client = await clients.find(notice.clientId)
  const { backchannelLogoutUri: uri, backchannelLogoutSessionRequired: needsSession } = client ?? {}
  const isMeant = uri !== undefined && !(needsSession && notice.sessionId === undefined)
  const report = (error: unknown) =>
    failed(error, `the app ${notice.clientId} was not told that a session ended`)
  try {
    const status = isMeant ? await tell(needs, uri, notice) : 204
    if (status >= 300) report(new Error(`it answered with the status ${status}`))
    if (isFinal(status) || notice.attempts >= PAUSES.length) await dropNotice(db, notice.noticeId)
  } catch (error) {
    report(error)
    if (notice.attempts >= PAUSES.length) await dropNotice(db, notice.noticeId)
  }
}

export async function deliverNotices(needs: DeliveryNeeds): Promise<void> {
  const due = await takeDueNotices(needs.db, PAUSES, MOST_AT_ONCE)
  await Promise.all(due.map(notice => deliver(needs, notice)))
}
