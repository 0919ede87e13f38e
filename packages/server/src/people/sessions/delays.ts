/** Slows down guessing: after some failures the next attempt has to wait. Nobody is locked out for longer than a minute. */
import { weightedCache } from '../../collections/index.ts'

export interface Delays {
  /** Seconds to wait before another attempt; undefined when it may be made now. */
  wait(personId: string, address: string): number | undefined
  failed(personId: string, address: string): void
  succeeded(personId: string, address: string): void
}

interface Failures {
  readonly count: number
  readonly last: number
}

/** Failures are forgotten after this time without another. */
const FORGET_MS = 15 * 60 * 1000

interface Rule {
  /** Failures that cost nothing. */
  readonly free: number
  readonly mostSeconds: number
}

/** One person from one address, all people from one address, and one person from all addresses: the owner has to get in all the same. */
const RULES = {
  pair: { free: 4, mostSeconds: 60 },
  address: { free: 30, mostSeconds: 60 },
  person: { free: 20, mostSeconds: 15 },
} as const satisfies Record<string, Rule>

const secondsFor = (count: number, { free, mostSeconds }: Rule): number =>
  count <= free ? 0 : Math.min(2 ** (count - free - 1), mostSeconds)

export function openDelays(now: () => number): Delays {
  const failures = weightedCache<string, Failures>({
    most: 8 * 1024 * 1024,
    weigh: (_value, key) => 150 + 2 * key.length,
  })
  const keysOf = (personId: string, address: string): [key: string, rule: Rule][] => [
    [`pair ${personId} ${address}`, RULES.pair],
    [`address ${address}`, RULES.address],
    [`person ${personId}`, RULES.person],
  ]
  const recent = (key: string): Failures | undefined => {
    const found = failures.get(key)
    return found && now() - found.last < FORGET_MS ? found : undefined
  }
  return {
    wait: (personId, address) => {
      const waits = keysOf(personId, address).map(([key, rule]) => {
        const found = recent(key)
        if (!found) return 0
        const milliseconds = secondsFor(found.count, rule) * 1000
        // A clock that was set back makes no wait longer.
        return Math.min(found.last + milliseconds - now(), milliseconds)
      })
      const longest = Math.max(...waits)
      return longest > 0 ? Math.ceil(longest / 1000) : undefined
    },
    failed: (personId, address) => {
      for (const [key] of keysOf(personId, address))
        failures.set(key, { count: (recent(key)?.count ?? 0) + 1, last: now() })
    },
    succeeded: (personId, address) => failures.delete(`pair ${personId} ${address}`),
  }
}
