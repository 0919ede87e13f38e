/** `cairn webhook`: subscriptions to changes, their deliveries, and a receiver to try them with. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Delivery, Subscription, SubscriptionRequest } from '@cairn-ehr/client'
import { tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import { listen, type ReceivedEvent, type ReceivedRows } from '../webhook/listen.ts'
import { queryText } from './aql.ts'
import { FEED_OPTIONS } from './feed-options.ts'
import { parametersOf, wholeNumber } from './numbers.ts'

const ID = [{ name: 'id', about: 'the id of the subscription' }] as const

const subscriptionsOf = ({ connect }: Context) => connect('api.read').subscriptions

const stateOf = ({ active, pause_reason, waiting_ehrs = 0, failing_since }: Subscription): string => {
  if (!active) return `paused: ${pause_reason}`
  if (failing_since !== undefined) return `failing since ${failing_since}`
  return waiting_ehrs > 0 ? `active, ${waiting_ehrs} EHRs wait` : 'active'
}

const selectionOf = ({ filter, q }: Subscription): string =>
  [JSON.stringify(filter), ...(q ? [q.replaceAll(/\s+/g, ' ')] : [])].join(' ')

function show({ print }: Context, found: readonly Subscription[], single: boolean): void {
  const [first] = found
  const rows = found.map(each => [each.id, each.name, each.url, selectionOf(each), stateOf(each)])
  const lines = [
    tableOf(['id', 'name', 'address', 'filter', 'state'], rows),
    ...(first?.warnings ?? []).map(warning => `\nwarning: ${warning}`),
    ...(single && first?.secret !== undefined ? [`\nsecret, shown this once: ${first.secret}`] : []),
  ]
  print(single ? first : found, lines.join('\n'))
}

function showDeliveries({ print }: Context, found: readonly Delivery[], single: boolean): void {
  const rows = found.map(({ id, sent_at, type, attempt, status, milliseconds, webhook_id, answer }) => [
    String(id),
    sent_at,
    type,
    String(attempt),
    status === undefined ? 'no answer' : String(status),
    `${milliseconds} ms`,
    webhook_id,
    answer.replaceAll(/\s+/g, ' ').slice(0, 60),
  ])
  const head = ['id', 'time', 'type', 'attempt', 'status', 'took', 'webhook-id', 'answer']
  print(single ? found[0] : found, tableOf(head, rows))
}

const printRows = ({ added = [], changed = [], removed = [] }: ReceivedRows): readonly string[] => [
  ...added.map(row => `+ ${JSON.stringify(row)}`),
  ...changed.map(({ before, after }) => `~ ${JSON.stringify(before)} → ${JSON.stringify(after)}`),
  ...removed.map(row => `- ${JSON.stringify(row)}`),
]

const printEvent = ({ time = '', type = '', subject = '', data = {} }: ReceivedEvent): string =>
  [
    time,
    type.padEnd(24),
    subject,
    ...(data.ehr_id !== undefined && data.ehr_id !== subject ? [`ehr ${data.ehr_id}`] : []),
    ...(data.template_id === undefined ? [] : [data.template_id]),
    ...printRows(data.rows ?? {}),
  ].join('  ')

const DEFAULT_PORT = 8089

async function listenUntilStopped(
  context: Context,
  {
    port,
    secret,
    times,
  }: { readonly port: number; readonly secret: string | undefined; readonly times: number },
): Promise<void> {
  const enough = new AbortController()
  let count = 0
  const server = await listen({
    port,
    secret,
    now: context.now,
    refused: reason => context.tell(`refused a request: ${reason}`),
    event: event => {
      context.write(`${context.isJson ? JSON.stringify(event) : printEvent(event)}\n`)
      count += 1
      if (count === times) enough.abort()
    },
  })
  context.tell(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}, until Ctrl-C`)
  const stop = AbortSignal.any([context.stop, enough.signal])
  if (!stop.aborted) await once(stop, 'abort')
  await new Promise(done => server.close(done))
}

async function conditionOf(
  context: Context,
  query: string | undefined,
  param: readonly string[],
): Promise<Pick<SubscriptionRequest, 'q' | 'query_parameters'>> {
  const q = await queryText(context, query)
  if (q === undefined && param.length > 0) throw new UsageError('--param needs --query.', 'webhook add')
  const query_parameters = parametersOf(param, 'webhook add')
  return q === undefined ? {} : { q, query_parameters }
}

export const WEBHOOK_VERBS = [
  verb({
    words: 'webhook list',
    about: 'list subscriptions to changes',
    run: async context => show(context, await subscriptionsOf(context).list(), false),
  }),
  verb({
    words: 'webhook add',
    about: 'send changes to an address; its secret is shown once',
    details:
      'Filters can be repeated: an event passes with one of the values of each. With --query, those events pass whose record has other rows of the query than before; each row must come from one record.',
    args: [{ name: 'url', about: 'the address that events are posted to' }],
    options: {
      name: { type: 'string', value: 'name', about: 'what people call it (default: the address)' },
      ...FEED_OPTIONS,
      query: { type: 'string', value: 'aql', about: 'only if rows of it change; @file reads a file' },
      param: {
        type: 'string',
        multiple: true,
        value: 'name=value',
        about: 'a parameter of the query; read as JSON if possible',
      },
      data: { type: 'boolean', about: 'with the content of records' },
      batch: { type: 'string', value: 'n', about: 'up to n events in a request (default: 1)' },
      ed25519: { type: 'boolean', about: 'signed with a key pair instead of a shared secret' },
    },
    examples: [
      'cairn webhook add https://hooks.example.org/cairn --type composition --template "Vital signs"',
      'cairn webhook add http://127.0.0.1:8089 --name Try',
      'cairn webhook add https://alarms.example.org --query @potassium.aql --param limit=6',
    ],
    run: async (context, { args: [url = ''], options }) => {
      const {
        name = url.slice(0, 200),
        after,
        type,
        template,
        archetype,
        ehr,
        tag,
        query,
        param,
        data,
        batch,
        ed25519,
      } = options
      const body: SubscriptionRequest = {
        name,
        url,
        filter: {
          ...(type.length > 0 && { type: [...type] as NonNullable<SubscriptionRequest['filter']>['type'] }),
          ...(template.length > 0 && { template_id: [...template] }),
          ...(archetype.length > 0 && { archetype_id: [...archetype] }),
          ...(ehr.length > 0 && { ehr_id: [...ehr] }),
          ...(tag.length > 0 && { tag: [...tag] }),
        } as NonNullable<SubscriptionRequest['filter']>,
        ...(await conditionOf(context, query, param)),
        include: data ? 'data' : null,
        batch_size: wholeNumber(batch, 'batch', 'webhook add', 1) ?? 1,
        signing: ed25519 ? 'ed25519' : 'hmac',
        ...(after === undefined ? {} : { after }),
      }
      show(context, [await subscriptionsOf(context).create({ body })], true)
    },
  }),
  verb({
    words: 'webhook show',
    about: 'show a subscription',
    args: ID,
    run: async (context, { args: [subscription_id = ''] }) =>
      show(context, [await subscriptionsOf(context).get({ subscription_id })], true),
  }),
  verb({
    words: 'webhook pause',
    about: 'send nothing until it is resumed; it keeps its place',
    args: ID,
    run: async (context, { args: [subscription_id = ''] }) =>
      show(context, [await subscriptionsOf(context).pause({ subscription_id })], true),
  }),
  verb({
    words: 'webhook resume',
    about: 'go on with a paused subscription; failed events are tried again at once',
    args: ID,
    run: async (context, { args: [subscription_id = ''] }) =>
      show(context, [await subscriptionsOf(context).resume({ subscription_id })], true),
  }),
  verb({
    words: 'webhook delete',
    about: 'delete a subscription, with its deliveries',
    args: ID,
    run: async (context, { args: [subscription_id = ''] }) => {
      await subscriptionsOf(context).delete({ subscription_id })
      show(context, await subscriptionsOf(context).list(), false)
    },
  }),
  verb({
    words: 'webhook rotate',
    about: 'give a subscription a new secret; the old one signs beside it for a day',
    args: ID,
    run: async (context, { args: [subscription_id = ''] }) =>
      show(context, [await subscriptionsOf(context).rotate({ subscription_id })], true),
  }),
  verb({
    words: 'webhook deliveries',
    about: 'list attempts to deliver, the latest first',
    args: ID,
    options: { limit: { type: 'string', value: 'n', about: 'number of attempts (default: 50)' } },
    run: async (context, { args: [subscription_id = ''], options }) => {
      const limit = wholeNumber(options.limit, 'limit', 'webhook deliveries', 1) ?? 50
      const { deliveries } = await subscriptionsOf(context).deliveries({ subscription_id, limit })
      showDeliveries(context, deliveries, false)
    },
  }),
  verb({
    words: 'webhook resend',
    about: 'send events again: one delivery, or all from a place or a time',
    args: ID,
    options: {
      delivery: { type: 'string', value: 'id', about: 'the events of this delivery, at once' },
      after: { type: 'string', value: 'cursor', about: 'all after this event; "start", or "now" to skip' },
      since: { type: 'string', value: 'time', about: 'all since this time, such as 2026-11-18T12:00:00Z' },
    },
    run: async (context, { args: [subscription_id = ''], options: { delivery, after, since } }) => {
      if ([delivery, after, since].filter(each => each !== undefined).length !== 1)
        throw new UsageError('Give one of --delivery, --after and --since.', 'webhook resend')
      const delivery_id = wholeNumber(delivery, 'delivery', 'webhook resend', 1)
      if (delivery_id !== undefined)
        return showDeliveries(
          context,
          [await subscriptionsOf(context).redeliver({ subscription_id, delivery_id })],
          true,
        )
      const body = after === undefined ? { since: since ?? '' } : { after }
      return show(context, [await subscriptionsOf(context).resend({ subscription_id, body })], true)
    },
  }),
  verb({
    words: 'webhook ping',
    about: 'send a test to the receiver',
    args: ID,
    run: async (context, { args: [subscription_id = ''] }) =>
      showDeliveries(context, [await subscriptionsOf(context).ping({ subscription_id })], true),
  }),
  verb({
    words: 'webhook listen',
    about: 'receive webhooks on this machine, verify and print their events, until Ctrl-C',
    details:
      'For trying: the server must allow the address, by CAIRN_PRIVATE_ADDRESSES=127.0.0.1. Without --secret, requests are not verified.',
    options: {
      port: { type: 'string', value: 'n', about: `the port (default: ${DEFAULT_PORT})` },
      secret: { type: 'string', value: 'secret', about: 'whsec_… or the public key whpk_…' },
      times: { type: 'string', value: 'n', about: 'number of events' },
    },
    examples: ['cairn webhook listen --secret whsec_…'],
    run: async (context, { options: { port, secret, times } }) => {
      await listenUntilStopped(context, {
        port: wholeNumber(port, 'port', 'webhook listen', 1) ?? DEFAULT_PORT,
        secret,
        times: wholeNumber(times, 'times', 'webhook listen', 1) ?? 0,
      })
    },
  }),
]
