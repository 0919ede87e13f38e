/** Verified tokens, cached until they expire, with what their clients and people may do now. */
import { errors } from 'jose'
import { weightedCache } from '../collections/index.ts'
import { DatabaseError } from '../db/index.ts'
import type { RequestHead } from '../http/index.ts'
import { isFreshAt, type Person, type PersonDirectory } from '../people/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type Callers, callersOf } from './caller-rights.ts'
import { unauthorized } from './challenges.ts'
import type { Client } from './clients/client.ts'
import type { ClientUse } from './clients/client-use.ts'
import type { ClientDirectory } from './clients/directory.ts'
import type { Revocations } from './grants/revocations.ts'
import type { Claims, Verify } from './verify-token.ts'

/** Bytes of all cached tokens; one that was evicted and is still in use is verified again. */
const MOST_BYTES = 16 * 1024 * 1024

/** Estimated bytes of a token's claims and caller, without its text. */
const BYTES_OF_CLAIMS = 1000

export interface VerifiedToken {
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

export interface VerifiedTokens {
  /**
   * A cached token that has not expired. Undefined too if the person of the token was forgotten: `verified` looks that person up again. Such a
   * token is evicted.
   */
  kept(token: string): VerifiedToken | undefined
  /** Verifies the token, unless the cache has it. Throws 401. */
  verified(token: string): Promise<VerifiedToken>
  /** Throws 401 if the client or the account was disabled, or the token revoked. */
  callersOf(entry: VerifiedToken): Callers
}

export function openVerifiedTokens(needs: AuthenticateNeeds): VerifiedTokens {
  const { own, now } = needs
  const known = weightedCache<string, VerifiedToken>({
    most: MOST_BYTES,
    weigh: (_entry, token) => BYTES_OF_CLAIMS + token.length,
  })
  return {
    kept: token => {
      const entry = known.get(token)
      if (!entry) return undefined
      const { expiresAt, person } = entry.claims
      // While this process is not current, the person may be one that it has not read yet: `refresh` comes first.
      const isMissing =
        own?.isCurrent() === true && person !== undefined && own.people.known(person) === undefined
      if (now() < expiresAt && !isMissing) return entry
      known.delete(token)
      return undefined
    },
    verified: async token => {
      const kept = known.get(token)
      if (kept && now() < kept.claims.expiresAt && own?.isCurrent() !== false) return kept
      const claims = await claimsOf(needs, token)
      if (own) await readOwners(own, claims)
      const client = own?.clients.known(claims.clientId)
      const person = claims.person === undefined ? undefined : own?.people.known(claims.person)
      const entry = { claims, client, person, callers: made(needs, claims, client, person) }
      known.set(token, entry)
      return entry
    },
    callersOf: entry => {
      if (own) keepCurrent(needs, own, entry)
      return entry.callers
    },
  }
}

async function claimsOf({ verify }: AuthenticateNeeds, token: string): Promise<Claims> {
  try {
    return await verify(token)
  } catch (error) {
    // The keys could not be read, so the token may be good: this is not a 401.
    if (error instanceof Refusal || error instanceof DatabaseError) throw error
    throw unauthorized(describeTokenError(error))
  }
}

/** Reads client and person from the database, unless this process has them. */
async function readOwners({ isCurrent, clients, people }: OwnTokenNeeds, claims: Claims): Promise<void> {
  const { clientId, person } = claims
  if (!(isCurrent() && clients.known(clientId))) await clients.find(clientId)
  if (person !== undefined && !(isCurrent() && people.known(person))) await people.find(person)
}

/** Refuses a token whose client, person or grant has ended, and follows changes of their rights. */
function keepCurrent(needs: AuthenticateNeeds, own: OwnTokenNeeds, entry: VerifiedToken): void {
  const { claims } = entry
  const client = own.clients.known(claims.clientId)
  if (client === undefined || client.disabled) throw unauthorized('The client of this token is disabled.')
  const person = claims.person === undefined ? undefined : own.people.known(claims.person)
  if (claims.person !== undefined && (person === undefined || person.disabled))
    throw unauthorized('The account of the person is disabled.')
  if (own.revocations.isRevoked(claims.jti, claims.grantId)) throw unauthorized('The token was revoked.')
  own.use.note(claims.clientId)
  if (client === entry.client && person === entry.person) return
  entry.client = client
  entry.person = person
  entry.callers = made(needs, claims, client, person)
}

const made = (
  needs: AuthenticateNeeds,
  claims: Claims,
  client: Client | undefined,
  person: Person | undefined,
): Callers => callersOf(claims, client, person, freshnessOf(needs, claims))

/** A foreign issuer decides itself how fresh a sign-in is, unless its tokens say when it was. */
function freshnessOf(
  { own, now, freshSeconds }: AuthenticateNeeds,
  claims: Claims,
): (() => void) | undefined {
  const { person, authenticatedAt = own ? 0 : undefined } = claims
  if (person === undefined || authenticatedAt === undefined) return undefined
  return () => {
    if (!isFreshAt(authenticatedAt, now(), freshSeconds)) throw notFresh(claims, freshSeconds)
  }
}

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
