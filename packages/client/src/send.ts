/** Sends a request: authorized, and once more where that can do no harm. */
import type { Authentication, Authorization } from './authentication.ts'
import { errorOf } from './error.ts'
import type { PreparedRequest } from './operation.ts'
import { pause, type RetryLimits, waitAfterAnswer, waitAfterFailure } from './retry.ts'

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

const hasIfMatch = ({ headers }: PreparedRequest): boolean =>
  Object.keys(headers).some(name => name.toLowerCase() === 'if-match')

/** Resolves to an answer under 400, its body not yet read; throws `CairnError` for the others. */
export async function send(sender: Sender, request: PreparedRequest): Promise<Response> {
  const { authentication, retries } = sender
  const { method, signal } = request
  let isRefused = false
  for (let attempt = 1; ; attempt++) {
    const tried = { method, hasIfMatch: hasIfMatch(request), attempt }
    const authorization = request.isPublic ? NOBODY : await authentication.authorize(method)
    let answer: Response
    try {
      answer = await transmit(sender, request, authorization)
    } catch (error) {
      const wait = signal?.aborted ? undefined : waitAfterFailure(tried, retries)
      if (wait === undefined) throw error
      await pause(wait, signal)
      continue
    }
    if (answer.status < 400) return answer
    // Whatever the method: a request that was refused by its token has changed nothing.
    if (answer.status === 401 && !isRefused && !request.isPublic && authentication.refused(authorization)) {
      isRefused = true
      await answer.body?.cancel()
      continue
    }
    const wait = waitAfterAnswer(answer, tried, retries, Date.now())
    if (wait === undefined) throw await errorOf(answer)
    await answer.body?.cancel()
    await pause(wait, signal)
  }
}
