/** Wakes readers of the feed when there is a new position, and ends them when the server stops. */

/** A reader at rest has a change within this time and that of a round. */
const LOOK_MS = 100

export interface ReaderClock {
  /**
   * Resolves when the feed has a position after `position`, after `milliseconds`, or when the signal is aborted. Returns the last position, or
   * `position` if no later one was found.
   */
  until(position: number, milliseconds: number, signal: AbortSignal): Promise<number>
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
  waiting(): number
  close(): void
}

interface Waiting {
  readonly position: number
  readonly wake: (head: number) => void
}

export interface ReaderClockNeeds {
  /** Gives positions to what was committed, and returns the last one. */
  readonly head: () => Promise<number>
  readonly failed: (error: unknown) => void
  /** Milliseconds between a look that found changes and the next one, in which others gather. */
  readonly gather?: number
}

/** Nothing is asked while nobody waits. */
export function openReaderClock({ head, failed, gather = 0 }: ReaderClockNeeds): ReaderClock {
  const waiting = new Set<Waiting>()
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let last = 0
  /** Time of `performance` before which no look is due. */
  let dueAt = 0

  const look = async (): Promise<void> => {
    try {
      const found = await head()
      if (found > last) dueAt = performance.now() + gather
      last = found
      for (const each of waiting) if (each.position < last) each.wake(last)
    } catch (error) {
      failed(error)
    }
    timer = undefined
    lookLater()
  }
  const lookLater = (): void => {
    if (waiting.size > 0 && !stop.signal.aborted)
      timer ??= setTimeout(() => void look(), Math.max(LOOK_MS, dueAt - performance.now()))
  }
  return {
    until: (position, milliseconds, signal) =>
      new Promise(done => {
        if (position < last) return done(last)
        const wake = (found: number): void => {
          clearTimeout(late)
          signal.removeEventListener('abort', end)
          waiting.delete(mine)
          done(found)
        }
        const end = (): void => wake(position)
        const mine: Waiting = { position, wake }
        const late = setTimeout(end, milliseconds)
        if (signal.aborted || stop.signal.aborted) return end()
        signal.addEventListener('abort', end)
        waiting.add(mine)
        lookLater()
      }),
    stopping: stop.signal,
    waiting: () => waiting.size,
    close: () => {
      stop.abort()
      clearTimeout(timer)
      for (const each of waiting) each.wake(each.position)
    },
  }
}
