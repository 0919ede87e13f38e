/** Keeps one good access token: asks for it when it is needed, and again before it ends. */
import { errorOf } from './error.ts'

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  /** Space-separated; all of the client's own but `api.lenient` and `api.admin` when left out. */
  readonly scope?: string
}

export interface TokenSource {
  get(): Promise<string>
  /** Forgets a token that the server did not take. */
  drop(token: string): void
}

/** A token is renewed this long before it ends, so that none ends on its way. */
const MARGIN_MS = 60_000

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
  { clientId, clientSecret, scope }: Credentials,
): TokenSource {
  let endpoint: Promise<string> | undefined
  let current: Promise<{ token: string; renewAt: number }> | undefined

  const request = async () => {
    endpoint ??= tokenEndpoint(authUrl, fetcher)
    const answer = await fetcher(await endpoint, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${encoded(clientId)}:${encoded(clientSecret)}`)}`,
        Accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', audience, ...(scope ? { scope } : {}) }),
    })
    if (!answer.ok) throw await errorOf(answer)
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number }
    return { token: access_token, renewAt: Date.now() + expires_in * 1000 - MARGIN_MS }
  }
  const renewed = () => {
    const wanted = request()
    current = wanted
    wanted.catch(() => {
      endpoint = undefined
      if (current === wanted) current = undefined
    })
    return wanted
  }
  return {
    get: async () => {
      const kept = current && (await current)
      return (kept && Date.now() < kept.renewAt ? kept : await renewed()).token
    },
    drop: token => {
      void current?.then(kept => {
        if (kept.token === token) current = undefined
      })
    },
  }
}
