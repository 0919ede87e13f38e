/** Query threads that are kept: a free one, or a new one. How many may run at once is decided before (`fair-line.ts`). */
import type { Thread } from './thread.ts'

export interface ThreadPool {
  take(): Thread
  give(thread: Thread): void
  close(): Promise<void>
}

export function openThreadPool(start: () => Thread): ThreadPool {
  const all = new Set<Thread>()
  const free: Thread[] = []

  const started = (): Thread => {
    const thread = start()
    all.add(thread)
    return thread
  }
  return {
    take: () => {
      for (let thread = free.pop(); thread; thread = free.pop()) {
        if (thread.alive) return thread
        all.delete(thread)
      }
      return started()
    },
    give: thread => {
      if (thread.alive) free.push(thread)
      else all.delete(thread)
    },
    close: async () => {
      await Promise.all([...all].map(thread => thread.close()))
    },
  }
}
