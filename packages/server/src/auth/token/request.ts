/** Reads the token request (RFC 6749 sections 2.3.1 and 4) and refuses a malformed one before any look-up. */
import type { Incoming } from '../../http/index.ts'
import { Refusal } from '../../refusal/index.ts'

/** The proof of a client's identity, as sent. There are two candidate secrets when the secret may be percent-encoded. */
export type Credentials =
  | { readonly clientId: string; readonly secrets: readonly string[] }
  | { readonly clientId: string; readonly assertion: string }
  /** Of a public client, which has nothing to prove its identity with. */
  | { readonly clientId: string; readonly isPublic: true }

export interface TokenRequest {
  /** Undefined: only the refresh token tells which client it is. */
  readonly credentials: Credentials | undefined
  readonly grantType: string
  readonly audience: string | undefined
  readonly scope: string | undefined
  readonly code: string | undefined
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
  readonly refreshToken: string | undefined
  readonly address: string
  /** The DPoP proof, with the method and the address that it must be for. */
  readonly proof: ProofInRequest
}

export interface ProofInRequest {
  /** Undefined: the request has no proof. */
  readonly proof: string | undefined
  readonly method: string
  /** Path and query string. */
  readonly url: string
}

const invalidRequest = (message: string) => new Refusal('oauth.invalid_request', message)

/** RFC 6749 section 3.2: a parameter is sent at most once, and an empty one counts as absent. */
export function singleValue(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1) throw invalidRequest(`The parameter "${name}" is given more than once.`)
  return values[0] === '' ? undefined : values[0]
}

export const BASIC_CHALLENGE = 'Basic realm="cairn", charset="UTF-8"'

export const failedAuthentication = () =>
  new Refusal(
    'oauth.invalid_client',
    'The client id or the client secret is wrong, or the client is disabled.',
    [],
    { challenge: BASIC_CHALLENGE },
  )

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

/** RFC 6749 form-encodes id and secret before base64; curl and many others do not. Both are accepted. */
export function basicIn(header: string): { clientId: string; secrets: readonly string[] } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header)?.[1]
  const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 0) return undefined
  const [id, secret] = [decoded.slice(0, colon), decoded.slice(colon + 1)]
  return { clientId: formDecoded(id), secrets: [formDecoded(secret), secret] }
}

/** The subject of an assertion, not verified. */
function subjectOf(assertion: string): string | undefined {
  try {
    const { sub } = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

/** The client id in the request, not verified: for the audit trail. */
export function claimedClientIn({ headers, body }: Pick<Incoming, 'headers' | 'body'>): string | undefined {
  const basic = headers.authorization === undefined ? undefined : basicIn(headers.authorization)
  if (!(body instanceof URLSearchParams)) return basic?.clientId
  return basic?.clientId ?? body.get('client_id') ?? subjectOf(body.get('client_assertion') ?? '')
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

function assertionIn(form: URLSearchParams, assertion: string, clientId: string | undefined): Credentials {
  if (singleValue(form, 'client_assertion_type') !== ASSERTION_TYPE)
    throw invalidRequest(`The parameter "client_assertion_type" must be ${ASSERTION_TYPE}.`)
  const subject = subjectOf(assertion)
  if (subject === undefined || (clientId !== undefined && clientId !== subject)) throw failedAuthentication()
  return { clientId: subject, assertion }
}

const MISSING_CREDENTIALS = 'Client credentials are missing: send client_id and client_secret by HTTP Basic.'

/** RFC 6749 section 5.2 counts a request without credentials as one whose client failed to authenticate. */
export const missingCredentials = () =>
  new Refusal('oauth.invalid_client', MISSING_CREDENTIALS, [], { challenge: BASIC_CHALLENGE })

/** Undefined if there are none. `isPublicAllowed`: a client id alone will do, for a client that is registered as public. */
export function credentialsIn(
  form: URLSearchParams,
  authorization: string | undefined,
  isPublicAllowed: boolean,
): Credentials | undefined {
  const clientId = singleValue(form, 'client_id')
  const clientSecret = singleValue(form, 'client_secret')
  const assertion = singleValue(form, 'client_assertion')
  if (authorization !== undefined) {
    const basic = basicIn(authorization)
    if (!basic) throw failedAuthentication()
    if (
      clientSecret !== undefined ||
      assertion !== undefined ||
      (clientId !== undefined && clientId !== basic.clientId)
    )
      throw invalidRequest('Credentials are given twice: send them by HTTP Basic or in the body, not both.')
    return basic
  }
  if (assertion !== undefined) {
    if (clientSecret !== undefined)
      throw invalidRequest('Credentials are given twice: send a secret or an assertion, not both.')
    return assertionIn(form, assertion, clientId)
  }
  if (clientId !== undefined && clientSecret !== undefined) return { clientId, secrets: [clientSecret] }
  return clientId !== undefined && isPublicAllowed ? { clientId, isPublic: true } : undefined
}

/** The token endpoint answers 400 where there are no credentials (docs/interface.md, section 4.1). */
export function credentialsOf(
  form: URLSearchParams,
  authorization: string | undefined,
  isPublicAllowed: boolean,
): Credentials {
  const credentials = credentialsIn(form, authorization, isPublicAllowed)
  if (!credentials) throw invalidRequest(MISSING_CREDENTIALS)
  return credentials
}

/** RFC 8707 calls the audience `resource`; a client may send both if they are equal. */
function audienceIn(form: URLSearchParams): string | undefined {
  const audience = singleValue(form, 'audience')
  const resource = singleValue(form, 'resource')
  if (audience !== undefined && resource !== undefined && audience !== resource)
    throw invalidRequest('The parameters "audience" and "resource" name different APIs: send one of them.')
  return audience ?? resource
}

/** Refuses credentials where they would end up in logs. */
export function refuseCredentialsInUrl({ query }: Pick<Incoming, 'query'>): void {
  if (
    [...query.keys()].some(
      name => name === 'client_secret' || name === 'client_id' || name === 'client_assertion',
    )
  )
    throw invalidRequest('Credentials in the URL end up in logs: send them by HTTP Basic.')
}

export function proofIn(
  { headers, target }: Pick<Incoming, 'headers' | 'target'>,
  method = 'POST',
): ProofInRequest {
  const { dpop } = headers
  if (Array.isArray(dpop) || (typeof dpop === 'string' && dpop.includes(',')))
    throw new Refusal('oauth.invalid_dpop_proof', 'The header DPoP is given more than once.')
  return { proof: dpop, method, url: target }
}

/** Grants for apps that act for a person; a public app has no secret. */
const APP_GRANTS = new Set(['authorization_code', 'refresh_token'])

const CREDENTIALS = ['client_id', 'client_secret', 'client_assertion']

/** SMART App Launch 2.2 has no client id in the table of refresh parameters, and its public apps send none. */
const isNamedByRefreshToken = (form: URLSearchParams, authorization: string | undefined): boolean =>
  authorization === undefined &&
  singleValue(form, 'grant_type') === 'refresh_token' &&
  singleValue(form, 'refresh_token') !== undefined &&
  CREDENTIALS.every(name => singleValue(form, name) === undefined)

export function readTokenRequest(request: Incoming): TokenRequest {
  refuseCredentialsInUrl(request)
  const form = request.body as URLSearchParams
  const { authorization } = request.headers
  const grantType = singleValue(form, 'grant_type')
  if (grantType === undefined)
    throw invalidRequest('The parameter "grant_type" is missing: it must be client_credentials.')
  return {
    grantType,
    credentials: isNamedByRefreshToken(form, authorization)
      ? undefined
      : credentialsOf(form, authorization, APP_GRANTS.has(grantType)),
    audience: audienceIn(form),
    scope: singleValue(form, 'scope'),
    code: singleValue(form, 'code'),
    redirectUri: singleValue(form, 'redirect_uri'),
    codeVerifier: singleValue(form, 'code_verifier'),
    refreshToken: singleValue(form, 'refresh_token'),
    address: request.address,
    proof: proofIn(request),
  }
}
