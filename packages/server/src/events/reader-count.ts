/** Counts those who read on and on, of all clients and of each: one client must not take the places of all others. */
import type { Refusal } from '../refusal/index.ts'

export interface ReaderLimits {
  /** Most readers of a process. */
  readonly most: number
  /** Most readers of a client. */
  readonly mostPerClient: number
}

export interface ReaderCount {
  count(): number
  /** Counts a reader until the returned function is called. Throws if there are too many. */
  enter(clientId: string): () => void
}

export function openReaderCount(
  { most, mostPerClient }: ReaderLimits,
  refuse: { readonly ofClient: (most: number) => Refusal; readonly ofAll: () => Refusal },
): ReaderCount {
  let count = 0
  const byClient = new Map<string, number>()
  return {
    count: () => count,
    enter: clientId => {
      const own = byClient.get(clientId) ?? 0
      if (own >= mostPerClient) throw refuse.ofClient(mostPerClient)
      if (count >= most) throw refuse.ofAll()
      count += 1
      byClient.set(clientId, own + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        count -= 1
        const left = (byClient.get(clientId) ?? 1) - 1
        if (left === 0) byClient.delete(clientId)
        else byClient.set(clientId, left)
      }
    },
  }
}
