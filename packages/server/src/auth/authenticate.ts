/** Identifies the caller: the token of a request is verified once, and then found in a cache until it expires. */
import { errors } from 'jose'
import { DatabaseError } from '../db/index.ts'
import { type Authenticate, type Identity, isScope, type Scope } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { weightedCache } from '../weighted-cache.ts'
import type { ClientDirectory } from './client-directory.ts'
import type { Client } from './store.ts'
import type { Claims, Verify } from './verify-token.ts'

/** Longer texts are refused before any work is done on them: no issuer makes such tokens. */
const LONGEST_TOKEN = 8192

/** Bytes of all cached tokens; one that was evicted and is still in use is verified again. */
const MOST_BYTES = 16 * 1024 * 1024

/** Estimated bytes of a token's claims and caller, without its text. */
const BYTES_OF_CLAIMS = 1000

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i

const BEARER_SCHEME = /^Bearer\b/i

const USUAL_PREFIX = 'Bearer '

const challenge = (error: string, description: string, scope?: Scope) =>
  `Bearer realm="cairn", error="${error}", error_description="${description}"${scope ? `, scope="${scope}"` : ''}`

function unauthorized(message: string): Refusal {
  return new Refusal('auth.token_invalid', message, [], { challenge: challenge('invalid_token', message) })
}

/** RFC 6750 section 3.1: no error code where nothing was sent that could be wrong. */
const missingToken = () =>
  new Refusal(
    'auth.token_missing',
    'A token is needed: send it as Authorization: Bearer, and get it from the token endpoint.',
    [],
    { challenge: 'Bearer realm="cairn"' },
  )

/** Says enough to correct a client, and nothing that helps to forge a token. */
function describeTokenError(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired; request a new one.'
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
    return 'The token is for another audience.'
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss')
    return 'The token is from an issuer that is not trusted here.'
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf')
    return 'The token is not valid yet.'
  return 'The token is not valid.'
}

function tokenIn(authorization: string): string {
  if (!BEARER_SCHEME.test(authorization)) throw missingToken()
  const token = authorization.length > LONGEST_TOKEN ? undefined : BEARER.exec(authorization)?.[1]
  if (token === undefined) throw unauthorized('The Authorization header holds no token.')
  return token
}

interface CachedToken {
  readonly claims: Claims
  /** The client that `caller` was made from; another object means that something changed. */
  client: Client | undefined
  caller: Identity
}

const callerOf = (claims: Claims, client: Client | undefined): Identity => ({
  clientId: claims.clientId,
  person: claims.person,
  scopes: new Set(
    claims.scopes.filter(isScope).filter(scope => client === undefined || client.scopes.includes(scope)),
  ),
})

export interface AuthenticateNeeds {
  readonly verify: Verify
  /** Absent for a foreign issuer, whose clients are its own business. */
  readonly clients: ClientDirectory | undefined
  readonly now: () => number
}

export function createAuthenticator({ verify, clients, now }: AuthenticateNeeds): Authenticate {
  const known = weightedCache<string, CachedToken>({
    most: MOST_BYTES,
    weigh: (_entry, token) => BYTES_OF_CLAIMS + token.length,
  })

  const allowed = (entry: CachedToken, needed: Scope): Identity => {
    const client = clients?.known(entry.claims.clientId)
    if (clients && (client === undefined || client.disabled))
      throw unauthorized('The client of this token is disabled.')
    if (client !== entry.client) {
      entry.client = client
      entry.caller = callerOf(entry.claims, client)
    }
    if (!entry.caller.scopes.has(needed))
      throw new Refusal('auth.insufficient_scope', `This operation needs the scope ${needed}.`, [], {
        challenge: challenge('insufficient_scope', `The scope ${needed} is needed.`, needed),
        clientId: entry.claims.clientId,
      })
    return entry.caller
  }

  const first = async (token: string, needed: Scope): Promise<Identity> => {
    let claims: Claims
    try {
      claims = await verify(token)
    } catch (error) {
      // The keys could not be read, so the token may be good: this is not a 401.
      if (error instanceof Refusal || error instanceof DatabaseError) throw error
      throw unauthorized(describeTokenError(error))
    }
    if (clients && !(clients.isCurrent() && clients.known(claims.clientId)))
      await clients.find(claims.clientId)
    const entry: CachedToken = {
      claims,
      client: clients?.known(claims.clientId),
      caller: callerOf(claims, undefined),
    }
    entry.caller = callerOf(claims, entry.client)
    known.set(token, entry)
    return allowed(entry, needed)
  }

  return (authorization = '', needed) => {
    // The regular expression is skipped for a cached token in the usual spelling: it has matched before.
    const usual = authorization.startsWith(USUAL_PREFIX) ? authorization.slice(USUAL_PREFIX.length) : ''
    const token = known.get(usual) ? usual : tokenIn(authorization)
    const entry = known.get(token)
    if (entry === undefined) return first(token, needed)
    if (clients && !clients.isCurrent()) return clients.refresh().then(() => allowed(entry, needed))
    if (now() < entry.claims.expiresAt) return allowed(entry, needed)
    known.delete(token)
    throw unauthorized('The token has expired; request a new one.')
  }
}

/** With authentication off, everybody may do everything. */
export const allowEverybody: Authenticate = () => ({
  clientId: 'anonymous',
  scopes: new Set<Scope>(['api.read', 'api.write', 'api.admin']),
})
