/** Decides on requests that are sent again: those that cannot be carried out twice, and those that never left. */
import { CairnNetworkError, networkErrorOf } from './network-error.ts'

export interface RetryLimits {
  /** Most times that a request is sent. */
  readonly attempts: number
  /** Time from the first attempt in which it is sent again. A server that asks for a longer wait is not waited for. */
  readonly seconds: number
}

/** Long enough for a restart of the server. */
export const RETRY_LIMITS: RetryLimits = { attempts: Number.POSITIVE_INFINITY, seconds: 30 }

export interface Repetition {
  /** Carried out twice it does no more than once: a read, or a write that names the version it follows or the id that it creates. */
  readonly isRepeatable: boolean
  readonly limits: RetryLimits
  readonly signal?: AbortSignal | undefined
}

/** Answers of a proxy or of a server that stops: nobody knows what became of a write. */
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504])

const TOO_MANY = 429

const FIRST_PAUSE_SECONDS = 0.2
const LONGEST_PAUSE_SECONDS = 5

/** Twice as long after each attempt. At least half of it is waited; the rest is chance, so that many clients do not return together. */
const pauseAfter = (attempt: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2)

/** `Retry-After` is a number of seconds or a date (RFC 9110 section 10.2.3). */
function retryAfter(header: string | null): number {
  if (header === null) return 0
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds)
}

/** The answer, where it asks to try again and that can do no harm; otherwise undefined. */
const asksAgain = ({ status }: Response, isRepeatable: boolean): boolean =>
  // 429 comes before anything was done.
  status === TOO_MANY || (isRepeatable && UNAVAILABLE.has(status))

/**
 * Makes attempts until one has an answer that is the last word. Connections that fail are thrown as `CairnNetworkError`, the reason of the signal
 * as it is.
 */
export async function repeat(
  attempt: () => Promise<Response>,
  { isRepeatable, limits, signal }: Repetition,
): Promise<Response> {
  const began = performance.now()
  for (let count = 1; ; count++) {
    const answer = await attempt().catch(error => networkErrorOf(error, signal))
    const isAgain =
      answer instanceof CairnNetworkError
        ? isRepeatable || answer.code === 'network.not_sent'
        : asksAgain(answer, isRepeatable)
    const asked = answer instanceof CairnNetworkError ? 0 : retryAfter(answer.headers.get('Retry-After'))
    const wait = asked + pauseAfter(count)
    const left = limits.seconds - (performance.now() - began) / 1000
    if (isAgain && count < limits.attempts && wait <= left) {
      if (!(answer instanceof CairnNetworkError)) await answer.body?.cancel()
      await pause(wait, signal)
      continue
    }
    if (answer instanceof CairnNetworkError) throw answer
    return answer
  }
}

/** Ends early, by the reason of the signal. */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, failed) => {
    const abort = () => {
      clearTimeout(timer)
      failed(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      done()
    }, seconds * 1000)
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
