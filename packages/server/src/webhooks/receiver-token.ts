/** Tokens for receivers that want OAuth 2.0 client credentials (RFC 6749, section 4.4), kept until shortly before they expire. */
import type { Outgoing } from '../http/index.ts'
import type { ReceiverAuth } from './subscription.ts'

type Credentials = Extract<ReceiverAuth, { type: 'client_credentials' }>

interface KeptToken {
  readonly credentials: Credentials
  readonly token: string
  /** On the clock of `performance`. */
  readonly until: number
}

export interface ReceiverTokens {
  /** The value of `Authorization`. Throws if the token endpoint does not answer with a token. */
  authorizationOf(subscriptionId: string, auth: ReceiverAuth): Promise<string>
  /** The receiver refused it: the next attempt asks for another. */
  forget(subscriptionId: string): void
}

/** Tokens without `expires_in` are used this long; all end a little before their time. */
const [DEFAULT_S, MARGIN_S] = [300, 30]

async function fetchToken(outgoing: Outgoing, credentials: Credentials): Promise<KeptToken> {
  const { token_url, client_id, client_secret, scope } = credentials
  const askedAt = performance.now()
  const encoded = [client_id, client_secret].map(encodeURIComponent).join(':')
  const answer = await outgoing.fetch(token_url, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(encoded).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope === undefined ? {} : { scope }),
    }),
  })
  if (!answer.ok) throw new TypeError(`the token endpoint answered with the status ${answer.status}`)
  const body = (await answer.json().catch(() => ({}))) as { access_token?: unknown; expires_in?: unknown }
  if (typeof body.access_token !== 'string' || !/^[\x21-\x7e]+$/.test(body.access_token))
    throw new TypeError('the token endpoint answered without a token')
  const seconds = typeof body.expires_in === 'number' ? body.expires_in : DEFAULT_S
  const until = askedAt + 1000 * Math.max(seconds - MARGIN_S, 0)
  return { credentials, token: body.access_token, until }
}

const isSame = (one: Credentials, other: Credentials): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export function openReceiverTokens(outgoing: Outgoing): ReceiverTokens {
  const kept = new Map<string, KeptToken>()
  return {
    authorizationOf: async (id, auth) => {
      if (auth.type === 'bearer') return `Bearer ${auth.token}`
      const known = kept.get(id)
      if (known && performance.now() < known.until && isSame(known.credentials, auth))
        return `Bearer ${known.token}`
      const fetched = await fetchToken(outgoing, auth)
      kept.set(id, fetched)
      return `Bearer ${fetched.token}`
    },
    forget: id => void kept.delete(id),
  }
}
