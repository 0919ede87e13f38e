/** Counts failed token requests of all processes, by client and by address: the twenty-first within a minute is turned away with 429. */

import { weightedCache } from '../../collections/index.ts'
import type { Changes } from '../../db/index.ts'

export interface BadAttempts {
  /** Seconds to wait, when one of the keys has failed too often; counts nothing. */
  retryAfter(keys: readonly string[]): number | undefined
  count(keys: readonly string[]): void
}

const WINDOW_MS = 60_000

/** Bytes of all keys and times: attackers choose the keys. */
const MOST_BYTES = 8 * 1024 * 1024

export function badAttempts(
  limit: number,
  now: () => number,
  changes: Pick<Changes, 'on' | 'tell'>,
): BadAttempts {
  /** Times of the last `limit` failures of a key, oldest first. */
  const failures = weightedCache<string, readonly number[]>({
    most: MOST_BYTES,
    weigh: (times, key) => 200 + 2 * key.length + 8 * times.length,
  })
  const count = (keys: readonly string[]): void => {
    for (const key of keys) failures.set(key, [...(failures.get(key) ?? []), now()].slice(-limit))
  }
  changes.on('failed_attempts', count)
  return {
    retryAfter: keys => {
      const waits = keys.flatMap(key => {
        const times = failures.get(key) ?? []
        const oldest = times[times.length - limit]
        // A clock that was set back makes no wait longer than the window.
        const wait = oldest === undefined ? 0 : Math.min(oldest + WINDOW_MS - now(), WINDOW_MS)
        return wait > 0 ? [Math.ceil(wait / 1000)] : []
      })
      return waits.length > 0 ? Math.max(...waits) : undefined
    },
    count: keys => {
      count(keys)
      for (const key of keys) changes.tell('failed_attempts', key)
    },
  }
}
