/** Queries under way in this process: what `cairn top` shows of them, and how many there are. */
import type { StartedQuery } from './query-run.ts'

interface RunningQuery {
  readonly query: string
  readonly clientId: string
  readonly requestId: string
  readonly milliseconds: number
}

export interface RunningQueries {
  /** Returns a function to be called at its end. */
  enter(started: StartedQuery): () => void
  /** The longest first. */
  list(): readonly RunningQuery[]
  count(): number
}

export function openRunningQueries(): RunningQueries {
  const running = new Map<StartedQuery, number>()
  return {
    enter: started => {
      running.set(started, performance.now())
      return () => void running.delete(started)
    },
    list: () => {
      const now = performance.now()
      return [...running].map(([{ query, clientId, requestId }, startedAt]) => ({
        query,
        clientId,
        requestId,
        milliseconds: Math.round(now - startedAt),
      }))
    },
    count: () => running.size,
  }
}
