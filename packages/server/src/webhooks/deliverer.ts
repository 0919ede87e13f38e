/** Delivers subscriptions in this process: those that it has a lease of, whenever the feed has new changes. */
import { randomUUID } from 'node:crypto'
import type { AuditTrail } from '../audit/index.ts'
import type { Changes, Database } from '../db/index.ts'
import { type Feed, filterOf, shownEhrs } from '../events/index.ts'
import type { Identity, Outgoing } from '../http/index.ts'
import type { Jobs, Log, ReadMetric } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type DeliverNeeds, DeliveryEnded, deliver, LeaseLost } from './deliver.ts'
import {
  countSubscriptions,
  dropOldAttempts,
  releaseLeases,
  type SubscriptionCounts,
  savePlaces,
  takeLeases,
} from './delivery-store.ts'
import { type HeldSubscription, holdSubscription, leaseFrom } from './held.ts'
import { openReceiverTokens } from './receiver-token.ts'
import { type Attempt, isTaken, type SendNeeds } from './send.ts'
import { openSharedPages } from './shared-pages.ts'
import type { Owner } from './subscription.ts'
import { subscriptionOf, type Unsealing } from './subscription-row.ts'
import { pauseSubscription } from './subscription-store.ts'

export interface DelivererNeeds {
  readonly db: Database
  readonly vault: Unsealing
  readonly changes: Changes
  readonly feed: Feed
  readonly jobs: Jobs
  readonly outgoing: Outgoing
  readonly trail: Pick<AuditTrail, 'eventOf' | 'record'>
  /** The owner with the rights that it has now. Throws if it may not read the feed any more. */
  readonly readerOf: (owner: Owner) => Promise<Identity>
  /** `source` of the events. */
  readonly source: string
  readonly version: string
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
}

export interface Deliverer {
  readonly sending: SendNeeds
  readonly audit: DeliverNeeds['audit']
  readonly count: DeliverNeeds['count']
  metrics(): Promise<readonly ReadMetric[]>
  /** Ends deliveries, and leaves the subscriptions to other processes. */
  close(): Promise<void>
}

/** Interval of leases, and most subscriptions that a process takes at once: others get some too. */
const [TAKE_MS, MOST_TAKEN] = [1000, 20]

/** A subscription with an error, or that waits for its next attempt, is looked at again after this time. */
const REST_MS = 1000

const SWEEP_MS = 60_000

/** The audit trail has the EHRs whose events were sent, under the caller that they were sent for. */
const auditDelivery =
  ({ trail }: Pick<DelivererNeeds, 'trail'>): DeliverNeeds['audit'] =>
  async (identity, subscriptionId, events) => {
    const isStored = await trail.record(
      trail.eventOf({
        requestId: randomUUID(),
        method: 'POST',
        route: 'webhook',
        path: `/extra/v1/subscription/${subscriptionId}`,
        ehrId: undefined,
        status: 200,
        clientId: identity.clientId,
        person: identity.person,
        address: '',
        action: 'R',
        ...shownEhrs(events),
      }),
    )
    if (isStored === false) throw new Error('the audit trail cannot be written')
  }

function openCounts() {
  const counts = { taken: 0, refused: 0, unanswered: 0 }
  return {
    count: (attempts: readonly Attempt[]) => {
      for (const attempt of attempts)
        counts[isTaken(attempt) ? 'taken' : attempt.status === undefined ? 'unanswered' : 'refused'] += 1
    },
    samples: () => Object.entries(counts).map(([result, value]) => [value, { result }] as const),
  }
}

/** `counts`: undefined while the database does not answer. */
const deliveryMetrics = (
  results: ReadMetric['samples'],
  counts: SubscriptionCounts | undefined,
): readonly ReadMetric[] => [
  {
    name: 'cairn_webhook_deliveries_total',
    type: 'counter',
    help: 'Attempts to send events to webhooks, by result.',
    labels: ['result'],
    samples: results,
  },
  {
    name: 'cairn_webhook_subscriptions',
    type: 'gauge',
    help: 'Subscriptions, by state.',
    labels: ['state'],
    samples: counts
      ? [
          [counts.active, { state: 'active' }],
          [counts.paused, { state: 'paused' }],
        ]
      : [],
  },
  {
    name: 'cairn_webhook_lag_changes',
    type: 'gauge',
    help: 'Changes that the slowest active subscription has not read yet.',
    samples: counts ? [[counts.behind]] : [],
  },
]

const isOwnFault = (error: unknown): boolean =>
  error instanceof DeliveryEnded ||
  (error instanceof Refusal && (error.code.startsWith('auth.') || error.code === 'changes.cursor_unknown'))

export function openDeliverer(given: DelivererNeeds): Deliverer {
  const { db, vault, changes, feed, jobs, outgoing, readerOf, log, now, version } = given
  const holder = randomUUID()
  const held = new Map<string, HeldSubscription>()
  const stop = new AbortController()
  const { count, samples } = openCounts()
  const sending: SendNeeds = { outgoing, tokens: openReceiverTokens(outgoing), now, version }
  const audit = auditDelivery(given)
  const needs: DeliverNeeds = { ...sending, db, holder, readPage: openSharedPages(given), audit, count }
  let head = 0

  /** Resolves when nothing is sent for it any more. */
  const drop = async (id: string): Promise<void> => {
    const own = held.get(id)
    own?.lost.abort()
    held.delete(id)
    await own?.running
  }

  const failed = async (own: HeldSubscription, error: unknown): Promise<void> => {
    const { id } = own.subscription
    if (error instanceof LeaseLost || own.lost.signal.aborted) return void held.delete(id)
    if (isOwnFault(error)) {
      const reason = error instanceof Error ? error.message : String(error)
      await pauseSubscription(db, id, reason)
      held.delete(id)
      log.warn({ subscription: id, name: own.subscription.name, reason }, 'webhook paused')
      return
    }
    own.dueAt = performance.now() + REST_MS
    log.warn({ error, subscription: id }, 'failed to deliver to a webhook; retrying')
  }

  const run = async (own: HeldSubscription): Promise<void> => {
    try {
      while (!own.lost.signal.aborted)
        if (!(await deliver(needs, own, await readerOf(own.subscription.owner), head))) return
    } catch (error) {
      await failed(own, error).catch(() => {})
    } finally {
      own.running = undefined
    }
  }

  const isDue = (own: HeldSubscription): boolean =>
    own.running === undefined &&
    (own.hasLanes || ((own.place?.position ?? 0) < head && own.dueAt <= performance.now()))

  let pulse: Promise<void> | undefined
  const beat = async (): Promise<void> => {
    while (held.size > 0 && !stop.signal.aborted && !feed.clock.stopping.aborted) {
      try {
        head = await feed.head()
        for (const own of held.values()) if (isDue(own)) own.running = run(own)
      } catch (error) {
        log.warn({ error }, 'failed to read the change feed for webhooks; retrying')
      }
      await feed.clock.until(head, REST_MS, stop.signal)
    }
    pulse = undefined
  }

  const take = async (): Promise<void> => {
    const askedAt = performance.now()
    for (const row of await takeLeases(db, holder, MOST_TAKEN)) {
      const subscription = subscriptionOf(vault, row)
      const own = held.get(subscription.id)
      if (own)
        Object.assign(own, { subscription, filter: filterOf(row.filter), leaseUntil: leaseFrom(askedAt) })
      else held.set(subscription.id, holdSubscription(subscription, row.due_in, askedAt))
    }
    const unsaved = [...held.values()].filter(own => own.isUnsaved && own.running === undefined)
    for (const own of unsaved) own.isUnsaved = false
    if (unsaved.length > 0)
      await savePlaces(
        db,
        holder,
        unsaved.map(({ subscription: { id }, place }) => ({ id, place })),
      )
    if (held.size > 0 && !stop.signal.aborted) pulse ??= beat()
  }

  const repeat = (name: string, milliseconds: number, work: () => Promise<unknown>) =>
    jobs.repeat({
      name,
      milliseconds,
      work,
      failed: error => log.warn({ error }, 'failed to look for webhooks to deliver; retrying'),
    })
  const stops = [
    repeat('webhooks', TAKE_MS, take),
    repeat('webhook_deliveries_sweep', SWEEP_MS, () => dropOldAttempts(db)),
  ]
  changes.on('subscriptions', async ids => {
    await Promise.all((ids.length === 0 ? [...held.keys()] : ids).map(drop))
  })

  return {
    sending,
    audit,
    count,
    metrics: async () => deliveryMetrics(samples(), await countSubscriptions(db).catch(() => undefined)),
    close: async () => {
      stop.abort()
      for (const end of stops) end()
      await Promise.all([...held.keys()].map(drop))
      await pulse
      await releaseLeases(db, holder).catch(error =>
        log.warn({ error }, 'webhooks of this process wait until its lease ends'),
      )
    },
  }
}
