/** The time limit of queries, and the client that hangs up: one end for both, whoever runs the query. */
import { Refusal } from '../http/index.ts'
import type { Executor } from './execute.ts'
import type { Running } from './result.ts'

export const tooLong = (milliseconds: number) =>
  new Refusal(
    'query.timeout',
    `The query took longer than ${milliseconds / 1000} seconds and was ended: ask for less, or for one EHR.`,
  )

const hungUp = () => new Refusal('request.timeout', 'The client hung up before it had its answer.')

/** The executor is given a signal that is aborted, with the reason to tell, at the limit or when the client hangs up. */
export const timeLimited = (executor: Executor, milliseconds: number): Executor => ({
  ...executor,
  run: async (prepared, signal) => {
    const ending = new AbortController()
    const late = setTimeout(() => ending.abort(tooLong(milliseconds)), milliseconds)
    const leave = () => ending.abort(hungUp())
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    const settle = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', leave)
    }
    try {
      const running = await sooner(executor.run(prepared, ending.signal), ending.signal)
      return { ...running, rows: guarded(running.rows, ending.signal, settle) }
    } catch (error) {
      settle()
      throw ending.signal.aborted ? ending.signal.reason : error
    }
  },
})

/** Whoever still waits for a connection at the limit is not waited for. */
function sooner<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason), { once: true })
    work.then(done, failed)
  })
}

type Rows = Running['rows']

/** A reader that is too slow, or has forgotten to read, keeps nothing open either. */
function guarded(rows: Rows, signal: AbortSignal, settle: () => void): Rows {
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
          const next = await iterator.next()
          signal.throwIfAborted()
          if (next.done) return
          yield next.value
        }
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      } finally {
        await stop()
      }
    },
  }
}
