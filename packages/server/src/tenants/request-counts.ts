/** Requests of each tenant in the last half hour, by minute, as this server took them. */

const MINUTES = 30
const MINUTE_MS = 60_000

interface Counted {
  minute: number
  /** The newest minute is the last one. */
  readonly counts: number[]
}

export interface RequestCounts {
  add(tenantId: string): void
  /** One number for each minute, oldest first; the last minute is not over. */
  of(tenantId: string): readonly number[]
}

const noRequests = (): number[] => new Array<number>(MINUTES).fill(0)

export function openRequestCounts(now: () => number): RequestCounts {
  const byTenant = new Map<string, Counted>()
  const countedOf = (tenantId: string): Counted => {
    const minute = Math.floor(now() / MINUTE_MS)
    const counted = byTenant.get(tenantId) ?? { minute, counts: noRequests() }
    byTenant.set(tenantId, counted)
    // A clock that was set back counts into the minute that it knows.
    const passed = Math.min(Math.max(minute - counted.minute, 0), MINUTES)
    counted.counts.splice(0, passed)
    counted.counts.push(...noRequests().slice(0, passed))
    counted.minute += Math.max(minute - counted.minute, 0)
    return counted
  }
  return {
    add: tenantId => {
      const { counts } = countedOf(tenantId)
      counts.push((counts.pop() ?? 0) + 1)
    },
    of: tenantId => [...countedOf(tenantId).counts],
  }
}
