/** The end of a person's session, as far as this page knows. */
import { createStore } from '../store.ts'

export interface Lifetime {
  /** The latest end, in milliseconds since 1970 on the clock of this browser. */
  readonly endsAt: number
  /** Time without a request after which it ends. */
  readonly idleMs: number
  /** The last request that was answered. */
  readonly usedAt: number
}

export const lifetime = createStore<Lifetime | undefined>(undefined)

/** The server stores the last use this often: it may know an earlier one than this page. */
const TOUCH_MS = 60_000

const WARNING_MS = 120_000

export type EndWarning = 'idle' | 'lifetime'

/** The warning to show: two minutes before the end, or in the last quarter of a short time. */
export function warningAt({ endsAt, idleMs, usedAt }: Lifetime, now: number): EndWarning | undefined {
  const idleEnd = usedAt + idleMs - Math.min(TOUCH_MS, idleMs / 4)
  if (now > endsAt - WARNING_MS) return 'lifetime'
  return now > idleEnd - Math.min(WARNING_MS, idleMs / 4) ? 'idle' : undefined
}

/** Somebody who types is not idle: after a third of the time, the session is used on their behalf. */
export const isDue = ({ idleMs, usedAt }: Lifetime, now: number): boolean => now - usedAt > idleMs / 3

export const markUsed = (): void => {
  const known = lifetime.get()
  if (known) lifetime.set({ ...known, usedAt: Date.now() })
}
