/** Tokens that are good now: by the state of client, person, grant and session, as for a call of the API. */
import { DatabaseError } from '../../db/index.ts'
import type { Person } from '../../people/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { scopesInForce } from '../caller-rights.ts'
import type { Client } from '../clients/client.ts'
import type { ClientDirectory } from '../clients/directory.ts'
import type { Revocations } from '../grants/revocations.ts'
import { type AppGrant, findRefreshToken } from '../grants/store.ts'
import type { Claims, Verify } from '../verify-token.ts'
import { endOfChain, isRefreshable, macOfRefreshToken, personOfGrant } from './answer.ts'
import type { TokenNeeds } from './needs.ts'

export interface LiveTokenNeeds extends TokenNeeds {
  readonly verify: Verify
  readonly revocations: Revocations
  readonly clients: ClientDirectory
}

async function activeClient({ clients }: LiveTokenNeeds, clientId: string): Promise<Client | undefined> {
  const client = await clients.find(clientId)
  return client?.disabled ? undefined : client
}

/** Throws what is no fault of the token. */
function noClaims(error: unknown): undefined {
  if (error instanceof Refusal || error instanceof DatabaseError) throw error
  return undefined
}

export interface LiveAccessToken {
  readonly claims: Claims
  readonly person: Person | undefined
  /** Scopes of the token that its client and its person still have. */
  readonly scopes: readonly string[]
}

export async function liveAccessToken(
  needs: LiveTokenNeeds,
  token: string,
): Promise<LiveAccessToken | undefined> {
  if (token.split('.').length !== 3) return undefined
  await needs.revocations.refresh()
  const claims = await needs.verify(token).catch(noClaims)
  if (!claims || needs.revocations.isRevoked(claims.jti, claims.grantId)) return undefined
  const client = await activeClient(needs, claims.clientId)
  const person = claims.person === undefined ? undefined : await needs.people.find(claims.person)
  if (!client || (claims.person !== undefined && (!person || person.disabled))) return undefined
  return { claims, person, scopes: scopesInForce(claims.scopes, client, person) }
}

export interface LiveRefreshToken {
  readonly grant: AppGrant
  readonly expiresAt: number
  readonly scopes: readonly string[]
}

export async function liveRefreshToken(
  needs: LiveTokenNeeds,
  token: string,
): Promise<LiveRefreshToken | undefined> {
  const stored = await findRefreshToken(needs.db, macOfRefreshToken(needs, token))
  if (!stored || stored.isUsed || stored.grant.isRevoked) return undefined
  const { grant } = stored
  const expiresAt = Math.min(stored.expiresAt.getTime(), endOfChain(needs, grant))
  const client = await activeClient(needs, grant.clientId)
  if (expiresAt <= needs.now() || !client || !isRefreshable(grant, client)) return undefined
  const person = await personOfGrant(needs, grant).catch(error => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  return person && { grant, expiresAt, scopes: scopesInForce(grant.scopes, client, person) }
}
