/** Calls to the API: a token on each, one more try where that can do no harm. */
import { errorOf } from './error.ts'
import { type Credentials, type TokenSource, tokenSource } from './token.ts'

export interface ClientOptions extends Credentials {
  /** `{base_url}`, such as `https://cdr.example.org`. */
  readonly baseUrl: string
  /** `{auth_url}`, where it is not the base URL. */
  readonly authUrl?: string
  /** Another `fetch` than the global one. */
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
}

export interface CairnClient {
  /**
   * The answer to a request, whatever its status under 400; throws `CairnError` for the others.
   *
   *   const answer = await cairn.call('GET /openehr/v1/definition/template/adl1.4')
   *   const templates = await answer.json()
   */
  call(request: string, options?: CallOptions): Promise<Response>
  /** An access token, for other tools. */
  token(): Promise<string>
}

/** Methods that may be sent twice (RFC 9110 section 9.2.2), when the server was only busy. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
const TRIES = 3
/** A server that asks for more than this is not waited for. */
const LONGEST_WAIT_SECONDS = 30

const pause = (seconds: number) => new Promise(done => setTimeout(done, seconds * 1000))

/** Seconds to wait before the next try; nothing when there is to be none. */
function waitFor(answer: Response, method: string, attempt: number): number | undefined {
  const busy = answer.status === 503 || answer.status === 429
  if (!busy || attempt >= TRIES || !REPEATABLE.has(method)) return undefined
  const seconds = Number(answer.headers.get('Retry-After') ?? attempt)
  return seconds <= LONGEST_WAIT_SECONDS ? seconds : undefined
}

export function createClient(options: ClientOptions): CairnClient {
  const fetcher = options.fetch ?? fetch
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const authUrl = (options.authUrl ?? baseUrl).replace(/\/+$/, '')
  const tokens: TokenSource = tokenSource({ authUrl, audience: `${baseUrl}/openehr/v1`, fetcher }, options)

  const once = async (method: string, path: string, { headers, body, signal }: CallOptions, token: string) =>
    fetcher(`${baseUrl}${path}`, {
      method,
      headers: { Accept: 'application/json', ...headers, Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
      ...(signal ? { signal } : {}),
    })

  const call: CairnClient['call'] = async (request, call = {}) => {
    const space = request.indexOf(' ')
    const [method, path] = [request.slice(0, space), request.slice(space + 1)]
    let refused = false
    for (let attempt = 1; ; attempt++) {
      const token = await tokens.get()
      const answer = await once(method, path, call, token)
      // A token can end early, by a restart or a rotation: one new one is tried, whatever the method, since nothing was done.
      if (answer.status === 401 && !refused) {
        refused = true
        tokens.drop(token)
        continue
      }
      if (answer.status < 400) return answer
      const wait = waitFor(answer, method, attempt)
      if (wait === undefined) throw await errorOf(answer)
      await pause(wait)
    }
  }
  return { call, token: tokens.get }
}
