/** A subscription that this process delivers, while it has the lease. */
import { type Cursor, type FeedFilter, filterOf } from '../events/index.ts'
import type { RecordCondition } from '../live/index.ts'
import type { ConditionOf } from './conditions.ts'
import { LEASE_S } from './delivery-store.ts'
import type { Subscription } from './subscription.ts'

export interface HeldSubscription {
  subscription: Subscription
  filter: FeedFilter
  condition: RecordCondition | undefined
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

/** The settings that decide which events are sent. Throws if the query cannot be run any more. */
export const rulesOf = (
  conditionOf: ConditionOf,
  subscription: Subscription,
): Pick<HeldSubscription, 'subscription' | 'filter' | 'condition'> => ({
  subscription,
  filter: filterOf(subscription.filter),
  condition: conditionOf(subscription.query),
})

export const holdSubscription = (
  rules: ReturnType<typeof rulesOf>,
  dueIn: number,
  askedAt: number,
): HeldSubscription => ({
  ...rules,
  place: rules.subscription.place,
  attempts: rules.subscription.attempts,
  dueAt: askedAt + 1000 * dueIn,
  leaseUntil: leaseFrom(askedAt),
  hasLanes: rules.subscription.lanes > 0,
  isUnsaved: false,
  isChecked: false,
  lost: new AbortController(),
  running: undefined,
})
