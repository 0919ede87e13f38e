/** The AsyncAPI 3 description of events, of the change feed, of webhooks and of live queries: made from the tables that the code runs by. */
import { CHANGE_EVENT, EVENT_TYPES } from '../events/index.ts'
import { type Endpoint, endpoint } from '../http/index.ts'
import { LIVE_EVENTS } from '../live/index.ts'
import { PING } from './single-deliveries.ts'

const ref = (path: string) => ({ $ref: `#/${path}` })

/** Keys of AsyncAPI take no dots in some tools: `composition.created` → `compositionCreated`. */
const keyOf = (type: string): string =>
  type.replaceAll(/\.(\w)/g, (_match, letter: string) => letter.toUpperCase())

const TYPES = [...EVENT_TYPES, PING]

const messageOf = (type: string) => ({
  name: type,
  title: type,
  contentType: 'application/cloudevents+json',
  payload: {
    allOf: [ref('components/schemas/ChangeEvent'), { properties: { type: { type: 'string', const: type } } }],
  },
})

const BATCH = {
  name: 'batch',
  title: 'A batch of events',
  contentType: 'application/cloudevents-batch+json',
  payload: { type: 'array', items: ref('components/schemas/ChangeEvent') },
}

const SIGNATURE = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': { type: 'string', description: 'The same in each attempt to send the event or the batch.' },
    'webhook-timestamp': { type: 'string', description: 'Seconds since 1970.' },
    'webhook-signature': {
      type: 'string',
      description:
        '`v1,` and HMAC-SHA256, or `v1a,` and Ed25519, in Base64, over id, timestamp and body joined by dots. Two signatures by a space while a secret is replaced.',
    },
  },
}

export interface DescribedService {
  readonly version: string
  readonly baseUrl: string
}

const messagesOf = (types: readonly string[], from: string) =>
  Object.fromEntries(types.map(type => [keyOf(type), ref(`${from}/${keyOf(type)}`)]))

const liveMessages = Object.fromEntries(
  Object.entries(LIVE_EVENTS).map(([name, { title, schema }]) => [
    name,
    { name, title, contentType: 'application/json', payload: schema },
  ]),
)

function channelsOf() {
  const signed = Object.fromEntries(
    [...TYPES.map(type => [keyOf(type), messageOf(type)] as const), ['batch', BATCH] as const].map(
      ([key, message]) => [key, { ...message, headers: ref('components/schemas/WebhookHeaders') }],
    ),
  )
  return {
    changes: {
      address: '/extra/v1/changes',
      title: 'The change feed',
      description:
        'Server-Sent Events with `Accept: text/event-stream`, or pages of JSON; its parameters are in the OpenAPI description.',
      messages: messagesOf(EVENT_TYPES, 'components/messages'),
    },
    live: {
      address: '/extra/v1/live',
      title: 'A live query',
      description:
        'Server-Sent Events; the bodies of requests, and the addresses of stored queries, are in the OpenAPI description. An event with an `id` alone is a heartbeat.',
      messages: liveMessages,
    },
    webhook: {
      address: null,
      title: 'The address of a subscription',
      description: 'Events are posted to it by the rules of Standard Webhooks.',
      messages: signed,
    },
  }
}

function asyncApiDocument({ version, baseUrl }: DescribedService): object {
  const { host, pathname, protocol } = new URL(baseUrl)
  const path = pathname.replace(/\/$/, '')
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Cairn events',
      version,
      description:
        'Committed changes as CloudEvents 1.0, read from the change feed or sent to webhooks, and the rows of live queries.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      cairn: { host, protocol: protocol.replace(':', ''), ...(path === '' ? {} : { pathname: path }) },
    },
    channels: channelsOf(),
    operations: {
      sendChanges: {
        action: 'send',
        channel: ref('channels/changes'),
        summary: 'A client reads the feed, and gets the events of what it may read.',
      },
      sendLiveRows: {
        action: 'send',
        channel: ref('channels/live'),
        summary: 'A client posts a query, and gets its rows and then what changes in them.',
      },
      callWebhook: {
        action: 'send',
        channel: ref('channels/webhook'),
        summary: 'The service posts events to the address of a subscription.',
      },
    },
    components: {
      messages: Object.fromEntries(EVENT_TYPES.map(type => [keyOf(type), messageOf(type)])),
      schemas: { ChangeEvent: CHANGE_EVENT, WebhookHeaders: SIGNATURE },
    },
  }
}

export const asyncApiEndpoints: readonly Endpoint<DescribedService>[] = [
  endpoint({
    route: 'GET /asyncapi.json',
    scope: 'public',
    unaudited: true,
    produces: ['application/json'],
    doc: {
      operationId: 'asyncapi_description',
      tag: 'Service',
      summary: 'AsyncAPI description',
      description: 'The events of the change feed, of webhooks and of live queries.',
      responses: {
        200: { description: 'The document.', schema: { type: 'object', additionalProperties: true } },
      },
    },
    read: () => undefined,
    act: service => JSON.stringify(asyncApiDocument(service), null, 2),
    reply: body => ({
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body,
    }),
  }),
]
