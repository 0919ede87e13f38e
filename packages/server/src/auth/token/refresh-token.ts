/** The grant of a refresh token: each is used once, and one that comes a second time ends the whole family (RFC 9700, section 4.14). */
import { Refusal } from '../../refusal/index.ts'
import type { Client } from '../clients/client.ts'
import { findRefreshToken, lockRefreshToken, markRefreshTokenUsed, revokeGrant } from '../grants/store.ts'
import {
  endOfChain,
  invalidGrant,
  isRefreshable,
  macOfRefreshToken,
  type PersonTokens,
  personOfGrant,
  tokenAnswer,
} from './answer.ts'
import { checkedProof } from './dpop.ts'
import type { TokenNeeds } from './needs.ts'
import type { Credentials, TokenRequest } from './request.ts'

const UNKNOWN = 'The refresh token is not known.'

/** A public client has nothing but its name, and the refresh token, which only it was given, tells that. */
export async function credentialsByRefreshToken(
  needs: TokenNeeds,
  refreshToken: string | undefined,
): Promise<Credentials> {
  const stored = await findRefreshToken(needs.db, macOfRefreshToken(needs, refreshToken ?? ''))
  if (!stored) throw invalidGrant(UNKNOWN)
  return { clientId: stored.grant.clientId, isPublic: true }
}

/** The same scopes as before, or fewer. */
function narrowed(asked: string | undefined, granted: readonly string[]): readonly string[] {
  if (asked === undefined) return granted
  const wanted = [...new Set(asked.split(' ').filter(scope => scope !== ''))]
  const refused = wanted.find(scope => !granted.includes(scope))
  if (refused !== undefined)
    throw new Refusal('oauth.invalid_scope', `The scope "${refused.slice(0, 100)}" was not granted.`)
  return wanted
}

export async function grantByRefresh(
  needs: TokenNeeds,
  client: Client,
  request: TokenRequest,
): Promise<PersonTokens> {
  const { db, now } = needs
  const mac = macOfRefreshToken(needs, request.refreshToken ?? '')
  const isBound = client.requiresDpop || request.proof.proof !== undefined
  const keyThumbprint = isBound ? await checkedProof(needs, request.proof) : undefined
  const result = await db.transaction(async queries => {
    const stored = await lockRefreshToken(queries, mac)
    if (!stored || stored.grant.clientId !== client.clientId) return UNKNOWN
    const { grant } = stored
    if (!isRefreshable(grant, client)) return 'The app may not prolong sign-ins any more.'
    if (endOfChain(needs, grant) <= now()) return 'The sign-in is too old to be prolonged: sign in again.'
    if (grant.isRevoked || stored.expiresAt.getTime() <= now())
      return 'The refresh token has ended: sign in again.'
    if (stored.isUsed) {
      await revokeGrant(queries, grant.grantId)
      return { reused: 'The refresh token was used already; all tokens of this sign-in are revoked.' }
    }
    if (grant.keyThumbprint !== undefined && grant.keyThumbprint !== keyThumbprint)
      return 'The refresh token is bound to another key.'
    const scopes = narrowed(request.scope, grant.scopes)
    const person = await personOfGrant(needs, grant)
    await markRefreshTokenUsed(queries, mac, new Date(now()))
    return tokenAnswer(needs, queries, { grant, client, person, scopes, keyThumbprint })
  })
  if (typeof result === 'object' && 'reused' in result) {
    await needs.changes.announce('revocations')
    throw invalidGrant(result.reused)
  }
  if (typeof result === 'string') throw invalidGrant(result)
  return result
}
