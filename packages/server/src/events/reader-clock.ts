/** Wakes readers of the feed when there is a new position, and ends them when the server stops. */

/** A reader at rest has a change within this time and that of a round. */
const LOOK_MS = 100

export interface ReaderClock {
  /** Resolves when the feed has a position after `position`, after `milliseconds`, or when the signal is aborted. */
  until(position: number, milliseconds: number, signal: AbortSignal): Promise<void>
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
  waiting(): number
  close(): void
}

interface Waiting {
  readonly position: number
  readonly wake: () => void
}

/** `head`: gives positions to what was committed, and returns the last one. Nothing is asked while nobody waits. */
export function openReaderClock(head: () => Promise<number>, failed: (error: unknown) => void): ReaderClock {
  const waiting = new Set<Waiting>()
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    try {
      const last = await head()
      for (const each of waiting) if (each.position < last) each.wake()
    } catch (error) {
      failed(error)
    }
    timer = undefined
    lookLater()
  }
  const lookLater = (): void => {
    if (waiting.size > 0 && !stop.signal.aborted) timer ??= setTimeout(() => void look(), LOOK_MS)
  }
  return {
    until: (position, milliseconds, signal) =>
      new Promise(done => {
        const end = (): void => {
          clearTimeout(late)
          signal.removeEventListener('abort', end)
          waiting.delete(mine)
          done()
        }
        const mine: Waiting = { position, wake: end }
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
      for (const each of waiting) each.wake()
    },
  }
}
