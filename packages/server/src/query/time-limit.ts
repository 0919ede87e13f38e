/** The time limit of queries, and the client that hangs up: one end for both, whoever runs the query. */

import { Problem } from '@cairn-ehr/openehr'
import { Refusal } from '../refusal/index.ts'
import type { Executor } from './execute.ts'
import type { Rows } from './result.ts'

const tooLong = (milliseconds: number, source: string) =>
  new Refusal(
    'query.timeout',
    `The query took longer than ${milliseconds / 1000} seconds (${source}) and was ended: ask for less, or for one EHR.`,
  )

/** The same, by the database or a thread, which keep the limit as well and may be first; they do not know where it is from. */
export const outOfTime = () =>
  new Refusal(
    'query.timeout',
    'The query took longer than it may (CAIRN_QUERY_TIMEOUT_MS) and was ended: ask for less, or for one EHR.',
  )

const isOutOfTime = (error: unknown): boolean => error instanceof Problem && error.code === 'query.timeout'

const hungUp = () => new Refusal('request.aborted', 'The client hung up before it had its answer.')

const stalled = (milliseconds: number) =>
  new Refusal(
    'request.timeout',
    `The client took nothing of its answer for ${milliseconds / 1000} seconds (CAIRN_QUERY_STALL_MS), so the answer was cut off.`,
  )

/** In milliseconds. */
export interface TimeLimits {
  /** From the call to the last row that was read. */
  readonly longest: number
  /** While rows are there and nobody takes them. */
  readonly stalled: number
}

/**
 * The executor is given a signal that is aborted, with the reason to tell, at a limit or when the client hangs up: then what the query holds,
 * be it a thread, a connection or a cursor, is free for others.
 */
export const timeLimited = (executor: Executor, limits: TimeLimits): Executor => ({
  ...executor,
  limitedTo: limit => timeLimited(executor.limitedTo(limit), limits),
  ofParties: limit => timeLimited(executor.ofParties(limit), limits),
  run: async (prepared, signal, memberId, chosen) => {
    const stop = new AbortController()
    const ending = stop.signal
    const { longest = limits.longest } = prepared
    const outOf = () =>
      tooLong(longest, prepared.longest === undefined ? 'CAIRN_QUERY_TIMEOUT_MS' : 'timeout')
    const told = (error: unknown) => (ending.aborted ? ending.reason : isOutOfTime(error) ? outOf() : error)
    const late = setTimeout(() => stop.abort(outOf()), longest)
    const leave = () => stop.abort(hungUp())
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', leave)
    }
    try {
      const running = await sooner(executor.run(prepared, ending, memberId, chosen), ending)
      // Its rows need nothing any more that could be kept too long.
      if (running.whole !== undefined) {
        settle()
        return running
      }
      const reader = watchReader(limits.stalled, () => stop.abort(stalled(limits.stalled)))
      const release = () => {
        settle()
        reader.stop()
      }
      const rows = guarded(running.rows, { signal: ending, told }, reader, release)
      return { ...running, rows, signal: ending }
    } catch (error) {
      settle()
      throw told(error)
    }
  },
})

/** A caller that still waits for a connection at the limit is abandoned. */
function sooner<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason), { once: true })
    work.then(done, failed)
  })
}

/** Told of every row that is asked for and given: two numbers, since a timer for each row would cost more than the row. */
interface ReaderWatch {
  asks(): void
  gets(): void
  stop(): void
}

function watchReader(milliseconds: number, stalled: () => void): ReaderWatch {
  let isAsking = false
  let rows = 0
  let seen = -1
  const timer = setInterval(() => {
    if (!isAsking && rows === seen) stalled()
    seen = rows
  }, milliseconds)
  return {
    asks: () => {
      isAsking = true
    },
    gets: () => {
      isAsking = false
      rows += 1
    },
    stop: () => clearInterval(timer),
  }
}

/** A reader that is too slow, or has forgotten to read, keeps nothing open either. */
function guarded(
  rows: Rows,
  { signal, told }: { readonly signal: AbortSignal; readonly told: (error: unknown) => unknown },
  reader: ReaderWatch,
  settle: () => void,
): Rows {
  const iterator = rows[Symbol.asyncIterator]()
  const stop = async (): Promise<void> => {
    settle()
    await iterator.return?.()
  }
  signal.addEventListener('abort', () => void stop().catch(() => {}), { once: true })
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          reader.asks()
          const next = await iterator.next()
          signal.throwIfAborted()
          reader.gets()
          if (next.done) return
          yield next.value
        }
      } catch (error) {
        throw told(error)
      } finally {
        await stop()
      }
    },
  }
}
