/** Decides on requests that are sent again: only those that cannot be carried out twice. */

export interface RetryLimits {
  /** Most times that a request is sent. */
  readonly attempts: number
  /** A server that asks for more than this is not waited for. */
  readonly longestWaitSeconds: number
}

export const RETRY_LIMITS: RetryLimits = { attempts: 3, longestWaitSeconds: 30 }

interface Attempt {
  readonly method: string
  /** The write names the version that it follows, so it cannot be carried out twice. */
  readonly hasIfMatch: boolean
  /** The first is 1. */
  readonly attempt: number
}

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

const FIRST_PAUSE_SECONDS = 0.2

const pauseAfter = (attempt: number): number => FIRST_PAUSE_SECONDS * 2 ** (attempt - 1)

/** `Retry-After` is a number of seconds or a date (RFC 9110 section 10.2.3). */
function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Seconds to wait after an answer; undefined: it is the last word. */
export function waitAfterAnswer(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  { method, hasIfMatch, attempt }: Attempt,
  limits: RetryLimits,
  now: number,
): number | undefined {
  // 429 comes before anything was done. After 503 a write may have been carried out.
  const isSafe = status === 429 || (status === 503 && (READS.has(method) || hasIfMatch))
  if (!isSafe || attempt >= limits.attempts) return undefined
  const seconds = retryAfter(headers.get('Retry-After'), now) ?? pauseAfter(attempt)
  return seconds <= limits.longestWaitSeconds ? seconds : undefined
}

/** Seconds to wait after a lost connection: nobody knows what became of a write. */
export function waitAfterFailure({ method, attempt }: Attempt, limits: RetryLimits): number | undefined {
  return READS.has(method) && attempt < limits.attempts ? pauseAfter(attempt) : undefined
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
