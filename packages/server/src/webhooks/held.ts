/** A subscription that this process delivers, while it has the lease. */
import { type Cursor, type FeedFilter, filterOf } from '../events/index.ts'
import { LEASE_S } from './delivery-store.ts'
import type { Subscription } from './subscription.ts'

export interface HeldSubscription {
  subscription: Subscription
  filter: FeedFilter
  /** As far as events were read; the database may have an earlier place. */
  place: Cursor | undefined
  attempts: number
  /** Times are those of `performance`. */
  dueAt: number
  leaseUntil: number
  hasLanes: boolean
  /** The database has an earlier place. */
  isUnsaved: boolean
  /** The place was found in the feed. */
  isChecked: boolean
  readonly lost: AbortController
  running: Promise<void> | undefined
}

/** Longer than a request to a receiver can take: when it ends, no other process has the lease. */
const LONGEST_SEND_MS = 12_000

export const leaseFrom = (askedAt: number): number => askedAt + 1000 * LEASE_S

export const hasLease = ({ leaseUntil, lost }: HeldSubscription): boolean =>
  !lost.signal.aborted && leaseUntil - performance.now() > LONGEST_SEND_MS

export const holdSubscription = (
  subscription: Subscription,
  dueIn: number,
  askedAt: number,
): HeldSubscription => ({
  subscription,
  filter: filterOf(subscription.filter),
  place: subscription.place,
  attempts: subscription.attempts,
  dueAt: askedAt + 1000 * dueIn,
  leaseUntil: leaseFrom(askedAt),
  hasLanes: subscription.lanes > 0,
  isUnsaved: false,
  isChecked: false,
  lost: new AbortController(),
  running: undefined,
})
