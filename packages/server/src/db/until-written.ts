/** Repeats a write of the next number in a sequence when another process has taken that number. */
import { Refusal } from '../refusal/index.ts'

/** Every failed attempt means that another writer succeeded, so more failures in a row are a fault. */
const MOST_TRIES = 50

/** Repeats `attempt` while it returns undefined, which means that another process was faster; refuses with 503 after too many attempts. */
export async function untilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw new Refusal(
    'service.busy',
    'Too many other requests change the same record: nothing was written, try again in a moment.',
    [],
    { retryAfter: '2' },
  )
}
