/** Requests that a caller asks for: a test, and a delivery once more. They are outside of the order of events. */
import { randomUUID } from 'node:crypto'
import {
  type ChangeEvent,
  type Cursor,
  type FeedFilter,
  filterOf,
  readCursor,
  readPageAs,
} from '../events/index.ts'
import type { Caller, Identity } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Deliverer } from './deliverer.ts'
import { type DeliveryRow, findAttempt, keepAttempts, listAttempts } from './delivery-store.ts'
import { send } from './send.ts'
import { selectFor } from './shared-pages.ts'
import type { Owner, Subscription } from './subscription.ts'
import { getSubscription, ownSubscription, type SubscriptionNeeds } from './subscriptions.ts'

export interface SingleDeliveryNeeds extends SubscriptionNeeds {
  readonly deliverer: Pick<Deliverer, 'sending' | 'audit' | 'count'>
  readonly readerOf: (owner: Owner) => Promise<Identity>
  readonly source: string
}

const unknownDelivery = (id: number): Refusal =>
  new Refusal('delivery.not_found', `The subscription has no delivery ${id}: the latest ones are kept.`)

export interface DeliveryPage {
  readonly rows: readonly DeliveryRow[]
  readonly next: number | undefined
}

export async function listDeliveries(
  needs: SingleDeliveryNeeds,
  caller: Caller,
  id: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<DeliveryPage> {
  await getSubscription(needs, caller, id)
  const rows = await listAttempts(needs.db, id, before, limit + 1)
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1)?.delivery_id : undefined }
}

async function sendNow(
  { db, deliverer }: SingleDeliveryNeeds,
  subscription: Subscription,
  events: readonly ChangeEvent[],
  attempt: number,
): Promise<DeliveryRow> {
  const { signal } = new AbortController()
  const sent = await send(deliverer.sending, subscription, events, { attempt, signal })
  deliverer.count([sent])
  const [deliveryId = 0] = await keepAttempts(db, subscription.id, [sent])
  const row = await findAttempt(db, subscription.id, deliveryId)
  if (!row) throw unknownDelivery(deliveryId)
  return row
}

/** No event of the feed. */
export const PING = 'cairn.ping'
const PING_ID = 'ping-'

const pingEvent = (
  { source, deliverer }: SingleDeliveryNeeds,
  { id: subject }: Subscription,
  id: string,
): ChangeEvent => ({
  specversion: '1.0',
  id,
  source,
  type: PING,
  subject,
  time: new Date(deliverer.sending.now()).toISOString(),
  datacontenttype: 'application/json',
  data: {},
})

export async function ping(needs: SingleDeliveryNeeds, caller: Caller, id: string): Promise<DeliveryRow> {
  const subscription = await ownSubscription(needs, caller, id)
  return sendNow(needs, subscription, [pingEvent(needs, subscription, `${PING_ID}${randomUUID()}`)], 1)
}

/** The events of an earlier request as the owner may see them now. */
async function eventsOf(
  needs: SingleDeliveryNeeds,
  subscription: Subscription,
  webhookId: string,
): Promise<{ readonly identity: Identity; readonly events: readonly ChangeEvent[] }> {
  const { owner, filter, query, withContent } = subscription
  const identity = await needs.readerOf(owner)
  const [first = '', last = first] = webhookId.split('_')
  if (first.startsWith(PING_ID)) return { identity, events: [pingEvent(needs, subscription, first)] }
  const [from, to] = [first, last].map(id => readCursor(id, 'webhook_id') as Cursor)
  const wanted: FeedFilter = filterOf(filter)
  const before = from && { ...from, part: (from.part ?? 0) - 1 }
  const page = await readPageAs(needs, identity, { filter: wanted, withContent, limit: 1000 }, before)
  const end = page.events.findIndex(({ id }) => id === last)
  const condition = needs.conditionOf(query)
  const events = await selectFor(needs, identity, condition, page.events.slice(0, end + 1))
  const isThere = events[0]?.id === first && events.at(-1)?.id === last && to !== undefined
  return { identity, events: isThere ? events : [] }
}

export async function resend(
  needs: SingleDeliveryNeeds,
  caller: Caller,
  id: string,
  deliveryId: number,
): Promise<DeliveryRow> {
  const subscription = await ownSubscription(needs, caller, id)
  const row = await findAttempt(needs.db, id, deliveryId)
  if (!row) throw unknownDelivery(deliveryId)
  const { identity, events } = await eventsOf(needs, subscription, row.webhook_id)
  if (events.length === 0)
    throw new Refusal(
      'delivery.gone',
      'The events of this delivery cannot be sent again: they were erased, are out of reach, or no longer pass the filter.',
    )
  await needs.deliverer.audit(identity, id, events)
  return sendNow(needs, subscription, events, row.attempt + 1)
}
