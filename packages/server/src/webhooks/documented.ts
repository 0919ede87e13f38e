/** Subscriptions and deliveries as answers have them, and their description. */
import { EVENT_TYPES, printCursor } from '../events/index.ts'
import type { DeliveryRow } from './delivery-store.ts'
import { LONGEST_QUERY, MOST_BATCHED } from './input.ts'
import { verificationKey } from './signature.ts'
import { type ReceiverAuth, SIGNINGS, type Subscription } from './subscription.ts'

const text = (description: string) => ({ type: 'string', description })
const time = (description: string) => ({ type: 'string', format: 'date-time', description })
const list = (description: string, items: object = { type: 'string' }) => ({
  type: 'array',
  items,
  description,
})

const FILTER = {
  type: 'object',
  title: 'Subscription filter',
  additionalProperties: false,
  description:
    'As the parameters of the change feed: an event passes if it has one of the values of each member.',
  properties: {
    type: list('Types of events, or all that begin with a name, such as `composition`.', {
      type: 'string',
      enum: [...new Set(EVENT_TYPES.flatMap(type => [type.slice(0, type.indexOf('.')), type]))],
    }),
    template_id: list('Templates of records.'),
    archetype_id: list('Archetypes in records.'),
    ehr_id: list('EHRs.', { type: 'string', format: 'uuid' }),
    tag: list('Tags of records: `key` or `key=value`.'),
  },
}

const AUTHORIZATION = {
  type: ['object', 'null'],
  title: 'Receiver authorization',
  description: 'Credentials for the receiver, beside the signature. Answers have no secrets.',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: ['bearer', 'client_credentials'] },
    token: text('For `bearer`.'),
    token_url: text('For `client_credentials`: the token endpoint.'),
    client_id: text('For `client_credentials`.'),
    client_secret: text('For `client_credentials`.'),
    scope: text('For `client_credentials`: scopes to ask for.'),
  },
}

const CHANGEABLE = {
  name: { type: 'string', minLength: 1, maxLength: 200, description: 'For people.' },
  url: text(
    'The address that events are posted to: https, and outside of private networks unless `CAIRN_PRIVATE_ADDRESSES` names it.',
  ),
  filter: FILTER,
  q: {
    type: ['string', 'null'],
    maxLength: LONGEST_QUERY,
    description:
      'AQL. Of the events that pass the filter, those are sent whose record has other rows of the query than its preceding version; `rows` in their data has the rows. Each row must come from one record: no aggregates, DISTINCT, ORDER BY, LIMIT, VERSION or NOW().',
  },
  query_parameters: {
    type: 'object',
    additionalProperties: true,
    description: 'Values for the `$name`s of `q`.',
  },
  include: {
    type: ['string', 'null'],
    enum: ['data', null],
    description: '`data`: events have the content of records.',
  },
  batch_size: {
    type: 'integer',
    minimum: 1,
    maximum: MOST_BATCHED,
    default: 1,
    description:
      'Most events of a request. 1: each event in a request of its own, and EHRs do not wait for each other. More: batches of all EHRs, one after the other.',
  },
  authorization: AUTHORIZATION,
  active: { type: 'boolean', default: true, description: 'False: nothing is sent.' },
}

export const SUBSCRIPTION_REQUEST = {
  title: 'Subscription request',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'url'],
  properties: {
    ...CHANGEABLE,
    signing: { type: 'string', enum: SIGNINGS, default: 'hmac', description: 'The kind of signature.' },
    secret: text(
      'For `hmac`: `whsec_` and 24 to 64 bytes in Base64. The service makes one if it is left out.',
    ),
    after: text('The place of the feed to begin at: `now` (the default), `start`, or the id of an event.'),
  },
}

export const SUBSCRIPTION_CHANGE = {
  title: 'Subscription change',
  type: 'object',
  additionalProperties: false,
  properties: CHANGEABLE,
}

export const SUBSCRIPTION = {
  title: 'Subscription',
  type: 'object',
  required: [
    'id',
    'name',
    'url',
    'filter',
    'batch_size',
    'signing',
    'active',
    'client_id',
    'position',
    'waiting_ehrs',
    'created_at',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    ...CHANGEABLE,
    signing: SUBSCRIPTION_REQUEST.properties.signing,
    secret: text('Only in answers that make one. For `ed25519` the public key, `whpk_…`.'),
    public_key: text('For `ed25519`: receivers verify signatures with it.'),
    previous_secret_until: time('Until then requests are signed with the previous secret too.'),
    paused_at: time('Since when nothing is sent.'),
    pause_reason: text('Why it is paused.'),
    client_id: text('The client that made it.'),
    person: text('The person who made it.'),
    position: text('All events up to this place of the feed are sent, but for those of EHRs that wait.'),
    waiting_ehrs: { type: 'integer', description: 'EHRs whose next event the receiver did not take.' },
    failing_since: time('Since when the receiver takes nothing.'),
    next_attempt_at: time('The time of the next attempt, if it takes nothing.'),
    created_at: time('When it was made.'),
    warnings: list('Of a filter or a query that nothing can pass.'),
  },
}

export const ROTATION = {
  title: 'Secret rotation',
  type: 'object',
  additionalProperties: false,
  properties: {
    overlap_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: 30 * 24 * 3600,
      default: 24 * 3600,
      description: 'Requests are signed with the previous secret too for this long.',
    },
    secret: text('For `hmac`: the new secret. The service makes one if it is left out.'),
  },
}

export const RESEND = {
  title: 'Resend',
  type: 'object',
  additionalProperties: false,
  properties: {
    after: text('A place of the feed: the id of an event, `start` or `now`.'),
    since: time('A time. Some events of shortly before it may come too.'),
  },
}

export const DELIVERY = {
  title: 'Delivery',
  type: 'object',
  required: ['id', 'webhook_id', 'type', 'events', 'attempt', 'sent_at', 'milliseconds', 'taken', 'answer'],
  properties: {
    id: { type: 'integer' },
    webhook_id: text('The header `webhook-id`: the same in each attempt.'),
    type: text('The type of the event, or of the first one.'),
    events: { type: 'integer', description: 'Events of the request.' },
    attempt: { type: 'integer', description: 'The number of the attempt.' },
    sent_at: time('When it ended.'),
    milliseconds: { type: 'integer', description: 'Time until the receiver answered.' },
    status: { type: 'integer', description: 'The status of the answer; absent without an answer.' },
    taken: { type: 'boolean', description: 'True if the status is 2xx.' },
    answer: text('The beginning of the answer, or why there is none.'),
  },
}

export const DELIVERIES = {
  title: 'Deliveries',
  type: 'object',
  required: ['deliveries'],
  properties: {
    deliveries: { type: 'array', items: DELIVERY },
    next: { type: 'integer', description: '`before` of the next page; absent on the last one.' },
  },
}

const shownAuth = (auth: ReceiverAuth | undefined): object | null => {
  if (!auth) return null
  if (auth.type === 'bearer') return { type: auth.type }
  const { client_secret: _secret, ...shown } = auth
  return shown
}

const optional = (name: string, value: Date | string | undefined): object =>
  value === undefined ? {} : { [name]: value instanceof Date ? value.toISOString() : value }

/** A subscription, and sentences about what nothing can pass. */
export interface ShownSubscription {
  readonly of: Subscription
  readonly warnings: readonly string[]
}

/** `isNewSecret`: the answer is the only one that has the secret. */
export function subscriptionBody({ of, warnings }: ShownSubscription, isNewSecret = false): object {
  return {
    id: of.id,
    name: of.name,
    url: of.url,
    filter: of.filter,
    q: of.query?.q ?? null,
    ...(of.query && { query_parameters: of.query.parameters }),
    include: of.withContent ? 'data' : null,
    batch_size: of.batchSize,
    authorization: shownAuth(of.receiverAuth),
    active: of.pausedAt === undefined,
    signing: of.signing,
    ...optional('public_key', of.signing === 'ed25519' ? verificationKey(of) : undefined),
    ...optional('secret', isNewSecret ? verificationKey(of) : undefined),
    ...optional('previous_secret_until', of.previousUntil),
    ...optional('paused_at', of.pausedAt),
    ...optional('pause_reason', of.pauseReason),
    client_id: of.owner.clientId,
    ...optional('person', of.owner.personId),
    position: of.place ? printCursor(of.place) : 'start',
    waiting_ehrs: of.lanes,
    ...optional('failing_since', of.failingSince),
    ...optional('next_attempt_at', of.failingSince && of.nextAt),
    created_at: of.createdAt.toISOString(),
    ...(warnings.length > 0 && { warnings }),
  }
}

export const deliveryBody = (row: DeliveryRow): object => ({
  id: row.delivery_id,
  webhook_id: row.webhook_id,
  type: row.event_type,
  events: row.events,
  attempt: row.attempt,
  sent_at: row.sent_at.toISOString(),
  milliseconds: row.milliseconds,
  ...(row.status === null ? {} : { status: row.status }),
  taken: row.status !== null && row.status >= 200 && row.status < 300,
  answer: row.answer,
})
