/** Reads the token request (RFC 6749 sections 2.3.1 and 4.4.2) and refuses a malformed one before any look-up. */
import type { Incoming } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'

/** Credentials as sent. There are two candidate secrets when the secret may be percent-encoded. */
export interface Credentials {
  readonly clientId: string
  readonly secrets: readonly string[]
}

export interface TokenRequest {
  readonly credentials: Credentials
  readonly grantType: string
  readonly audience: string | undefined
  readonly scope: string | undefined
  readonly address: string
}

const invalidRequest = (message: string) => new Refusal('oauth.invalid_request', message)

/** RFC 6749 section 3.2: a parameter is sent at most once, and an empty one counts as absent. */
function singleValue(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1) throw invalidRequest(`The parameter "${name}" is given more than once.`)
  return values[0] === '' ? undefined : values[0]
}

export const failedAuthentication = () =>
  new Refusal(
    'oauth.invalid_client',
    'The client id or the client secret is wrong, or the client is disabled.',
    [],
    { challenge: 'Basic realm="cairn", charset="UTF-8"' },
  )

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}

/** RFC 6749 form-encodes id and secret before base64; curl and many others do not. Both are accepted. */
function basicIn(header: string): Credentials | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*)$/i.exec(header)?.[1]
  const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 0) return undefined
  const [id, secret] = [decoded.slice(0, colon), decoded.slice(colon + 1)]
  return { clientId: formDecoded(id), secrets: [formDecoded(secret), secret] }
}

/** The client id in the request, not verified: for the audit trail. */
export function claimedClientIn({ headers, body }: Incoming): string | undefined {
  const basic = headers.authorization === undefined ? undefined : basicIn(headers.authorization)
  return basic?.clientId ?? (body as URLSearchParams).get('client_id') ?? undefined
}

function credentialsOf(form: URLSearchParams, authorization: string | undefined): Credentials {
  const clientId = singleValue(form, 'client_id')
  const clientSecret = singleValue(form, 'client_secret')
  if (authorization !== undefined) {
    const basic = basicIn(authorization)
    if (!basic) throw failedAuthentication()
    if (clientSecret !== undefined || (clientId !== undefined && clientId !== basic.clientId))
      throw invalidRequest('Credentials are given twice: send them by HTTP Basic or in the body, not both.')
    return basic
  }
  if (clientId === undefined || clientSecret === undefined)
    throw invalidRequest('Client credentials are missing: send client_id and client_secret by HTTP Basic.')
  return { clientId, secrets: [clientSecret] }
}

/** RFC 8707 calls the audience `resource`; a client may send both if they are equal. */
function audienceIn(form: URLSearchParams): string | undefined {
  const audience = singleValue(form, 'audience')
  const resource = singleValue(form, 'resource')
  if (audience !== undefined && resource !== undefined && audience !== resource)
    throw invalidRequest('The parameters "audience" and "resource" name different APIs: send one of them.')
  return audience ?? resource
}

export function readTokenRequest(request: Incoming): TokenRequest {
  if ([...request.query.keys()].some(name => name === 'client_secret' || name === 'client_id'))
    throw invalidRequest('Credentials in the URL end up in logs: send them by HTTP Basic.')
  const form = request.body as URLSearchParams
  const grantType = singleValue(form, 'grant_type')
  if (grantType === undefined)
    throw invalidRequest('The parameter "grant_type" is missing: it must be client_credentials.')
  return {
    grantType,
    credentials: credentialsOf(form, request.headers.authorization),
    audience: audienceIn(form),
    scope: singleValue(form, 'scope'),
    address: request.address,
  }
}
