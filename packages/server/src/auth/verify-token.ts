/** Verifies tokens: our own with our keys, those of a trusted foreign issuer with its keys. */
import { parseJson } from '@cairn-ehr/openehr/format'
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { type LaunchContext, type Outgoing, OutgoingError } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { SUBJECT_TYPE, SUBJECT_TYPES, TOKEN_TYPE } from './access-token.ts'
import { ALGORITHM, type KeyRing } from './key-ring.ts'

export interface Claims {
  readonly clientId: string
  /** The person whom the token is for; absent for a client that acts for itself. */
  readonly person: string | undefined
  readonly personName: string | undefined
  /** Id of the token, and of the grant that it came of: to find out whether one was revoked. */
  readonly jti: string | undefined
  readonly grantId: string | undefined
  /** Thumbprint of the key that the token is bound to (RFC 9449). */
  readonly keyThumbprint: string | undefined
  readonly launched: LaunchContext | undefined
  readonly scopes: readonly string[]
  /** As the token has them: seconds since 1970, and the API that it is for. */
  readonly exp: number
  readonly iat: number | undefined
  readonly aud: string | readonly string[] | undefined
  /** Time at which the person signed in, in milliseconds since 1970. Absent without a person, and where a foreign issuer does not say. */
  readonly authenticatedAt: number | undefined
  /** The end of its use here, in milliseconds since 1970: later than `exp`, since clocks differ. */
  readonly expiresAt: number
}

export type Verify = (token: string) => Promise<Claims>

/** Allowed difference of clocks; a token is refused at the latest this long after it expires. */
const CLOCK_TOLERANCE_SECONDS = 5

const scopesOf = ({ scope, scp }: JWTPayload): string[] => {
  if (typeof scope === 'string') return scope.split(' ')
  return Array.isArray(scp) ? scp.map(String) : typeof scp === 'string' ? scp.split(' ') : []
}

const textClaim = (payload: JWTPayload, name: string): string | undefined => {
  const value = payload[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const thumbprintOf = ({ cnf }: JWTPayload): string | undefined => {
  const { jkt } = (typeof cnf === 'object' && cnf !== null ? cnf : {}) as { jkt?: unknown }
  return typeof jkt === 'string' ? jkt : undefined
}

function launchOf(payload: JWTPayload): LaunchContext | undefined {
  const [ehrId, episodeId] = [textClaim(payload, 'ehrId'), textClaim(payload, 'episodeId')]
  return ehrId === undefined && episodeId === undefined ? undefined : { ehrId, episodeId }
}

/** Takes the first claim that names a client; a token that names none is refused. */
function clientOf(payload: JWTPayload, claims: readonly string[]): string {
  const name = claims.map(claim => payload[claim]).find(value => typeof value === 'string' && value !== '')
  if (typeof name === 'string') return name
  throw new errors.JWTClaimValidationFailed('names no client', payload, claims[0], 'missing')
}

/** Refuses a token with a repeated member name, which two JSON parsers may read differently. */
function readStrictly(token: string): void {
  for (const part of token.split('.').slice(0, 2)) parseJson(Buffer.from(part, 'base64url'))
}

type PersonOf = (payload: JWTPayload, clientId: string) => string | undefined

/** The token endpoint says whose token it is; ids are never compared for that. */
const personByType: PersonOf = payload => {
  const type = SUBJECT_TYPES.find(each => each === payload[SUBJECT_TYPE])
  if (type === undefined)
    throw new errors.JWTClaimValidationFailed('is of no kind', payload, SUBJECT_TYPE, 'check_failed')
  return type === 'person' ? payload.sub : undefined
}

/** Claims about the authentication of a person, which a token that a client got for itself has not (RFC 9068, section 2.2.1). */
const CLAIMS_OF_PEOPLE = ['auth_time', 'acr', 'amr']

/**
 * RFC 9068 has no claim that says whose token it is: its section 2.2 gives a token that a client got for itself the client as subject. Another subject, or
 * facts about the authentication of a person, make it the token of a person.
 */
const personOfForeign: PersonOf = (payload, clientId) =>
  payload.sub === clientId && !CLAIMS_OF_PEOPLE.some(claim => payload[claim] !== undefined)
    ? undefined
    : payload.sub

interface TokenRules {
  readonly keys: JWTVerifyGetKey
  readonly options: JWTVerifyOptions
  readonly clientClaims: readonly string[]
  readonly personOf: PersonOf
  readonly now: () => number
}

function verifierWith({ keys, options, clientClaims, personOf, now }: TokenRules): Verify {
  return async token => {
    const currentDate = new Date(now())
    const { payload } = await jwtVerify(token, keys, {
      ...options,
      currentDate,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    readStrictly(token)
    // jose checks `iat` only together with `maxTokenAge`; a token from the future is refused here.
    if ((payload.iat ?? 0) * 1000 > currentDate.getTime() + 60_000)
      throw new errors.JWTClaimValidationFailed('issued in the future', payload, 'iat', 'check_failed')
    const clientId = clientOf(payload, clientClaims)
    return {
      clientId,
      person: personOf(payload, clientId),
      personName: textClaim(payload, 'name'),
      jti: payload.jti,
      grantId: textClaim(payload, 'grant_id'),
      keyThumbprint: thumbprintOf(payload),
      launched: launchOf(payload),
      scopes: scopesOf(payload),
      exp: payload.exp ?? 0,
      iat: payload.iat,
      aud: payload.aud,
      authenticatedAt: typeof payload['auth_time'] === 'number' ? payload['auth_time'] * 1000 : undefined,
      expiresAt: ((payload.exp ?? 0) + CLOCK_TOLERANCE_SECONDS) * 1000,
    }
  }
}

interface Expected {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly now: () => number
}

/** Another process may just have made an unknown key, so the keys are read again, at most once a second. */
const REREAD_MS = 1000

export function ownTokens(keys: KeyRing, { issuer, audiences, now }: Expected): Verify {
  let readAt = 0
  const keyOf: JWTVerifyGetKey = async ({ kid }) => {
    const known = keys.current().verifying.get(kid ?? '')
    if (known) return known
    if (now() - readAt > REREAD_MS) {
      readAt = now()
      await keys.refresh()
    }
    const found = keys.current().verifying.get(kid ?? '')
    if (!found) throw new errors.JWKSNoMatchingKey()
    return found
  }
  const options = {
    issuer,
    audience: [...audiences],
    algorithms: [ALGORITHM],
    typ: TOKEN_TYPE,
    requiredClaims: ['exp', 'iat', 'jti', 'sub', SUBJECT_TYPE, 'client_id', 'scope'],
  }
  return verifierWith({ keys: keyOf, options, clientClaims: ['client_id'], personOf: personByType, now })
}

const FOREIGN_ALGORITHMS = [
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
const FETCH_TIMEOUT_MS = 5000

/** Claims that name the client: RFC 9068, OpenID Connect, others. */
const CLIENT_CLAIMS = ['client_id', 'azp', 'sub']

const unreachable = () =>
  new Refusal('service.unavailable', "The keys of the token's issuer cannot be fetched; try again.")

/** RFC 8414 first, then OpenID Connect Discovery: both name the same field. */
async function jwksUriOf(issuer: string, outgoing: Outgoing): Promise<URL> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname === '/' ? '' : pathname
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${issuer}/.well-known/openid-configuration`,
  ]
  for (const place of places) {
    const answer = await outgoing.fetch(place, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (!answer.ok) continue
    const metadata = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown }
    if (metadata.issuer === issuer && typeof metadata.jwks_uri === 'string') return new URL(metadata.jwks_uri)
  }
  throw unreachable()
}

export interface ForeignNeeds {
  readonly jwksUri: string | undefined
  readonly outgoing: Outgoing
  readonly failed: (error: unknown) => void
}

export function foreignTokens(
  { jwksUri, outgoing, failed }: ForeignNeeds,
  { issuer, audiences, now }: Expected,
): Verify {
  let keySet: Promise<JWTVerifyGetKey> | undefined
  const keysOf = async (): Promise<JWTVerifyGetKey> =>
    createRemoteJWKSet(jwksUri ? new URL(jwksUri) : await jwksUriOf(issuer, outgoing), {
      timeoutDuration: FETCH_TIMEOUT_MS,
      cooldownDuration: REREAD_MS,
      [customFetch]: outgoing.fetch,
    })
  return async token => {
    keySet ??= keysOf()
    try {
      const options = {
        issuer,
        audience: [...audiences],
        algorithms: FOREIGN_ALGORITHMS,
        requiredClaims: ['exp'],
      }
      const rules = {
        keys: await keySet,
        options,
        clientClaims: CLIENT_CLAIMS,
        personOf: personOfForeign,
        now,
      }
      return await verifierWith(rules)(token)
    } catch (error) {
      const refused = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
      if (refused && error.code !== 'ERR_JOSE_GENERIC') throw error
      keySet = undefined
      if (error instanceof OutgoingError) failed(error)
      throw error instanceof Refusal ? error : unreachable()
    }
  }
}
