/** Identifies the caller: the token of a request is verified once, and then found in a cache until it expires. */
import { errors } from 'jose'
import { allows, isPartyResource } from '../access/index.ts'
import { weightedCache } from '../collections/index.ts'
import { DatabaseError } from '../db/index.ts'
import {
  type Authenticate,
  CLIENT_SCOPES,
  type Identity,
  type NeededRight,
  type RequestHead,
} from '../http/index.ts'
import { isFreshAt, type Person, type PersonDirectory } from '../people/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type Callers, callersOf } from './caller-rights.ts'
import { badProof, badProofOf, insufficientScope, missingToken, unauthorized } from './challenges.ts'
import type { Client } from './clients/client.ts'
import type { ClientUse } from './clients/client-use.ts'
import type { ClientDirectory } from './clients/directory.ts'
import type { Revocations } from './grants/revocations.ts'
import type { Claims, Verify } from './verify-token.ts'

/** Longer texts are refused before any work is done on them: no issuer makes such tokens. */
const LONGEST_TOKEN = 8192

/** Bytes of all cached tokens; one that was evicted and is still in use is verified again. */
const MOST_BYTES = 16 * 1024 * 1024

/** Estimated bytes of a token's claims and caller, without its text. */
const BYTES_OF_CLAIMS = 1000

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i

const DPOP = /^DPoP +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i

const BEARER_SCHEME = /^Bearer\b/i

const BASIC_SCHEME = /^Basic\b/i

/** The session of an EhrScape client is an access token. */
const sessionTokenIn = ({ headers }: RequestHead): string | undefined => {
  const session = headers['ehr-session']
  return session === undefined ? undefined : `Bearer ${String(session)}`
}

const USUAL_PREFIX = 'Bearer '

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
  /** The client and the person that `callers` were made from; other objects mean that something changed. */
  client: Client | undefined
  person: Person | undefined
  callers: Callers
}

/** Parts that only our own tokens have. */
export interface OwnTokenNeeds {
  /** False if this process may have missed a change: `refresh` before anything that is kept is used. */
  readonly isCurrent: () => boolean
  readonly refresh: () => Promise<unknown>
  readonly clients: ClientDirectory
  readonly use: Pick<ClientUse, 'note'>
  readonly people: PersonDirectory
  readonly revocations: Revocations
  /** Checks the proof of a token that is bound to a key. */
  readonly checkProof: (request: RequestHead, token: string) => Promise<string>
  /** Identifies a client by `Authorization: Basic`. */
  readonly callersByBasic: (authorization: string, address: string) => Promise<Callers>
  /** Identifies a person by the session of our own pages; undefined without one. */
  readonly callersOfSession: (request: RequestHead, isRepeated: boolean) => Promise<Callers | undefined>
}

export interface AuthenticateNeeds {
  readonly verify: Verify
  /** Absent for a foreign issuer, whose clients and people are its own business. */
  readonly own: OwnTokenNeeds | undefined
  readonly now: () => number
  /** Seconds since a person signed in for which that is fresh. */
  readonly freshSeconds: number
}

/** RFC 9470, section 3: the app sends the person to sign in again, and comes back with another token. */
function notFresh({ clientId, person, keyThumbprint }: Claims, seconds: number): Refusal {
  const message = `The person has to sign in again: this needs a sign-in of the last ${seconds} seconds.`
  const scheme = keyThumbprint === undefined ? 'Bearer' : 'DPoP'
  const challenge = `${scheme} realm="cairn", error="insufficient_user_authentication", error_description="${message}", max_age="${seconds}"`
  return new Refusal('auth.insufficient_user_authentication', message, [], {
    challenge,
    clientId,
    ...(person === undefined ? {} : { person }),
  })
}

/** The scope on parties that is enough for an operation, as the caller may have it. Other operations are opened by their own scope. */
function scopeOfParties(right: NeededRight['right'], { person }: Identity): string | undefined {
  if (right === undefined || !(right.resource === 'party' || isPartyResource(right.resource)))
    return undefined
  const resource = right.resource === 'party' ? 'person' : right.resource
  return `${person === undefined ? 'system' : 'user'}/${resource}-*.${right.permissions.join('')}`
}

/** The caller with the scope sees everything; with the right alone, no more than the right reaches. */
export function allowedCaller({ whole, limited }: Callers, needed: NeededRight): Identity {
  if (whole.scopes.has(needed.scope)) return whole
  if (limited?.rights && needed.right && allows(limited.rights, needed.right)) return limited
  throw insufficientScope(needed.scope, whole, { right: scopeOfParties(needed.right, whole) })
}

async function requireProof(
  own: OwnTokenNeeds | undefined,
  request: RequestHead,
  token: string,
  keyThumbprint: string,
): Promise<void> {
  const thumbprint = await own?.checkProof(request, token).catch(badProofOf)
  if (thumbprint !== keyThumbprint) throw badProof('The proof was made with another key.')
}

export function createAuthenticator({ verify, own, now, freshSeconds }: AuthenticateNeeds): Authenticate {
  /** A foreign issuer decides itself how fresh a sign-in is, unless its tokens say when it was. */
  const freshnessOf = (claims: Claims): (() => void) | undefined => {
    const { person, authenticatedAt = own ? 0 : undefined } = claims
    if (person === undefined || authenticatedAt === undefined) return undefined
    return () => {
      if (!isFreshAt(authenticatedAt, now(), freshSeconds)) throw notFresh(claims, freshSeconds)
    }
  }

  const known = weightedCache<string, CachedToken>({
    most: MOST_BYTES,
    weigh: (_entry, token) => BYTES_OF_CLAIMS + token.length,
  })

  const allowed = (entry: CachedToken, needed: NeededRight): Identity => {
    const { claims } = entry
    if (own) {
      const client = own.clients.known(claims.clientId)
      if (client === undefined || client.disabled) throw unauthorized('The client of this token is disabled.')
      const person = claims.person === undefined ? undefined : own.people.known(claims.person)
      if (claims.person !== undefined && (person === undefined || person.disabled))
        throw unauthorized('The account of the person is disabled.')
      if (own.revocations.isRevoked(claims.jti, claims.grantId)) throw unauthorized('The token was revoked.')
      own.use.note(claims.clientId)
      if (client !== entry.client || person !== entry.person) {
        entry.client = client
        entry.person = person
        entry.callers = callersOf(claims, client, person, freshnessOf(claims))
      }
    }
    return allowedCaller(entry.callers, needed)
  }

  const verified = async (token: string): Promise<CachedToken> => {
    const kept = known.get(token)
    if (kept && now() < kept.claims.expiresAt && own?.isCurrent() !== false) return kept
    let claims: Claims
    try {
      claims = await verify(token)
    } catch (error) {
      // The keys could not be read, so the token may be good: this is not a 401.
      if (error instanceof Refusal || error instanceof DatabaseError) throw error
      throw unauthorized(describeTokenError(error))
    }
    if (own && !(own.isCurrent() && own.clients.known(claims.clientId)))
      await own.clients.find(claims.clientId)
    if (own && claims.person !== undefined && !(own.isCurrent() && own.people.known(claims.person)))
      await own.people.find(claims.person)
    const client = own?.clients.known(claims.clientId)
    const person = claims.person === undefined ? undefined : own?.people.known(claims.person)
    const callers = callersOf(claims, client, person, freshnessOf(claims))
    const entry: CachedToken = { claims, client, person, callers }
    known.set(token, entry)
    return entry
  }

  /** A token that is bound to a key is no bearer token: who has a copy cannot use it. */
  const asBearer = (entry: CachedToken, needed: NeededRight): Identity => {
    if (entry.claims.keyThumbprint !== undefined)
      throw unauthorized('The token is bound to a key: send it as Authorization: DPoP, with a proof.')
    return allowed(entry, needed)
  }

  const bound = async (request: RequestHead, token: string, needed: NeededRight): Promise<Identity> => {
    const entry = await verified(token)
    const { keyThumbprint } = entry.claims
    if (keyThumbprint === undefined)
      throw unauthorized('The token is not bound to a key: send it as Authorization: Bearer.')
    if (!needed.isRepeated) await requireProof(own, request, token, keyThumbprint)
    return allowed(entry, needed)
  }

  const bySession = async (request: RequestHead, needed: NeededRight): Promise<Identity> => {
    const callers = await own?.callersOfSession(request, needed.isRepeated === true)
    if (!callers) throw missingToken()
    return allowedCaller(callers, needed)
  }

  return (request, needed, address) => {
    const { cookie } = request.headers
    const authorization =
      request.headers.authorization ?? (needed.isLenient ? sessionTokenIn(request) : undefined)
    if (authorization === undefined) {
      if (cookie === undefined || !own) throw missingToken()
      return bySession(request, needed)
    }
    // The regular expression is skipped for a cached token in the usual spelling: it has matched before.
    const usual = authorization.startsWith(USUAL_PREFIX) ? authorization.slice(USUAL_PREFIX.length) : ''
    const kept = known.get(usual)
    if (kept && now() < kept.claims.expiresAt) {
      if (own && !own.isCurrent()) return own.refresh().then(() => asBearer(kept, needed))
      // A person who was forgotten is looked up again, as for a new token.
      const { person } = kept.claims
      if (own === undefined || person === undefined || own.people.known(person)) return asBearer(kept, needed)
    }
    if (kept) known.delete(usual)
    if (own && needed.isLenient && BASIC_SCHEME.test(authorization))
      return own.callersByBasic(authorization, address).then(callers => allowedCaller(callers, needed))
    const bindingToken = own && DPOP.exec(authorization.slice(0, LONGEST_TOKEN))?.[1]
    if (bindingToken !== undefined) return bound(request, bindingToken, needed)
    return verified(tokenIn(authorization)).then(entry => asBearer(entry, needed))
  }
}

/** With authentication off, everybody may do everything. */
export const EVERYBODY: Identity = { clientId: 'anonymous', scopes: new Set(CLIENT_SCOPES) }

export const allowEverybody: Authenticate = () => EVERYBODY
