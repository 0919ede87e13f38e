/** Keeps one good access token: asks for it when it is needed, and again before it ends. */
import { errorOf } from './error.ts'

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** `{auth_url}`, where it is not the base URL. */
  readonly authUrl?: string
  /** Space-separated; all of the client's own but `api.lenient` and `api.admin` when left out. */
  readonly scope?: string
  /** The clock, in milliseconds; only tests set another. */
  readonly now?: () => number
}

export interface TokenSource {
  get(): Promise<string>
  /** Forgets a token that the server did not take. */
  drop(token: string): void
}

interface Token {
  readonly value: string
  readonly renewAt: number
}

/** A token is renewed this long before it ends, so that none ends on its way; a short-lived one after nine tenths of its life. */
const MARGIN_SECONDS = 60

const marginOf = (seconds: number): number => Math.min(MARGIN_SECONDS, seconds / 10)

/** RFC 6749 section 2.3.1: id and secret are form-encoded before they are joined. */
const encoded = (value: string): string => new URLSearchParams({ v: value }).toString().slice(2)

async function tokenEndpoint(authUrl: string, fetcher: typeof fetch): Promise<string> {
  const answer = await fetcher(`${authUrl}/.well-known/smart-configuration`, {
    headers: { Accept: 'application/json' },
  })
  if (!answer.ok) throw await errorOf(answer)
  const { token_endpoint } = (await answer.json()) as { token_endpoint: string }
  return token_endpoint
}

export function tokenSource(
  { authUrl, audience, fetcher }: { authUrl: string; audience: string; fetcher: typeof fetch },
  { clientId, clientSecret, scope, now = Date.now }: Credentials,
): TokenSource {
  let endpoint: Promise<string> | undefined
  let current: Token | undefined
  let renewal: Promise<Token> | undefined

  const request = async (): Promise<Token> => {
    endpoint ??= tokenEndpoint(authUrl, fetcher)
    const answer = await fetcher(await endpoint, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`,
        Accept: 'application/json',
      },
      // A browser would otherwise ask its user for a password when the server refuses the secret.
      credentials: 'omit',
      body: new URLSearchParams({ grant_type: 'client_credentials', audience, ...(scope ? { scope } : {}) }),
    })
    if (!answer.ok) throw await errorOf(answer)
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number }
    return { value: access_token, renewAt: now() + (expires_in - marginOf(expires_in)) * 1000 }
  }
  /** One renewal at a time: whoever comes meanwhile waits for it. */
  const renew = (): Promise<Token> => {
    renewal ??= request()
      .then(token => {
        current = token
        return token
      })
      .catch(error => {
        endpoint = undefined
        throw error
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }
  return {
    get: async () => (current && now() < current.renewAt ? current : await renew()).value,
    drop: token => {
      if (current?.value === token) current = undefined
    },
  }
}
