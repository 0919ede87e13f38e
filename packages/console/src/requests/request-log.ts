/** The requests that the console has made, for the inspector. Tokens and bodies of answers are not kept. */
import { createStore } from '../store.ts'

export interface LoggedRequest {
  readonly number: number
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly at: Date
  /** Undefined while it is under way. */
  readonly status?: number
  readonly milliseconds?: number
  readonly requestId?: string
  /** The server did not answer. */
  readonly failure?: string
}

/** Older ones are dropped. */
const KEPT = 200

export const requestLog = createStore<readonly LoggedRequest[]>([])

/** True while requests fail for want of an answer. */
export const serverAway = createStore(false)

let count = 0

const change = (number: number, outcome: Partial<LoggedRequest>) =>
  requestLog.set(requestLog.get().map(each => (each.number === number ? { ...each, ...outcome } : each)))

function begin(input: RequestInfo | URL, init: RequestInit = {}): LoggedRequest {
  const url = input instanceof Request ? input.url : String(input)
  const headers = Object.fromEntries(new Headers(init.headers).entries())
  const entry: LoggedRequest = {
    number: ++count,
    method: init.method ?? 'GET',
    url,
    headers,
    at: new Date(),
    ...(typeof init.body === 'string' ? { body: init.body } : {}),
  }
  requestLog.set([...requestLog.get().slice(-(KEPT - 1)), entry])
  return entry
}

/** The `fetch` of the console: tells the inspector, and knows when the server is away. */
export const loggedFetch: typeof fetch = async (input, init) => {
  const { number } = begin(input, init)
  const started = performance.now()
  const milliseconds = () => Math.round(performance.now() - started)
  try {
    const answer = await fetch(input, init)
    const requestId = answer.headers.get('X-Request-Id')
    change(number, {
      status: answer.status,
      milliseconds: milliseconds(),
      ...(requestId === null ? {} : { requestId }),
    })
    if (serverAway.get()) serverAway.set(false)
    return answer
  } catch (error) {
    const isAborted = init?.signal?.aborted === true
    change(number, { milliseconds: milliseconds(), failure: isAborted ? 'cancelled' : 'no answer' })
    if (!isAborted) serverAway.set(true)
    throw error
  }
}
