/** Writes of the next number in a sequence, where another process may have taken that number meanwhile. */
import { Refusal } from '../refusal/index.ts'

/** Each failed try means that another writer succeeded, so more than these many in a row is no longer a coincidence. */
const MOST_TRIES = 50

/** Repeats a write that is undefined when somebody else was faster; refuses with 503 when that never ends. */
export async function untilWritten<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw new Refusal(
    'service.busy',
    'Too many others are changing the same: nothing was written, try again in a moment.',
    [],
    { retryAfter: '2' },
  )
}
