/** Logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.4): ours for apps, and those of providers, which are checked. */
import { randomUUID } from 'node:crypto'
import { type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import type { Issuer } from '../access-token.ts'
import { ALGORITHM } from '../key-ring.ts'

const TYPE = 'logout+jwt'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LIFE_SECONDS = 120

export interface LogoutFacts {
  readonly clientId: string
  readonly personId: string
  readonly sessionId: string | undefined
}

export function signLogoutToken(
  { clientId, personId, sessionId }: LogoutFacts,
  issuer: Issuer,
): Promise<string> {
  const { kid, key } = issuer.keys.current().signing
  const issuedAt = Math.floor(issuer.now() / 1000)
  return new SignJWT({ events: { [EVENT]: {} }, ...(sessionId === undefined ? {} : { sid: sessionId }) })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(issuer.issuer)
    .setSubject(personId)
    .setAudience(clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFE_SECONDS)
    .setJti(randomUUID())
    .sign(key)
}

/** Asymmetric ones: the secret that a provider shares with us is not asked to sign. */
const PROVIDER_ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'EdDSA',
]

/** A token that is older is not taken, so that its id need not be kept for long. */
export const FRESH_SECONDS = 300

export interface ProviderLogoutToken {
  readonly subject: string | undefined
  readonly sid: string | undefined
  readonly jti: string
}

interface ExpectedToken {
  readonly issuer: string
  readonly clientId: string
  readonly now: () => number
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255

const hasEvent = ({ events }: JWTPayload): boolean =>
  typeof events === 'object' &&
  events !== null &&
  typeof (events as Record<string, unknown>)[EVENT] === 'object'

/** Throws an error of jose for a wrong signature, issuer, audience or time; undefined for other faults (section 2.6). */
export async function readLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, now }: ExpectedToken,
): Promise<ProviderLogoutToken | undefined> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: PROVIDER_ALGORITHMS,
    currentDate: new Date(now()),
    clockTolerance: 60,
    maxTokenAge: FRESH_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const { typ = TYPE } = protectedHeader
  const { sub, jti } = payload
  const sid = payload['sid']
  // Older providers leave the type out, or say JWT; an id_token has a nonce or no event.
  if (![TYPE, 'jwt'].includes(typ.toLowerCase()) || 'nonce' in payload || !hasEvent(payload)) return undefined
  if (!isText(jti) || (sub === undefined && sid === undefined)) return undefined
  if ((sub !== undefined && !isText(sub)) || (sid !== undefined && !isText(sid))) return undefined
  return { subject: sub, sid, jti }
}
