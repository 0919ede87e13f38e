/** `private_key_jwt`: a client proves its identity with a token that it signed itself (RFC 7523, SMART Backend Services). */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { weightedCache } from '../../collections/index.ts'
import type { Database } from '../../db/index.ts'
import { type Outgoing, OutgoingError } from '../../http/index.ts'
import type { Client } from '../clients/client.ts'
import { takeId } from './used-ids.ts'

/** No symmetric ones; RS256 is left out as SMART does. */
export const ASSERTION_ALGORITHMS = ['RS384', 'ES384', 'ES256', 'Ed25519', 'EdDSA', 'PS384', 'PS256']

const LONGEST_LIFE_SECONDS = 300
const CLOCK_TOLERANCE_SECONDS = 5
const FETCH_TIMEOUT_MS = 5000

export type RemoteKeys = (jwksUri: string) => JWTVerifyGetKey

/** Keys by address are kept, so that each token request need not fetch them. */
export function openRemoteKeys(outgoing: Outgoing): RemoteKeys {
  const known = weightedCache<string, JWTVerifyGetKey>({ most: 1000, weigh: () => 1 })
  return jwksUri => {
    const kept =
      known.get(jwksUri) ??
      createRemoteJWKSet(new URL(jwksUri), {
        timeoutDuration: FETCH_TIMEOUT_MS,
        cooldownDuration: 1000,
        cacheMaxAge: 300_000,
        [customFetch]: outgoing.fetch,
      })
    known.set(jwksUri, kept)
    return kept
  }
}

function keysOf(remoteKeys: RemoteKeys, { jwks, jwksUri }: Client): JWTVerifyGetKey | undefined {
  if (jwks !== undefined) return createLocalJWKSet(jwks as unknown as JSONWebKeySet)
  return jwksUri === undefined ? undefined : remoteKeys(jwksUri)
}

export interface AssertionNeeds {
  readonly db: Database
  readonly now: () => number
  /** The issuer and its token endpoint: an assertion is for one of them, and for nothing else. */
  readonly audiences: readonly string[]
  readonly remoteKeys: RemoteKeys
  readonly failed: (error: unknown, message: string) => void
}

/** True if the client made the assertion, for us, just now, and it was not used before. */
export async function isAssertionOf(
  { db, now, audiences, remoteKeys, failed }: AssertionNeeds,
  client: Client,
  assertion: string,
): Promise<boolean> {
  const keys = keysOf(remoteKeys, client)
  if (!keys) return false
  try {
    // A token that names where its key is would choose the key by itself.
    const { jku, x5u, jwk } = decodeProtectedHeader(assertion)
    if (jku !== undefined || x5u !== undefined || jwk !== undefined) return false
    const { payload } = await jwtVerify(assertion, keys, {
      issuer: client.clientId,
      subject: client.clientId,
      audience: [...audiences],
      algorithms: ASSERTION_ALGORITHMS,
      currentDate: new Date(now()),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'jti'],
    })
    const { exp = 0, iat, nbf, jti, aud } = payload
    const seconds = now() / 1000
    if (exp > seconds + LONGEST_LIFE_SECONDS + CLOCK_TOLERANCE_SECONDS) return false
    if ([iat, nbf].some(time => time !== undefined && time > seconds + CLOCK_TOLERANCE_SECONDS)) return false
    // One that is for several servers could be passed on by each of them.
    if (Array.isArray(aud) && aud.length !== 1) return false
    if (typeof jti !== 'string' || jti === '' || jti.length > 255) return false
    return await takeId(db, `assertion ${client.clientId}`, jti, (exp + 60) * 1000)
  } catch (error) {
    if (error instanceof OutgoingError) {
      failed(error, 'failed to fetch the keys of a client')
      return false
    }
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false
    throw error
  }
}
