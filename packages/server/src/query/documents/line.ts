/** Threads for those who need one: a free one, a new one while there are fewer than allowed, else a place in the line. */
import type { Thread } from './thread.ts'

export interface Line {
  /** Rejects with the reason of the signal when that comes first. */
  take(signal: AbortSignal): Promise<Thread>
  give(thread: Thread): void
  readonly waiting: number
  close(): Promise<void>
}

export function openLine(most: number, start: () => Thread): Line {
  const all = new Set<Thread>()
  const free: Thread[] = []
  const waiting: ((thread: Thread) => void)[] = []

  const started = (): Thread => {
    const thread = start()
    all.add(thread)
    return thread
  }
  const next = (): Thread | undefined => {
    for (let thread = free.pop(); thread; thread = free.pop()) {
      if (thread.alive) return thread
      all.delete(thread)
    }
    return all.size < most ? started() : undefined
  }
  return {
    take: signal => {
      if (signal.aborted) return Promise.reject(signal.reason)
      const thread = next()
      if (thread) return Promise.resolve(thread)
      return new Promise((taken, refused) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(take), 1)
          refused(signal.reason)
        }
        const take = (given: Thread) => {
          signal.removeEventListener('abort', leave)
          taken(given)
        }
        waiting.push(take)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
    give: thread => {
      if (!thread.alive) all.delete(thread)
      const take = waiting.shift()
      if (take) take(thread.alive ? thread : started())
      else if (thread.alive) free.push(thread)
    },
    get waiting() {
      return waiting.length
    },
    close: async () => {
      await Promise.all([...all].map(thread => thread.close()))
    },
  }
}
