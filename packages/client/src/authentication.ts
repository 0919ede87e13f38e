/** Authentication of requests: client credentials, a token from elsewhere, the session of a browser, or of a person in an app. */
import type { TokenSource } from './kept-token.ts'
import type { RetryLimits } from './retry.ts'
import { type Credentials, tokenSource } from './token.ts'

/** Headers and mode that are added to a request. */
export interface Authorization {
  readonly headers: Readonly<Record<string, string>>
  readonly credentials?: 'omit' | 'same-origin' | 'include'
}

export interface Authentication {
  authorize(method: string): Promise<Authorization>
  /** The server answered 401. True: another authorization can be had, and the request is sent once more. */
  refused(authorization: Authorization): boolean
  /** The access token, where there is one. */
  token?(): Promise<string>
}

interface Server {
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly retries: RetryLimits
}

/** Knows the server only when the client is made. */
export type AuthenticationFor = (server: Server) => Authentication

const bearer = (token: string): Authorization => ({ headers: { Authorization: `Bearer ${token}` } })

/** A token for a client of its own, renewed before it ends, once for all callers. */
export function clientCredentials(credentials: Credentials): AuthenticationFor {
  return ({ baseUrl, fetch: fetcher, retries }) => {
    const authUrl = (credentials.authUrl ?? baseUrl).replace(/\/+$/, '')
    const tokens: TokenSource = tokenSource(
      { authUrl, audience: `${baseUrl}/openehr/v1`, fetcher, retries },
      credentials,
    )
    return {
      authorize: async () => bearer(await tokens.get()),
      // A token can end early, by a restart or a rotation of keys.
      refused: ({ headers }) => {
        tokens.drop((headers['Authorization'] ?? '').replace('Bearer ', ''))
        return true
      },
      token: tokens.get,
    }
  }
}

/** A token that the program has from elsewhere; a function is asked before each request. */
export function bearerToken(token: string | (() => string | Promise<string>)): AuthenticationFor {
  const get = async () => (typeof token === 'string' ? token : token())
  return () => ({ authorize: async () => bearer(await get()), refused: () => false, token: get })
}

export interface BrowserSession {
  /** The header that proves that a page of ours sends the request. */
  readonly csrfHeader?: string
  readonly csrfToken?: () => string | undefined
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The cookie that the browser holds, sent to the origin of the page alone; writes carry the CSRF header too. */
export function browserSession({
  csrfHeader = 'X-CSRF-Token',
  csrfToken,
}: BrowserSession = {}): AuthenticationFor {
  return () => ({
    authorize: async method => {
      const token = READS.has(method) ? undefined : csrfToken?.()
      return { headers: token === undefined ? {} : { [csrfHeader]: token }, credentials: 'same-origin' }
    },
    refused: () => false,
  })
}
