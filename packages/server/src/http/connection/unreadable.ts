/** Bounds the audit events of input that the HTTP parser cannot read: nobody needs a token to send it, and the trail is kept for years. */

interface BoundNeeds {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Told how many were left out, when the next one is recorded. */
  readonly leftOut: (count: number) => void
}

/** Enough to see an attack and where it comes from. */
export const MOST_EVENTS = 60

const WINDOW_MS = 60_000

/** True for the first events of each minute. */
export function boundEvents({ now, leftOut }: BoundNeeds): () => boolean {
  let began = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    if (now() - began >= WINDOW_MS) {
      if (count > MOST_EVENTS) leftOut(count - MOST_EVENTS)
      began = now()
      count = 0
    }
    count += 1
    return count <= MOST_EVENTS
  }
}
