/** Delivers subscriptions in this process: those that it has a lease of, whenever the feed has new changes. */
import { randomUUID } from 'node:crypto'
import type { AuditTrail } from '../audit/index.ts'
import type { Changes, Database } from '../db/index.ts'
import { shownEhrs } from '../events/index.ts'
import type { Outgoing } from '../http/index.ts'
import type { Jobs, Log, ReadMetric } from '../observe/index.ts'
import type { DeliverNeeds } from './deliver.ts'
import { type LoopNeeds, openDeliveryLoop } from './delivery-loop.ts'
import {
  countSubscriptions,
  dropOldAttempts,
  releaseLeases,
  type SubscriptionCounts,
} from './delivery-store.ts'
import { openReceiverTokens } from './receiver-token.ts'
import { type Attempt, isTaken, type SendNeeds } from './send.ts'
import { type Interests, openSharedPages } from './shared-pages.ts'

export interface DelivererNeeds extends Omit<LoopNeeds, 'needs' | 'interests'> {
  readonly db: Database
  readonly changes: Changes
  readonly jobs: Jobs
  readonly outgoing: Outgoing
  readonly trail: Pick<AuditTrail, 'eventOf' | 'record'>
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
  /** True if an active subscription has not had all events. */
  isBehind(): Promise<boolean>
  /** Ends deliveries, and leaves the subscriptions to other processes. */
  close(): Promise<void>
}

/** Interval of leases, and of the removal of old attempts. */
const [TAKE_MS, SWEEP_MS] = [1000, 60_000]

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

export function openDeliverer(given: DelivererNeeds): Deliverer {
  const { db, changes, jobs, outgoing, log, now, version } = given
  const holder = randomUUID()
  const { count, samples } = openCounts()
  const sending: SendNeeds = { outgoing, tokens: openReceiverTokens(outgoing), now, version }
  const audit = auditDelivery(given)
  const interests: Interests = { version: 0, isWanted: () => true }
  const needs: DeliverNeeds = {
    ...sending,
    db,
    holder,
    pages: openSharedPages(given, interests),
    audit,
    count,
  }
  const loop = openDeliveryLoop({ ...given, needs, interests })
  const repeat = (name: string, milliseconds: number, work: () => Promise<unknown>) =>
    jobs.repeat({
      name,
      milliseconds,
      work,
      failed: error => log.warn({ error }, 'failed to look for webhooks to deliver; retrying'),
    })
  const stops = [
    repeat('webhooks', TAKE_MS, loop.take),
    repeat('webhook_deliveries_sweep', SWEEP_MS, () => dropOldAttempts(db)),
  ]
  changes.on('subscriptions', loop.changed)
  for (const topic of ['clients', 'people', 'revocations'] as const) changes.on(topic, loop.rightsChanged)
  return {
    sending,
    audit,
    count,
    metrics: async () => deliveryMetrics(samples(), await countSubscriptions(db).catch(() => undefined)),
    isBehind: async () => (await countSubscriptions(db)).behind > 0,
    close: async () => {
      for (const end of stops) end()
      await loop.close()
      await releaseLeases(db, holder).catch(error =>
        log.warn({ error }, 'webhooks of this process wait until its lease ends'),
      )
    },
  }
}
