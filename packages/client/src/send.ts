/** Sends a request: authorized, and again where that can do no harm. */
import type { Authentication, Authorization } from './authentication.ts'
import { errorOf } from './error.ts'
import type { PreparedRequest } from './operation.ts'
import { type RetryLimits, repeat } from './retry.ts'

export interface Sender {
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly authentication: Authentication
  readonly retries: RetryLimits
}

const NOBODY: Authorization = { headers: {} }

const transmit = (
  { fetch: fetcher, baseUrl }: Sender,
  request: PreparedRequest,
  authorization: Authorization,
) =>
  fetcher(`${baseUrl}${request.path}`, {
    method: request.method,
    headers: { ...request.headers, ...authorization.headers },
    ...(authorization.credentials ? { credentials: authorization.credentials } : {}),
    ...(request.body === undefined ? {} : { body: request.body as NonNullable<RequestInit['body']> }),
    ...(request.signal ? { signal: request.signal } : {}),
  })

/** All callers wait for the same token: one that leaves must not end its request. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((done, failed) => {
    const abort = () => failed(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(done, failed).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Resolves to an answer under 400, its body not yet read; throws `CairnError` for the others. */
export async function send(sender: Sender, request: PreparedRequest): Promise<Response> {
  const { authentication, retries } = sender
  const { method, signal, isRepeatable } = request
  // A header that cannot be sent fails here, and not as a fault of the network.
  new Headers(request.headers)
  let isRefused = false
  const attempt = async (): Promise<Response> => {
    const authorization = request.isPublic
      ? NOBODY
      : await unlessAborted(authentication.authorize(method), signal)
    const answer = await transmit(sender, request, authorization)
    // Whatever the method: a request that was refused by its token has changed nothing.
    if (answer.status !== 401 || isRefused || request.isPublic || !authentication.refused(authorization))
      return answer
    isRefused = true
    await answer.body?.cancel()
    return attempt()
  }
  const answer = await repeat(attempt, { isRepeatable, limits: retries, signal })
  if (answer.status >= 400) throw await errorOf(answer)
  return answer
}
