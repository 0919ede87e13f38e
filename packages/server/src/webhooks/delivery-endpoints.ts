/** The routes of deliveries: attempts that were made, and requests that a caller asks for. */
import { type Endpoint, endpoint, type Incoming, json, type ParameterDoc } from '../http/index.ts'
import { Refusal } from '../refusal/index.ts'
import { DELIVERIES, DELIVERY, deliveryBody } from './documented.ts'
import { common, NOT_FOUND, OTHERS, SUBSCRIPTION_ID, subscriptionIdIn } from './endpoints.ts'
import { listDeliveries, ping, resend, type SingleDeliveryNeeds } from './single-deliveries.ts'

const [DEFAULT_LIMIT, MOST_DELIVERIES] = [50, 200]

function numberIn(text: string | null, name: string, most: number): number | undefined {
  if (text === null) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text) || Number(text) > most)
    throw new Refusal('request.malformed', `${name} is a whole number from 1 to ${most}.`)
  return Number(text)
}

function deliveryIdIn({ parameters }: Incoming): number {
  const id = parameters['delivery_id'] ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new Refusal('delivery.not_found', `There is no delivery "${id.slice(0, 100)}".`)
  return Number(id)
}

const query = (name: string, description: string, schema: object): ParameterDoc => ({
  name,
  in: 'query',
  description,
  schema: { ...schema },
})

const DELIVERY_ID: ParameterDoc = {
  name: 'delivery_id',
  in: 'path',
  required: true,
  description: 'The id of the delivery.',
  schema: { type: 'integer' },
}

export const deliveryEndpoints: readonly Endpoint<SingleDeliveryNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /subscription/{subscription_id}/delivery',
    doc: {
      operationId: 'subscription_deliveries',
      tag: 'Subscriptions',
      summary: 'List attempts to deliver',
      description: 'The latest 1,000 of each subscription are kept.',
      parameters: [
        SUBSCRIPTION_ID,
        query('limit', 'Most attempts of an answer.', {
          type: 'integer',
          minimum: 1,
          maximum: MOST_DELIVERIES,
          default: DEFAULT_LIMIT,
        }),
        query('before', 'Only attempts before this one: `next` of an earlier answer.', { type: 'integer' }),
      ],
      responses: {
        200: { description: 'The latest first.', schema: DELIVERIES },
        400: { description: 'A parameter is malformed.' },
        ...NOT_FOUND,
      },
    },
    read: request => ({
      id: subscriptionIdIn(request),
      limit: numberIn(request.query.get('limit'), 'limit', MOST_DELIVERIES) ?? DEFAULT_LIMIT,
      before: numberIn(request.query.get('before'), 'before', Number.MAX_SAFE_INTEGER),
    }),
    act: (needs, caller, { id, ...page }) => listDeliveries(needs, caller, id, page),
    reply: ({ rows, next }) =>
      json(200, { deliveries: rows.map(deliveryBody), ...(next === undefined ? {} : { next }) }),
  }),
  endpoint({
    ...common,
    route: 'POST /subscription/{subscription_id}/delivery/{delivery_id}/resend',
    action: 'E',
    doc: {
      operationId: 'subscription_redeliver',
      tag: 'Subscriptions',
      summary: 'Send the events of a delivery again',
      description: 'At once, and outside of the order of events. The receiver knows them by `webhook-id`.',
      parameters: [SUBSCRIPTION_ID, DELIVERY_ID],
      responses: {
        200: { description: 'The new attempt, whatever became of it.', schema: DELIVERY },
        ...OTHERS,
        404: { description: 'There is no such subscription or delivery.' },
        410: { description: 'The events were erased, are out of reach, or no longer pass the filter.' },
      },
    },
    read: request => ({ id: subscriptionIdIn(request), deliveryId: deliveryIdIn(request) }),
    act: (needs, caller, { id, deliveryId }) => resend(needs, caller, id, deliveryId),
    reply: row => json(200, deliveryBody(row)),
  }),
  endpoint({
    ...common,
    route: 'POST /subscription/{subscription_id}/ping',
    action: 'E',
    doc: {
      operationId: 'subscription_ping',
      tag: 'Subscriptions',
      summary: 'Send a test to the receiver',
      description: 'A signed event of the type `cairn.ping`, without data.',
      parameters: [SUBSCRIPTION_ID],
      responses: {
        200: { description: 'The attempt, whatever became of it.', schema: DELIVERY },
        ...OTHERS,
        ...NOT_FOUND,
      },
    },
    read: subscriptionIdIn,
    act: (needs, caller, id) => ping(needs, caller, id),
    reply: row => json(200, deliveryBody(row)),
  }),
]
