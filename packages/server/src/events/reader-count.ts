/** Counts those who read on and on, of all and of each client or person: one must not take the places of all others. */
import type { Refusal } from '../refusal/index.ts'

export interface ReaderLimits {
  /** Most readers of a process. */
  readonly most: number
  /** Most readers of a client, or of a person who uses one. */
  readonly mostPerClient: number
}

export interface ReaderCount {
  count(): number
  /** Counts a reader until the returned function is called. Throws if there are too many. */
  enter(memberId: string): () => void
}

export function openReaderCount(
  { most, mostPerClient }: ReaderLimits,
  refuse: { readonly ofClient: (most: number) => Refusal; readonly ofAll: () => Refusal },
): ReaderCount {
  let count = 0
  const byMember = new Map<string, number>()
  return {
    count: () => count,
    enter: memberId => {
      const own = byMember.get(memberId) ?? 0
      if (own >= mostPerClient) throw refuse.ofClient(mostPerClient)
      if (count >= most) throw refuse.ofAll()
      count += 1
      byMember.set(memberId, own + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        count -= 1
        const left = (byMember.get(memberId) ?? 1) - 1
        if (left === 0) byMember.delete(memberId)
        else byMember.set(memberId, left)
      }
    },
  }
}
