/** Errors in the form of OAuth 2.0 (RFC 6749, section 5.2). */
import { type Endpoint, json } from '../../http/index.ts'
import { headersOf, statusOf } from '../../http/reply/index.ts'

/** Maps our error codes to those of OAuth 2.0. */
const oauthError = (code: string, status: number): string =>
  /^oauth\.(invalid_\w+|unsupported_\w+|unauthorized_client)$/.exec(code)?.[1] ??
  (status === 429 ? 'invalid_client' : status >= 500 ? 'server_error' : 'invalid_request')

/** RFC 6749 section 5.2 allows neither quotes nor anything beyond printable ASCII in a description. */
const toAsciiDescription = (text: string) =>
  text.replace(/"/g, "'").replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')

/** RFC 6749 section 5.2: every fault of the request is a 400, even where another HTTP status fits better. */
export const refuseAsOauth: NonNullable<Endpoint<unknown>['refuse']> = problem => {
  const status = statusOf(problem)
  const error = oauthError(problem.code, status)
  const own = problem.code.startsWith('oauth.') || status >= 500 || status === 413
  return json(
    own ? status : 400,
    { error, error_description: toAsciiDescription(problem.message) },
    headersOf(problem),
  )
}

export const OAUTH_ERROR = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
}
