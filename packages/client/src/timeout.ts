/** A limit on the time of a call. */
import { CairnNetworkError } from './network-error.ts'

interface TimeLimit {
  /** Undefined: no limit. */
  readonly seconds: number | undefined
  readonly signal: AbortSignal | undefined
}

/** Hands over a signal that ends the work by the caller's own, or with `network.timeout` when the time is over. */
export async function withinTime<T>(
  { seconds, signal }: TimeLimit,
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (seconds === undefined) return work(signal)
  const stopping = new AbortController()
  const timer = setTimeout(() => stopping.abort(new CairnNetworkError('network.timeout')), seconds * 1000)
  try {
    return await work(signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal)
  } finally {
    clearTimeout(timer)
  }
}
