/** The access token of a client that acts for itself (RFC 6749, section 4.4). */
import { errorOf } from './error.ts'
import { type FreshToken, keepToken, type TokenSource } from './kept-token.ts'
import { type RetryLimits, repeat } from './retry.ts'

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** `{auth_url}`, where it is not the base URL. */
  readonly authUrl?: string
  /** Space-separated; all of the client's own but `api.lenient`, `api.break_glass` and `api.admin` when left out. */
  readonly scope?: string
  /** The clock, in milliseconds; only tests set another. */
  readonly now?: () => number
}

/** Addresses of the authorization server, of those in its SMART configuration. */
export interface AuthorizationServer {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly revocation_endpoint: string
}

export async function findAuthorizationServer(
  authUrl: string,
  fetcher: typeof fetch,
  limits: RetryLimits,
): Promise<AuthorizationServer> {
  const address = `${authUrl}/.well-known/smart-configuration`
  const answer = await repeat(() => fetcher(address, { headers: { Accept: 'application/json' } }), {
    isRepeatable: true,
    limits,
  })
  if (!answer.ok) throw await errorOf(answer)
  return (await answer.json()) as AuthorizationServer
}

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
const encoded = (value: string): string => new URLSearchParams({ v: value }).toString().slice(2)

interface TokenServer {
  readonly authUrl: string
  readonly audience: string
  readonly fetcher: typeof fetch
  readonly retries: RetryLimits
}

export function tokenSource(
  { authUrl, audience, fetcher, retries: limits }: TokenServer,
  { clientId, clientSecret, scope, now = Date.now }: Credentials,
): TokenSource {
  let server: Promise<AuthorizationServer> | undefined
  const request = async (): Promise<FreshToken> => {
    server ??= findAuthorizationServer(authUrl, fetcher, limits)
    const { token_endpoint } = await server
    const ask = () =>
      fetcher(token_endpoint, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`,
          Accept: 'application/json',
        },
        // A browser would otherwise ask its user for a password when the server refuses the secret.
        credentials: 'omit',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          audience,
          ...(scope ? { scope } : {}),
        }),
      })
    // A second token does no harm.
    const answer = await repeat(ask, { isRepeatable: true, limits })
    if (!answer.ok) throw await errorOf(answer)
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number }
    return { value: access_token, seconds: expires_in }
  }
  const requestAgain = (): Promise<FreshToken> =>
    request().catch(error => {
      // The address may be another one by the next attempt.
      server = undefined
      throw error
    })
  return keepToken(requestAgain, now)
}
