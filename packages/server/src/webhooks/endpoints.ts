/** The routes of subscriptions. Who may read the feed may subscribe to it; each caller has its own. */
import { isUuid } from '@cairn-ehr/openehr/rm'
import { RIGHTS } from '../access/index.ts'
import {
  type Caller,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
} from '../http/index.ts'
import { BODY_LIMITS, readJson } from '../http/request/index.ts'
import { subscriptionWarnings } from './conditions.ts'
import {
  RESEND,
  ROTATION,
  type ShownSubscription,
  SUBSCRIPTION,
  SUBSCRIPTION_CHANGE,
  SUBSCRIPTION_REQUEST,
  subscriptionBody,
} from './documented.ts'
import { newSubscriptionIn, resendFromIn, rotationIn, subscriptionChangeIn } from './input.ts'
import type { SingleDeliveryNeeds } from './single-deliveries.ts'
import type { Subscription } from './subscription.ts'
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  ownSubscriptions,
  pauseOrResume,
  resendFrom,
  rotateSecret,
  unknownSubscription,
  updateSubscription,
} from './subscriptions.ts'

export const SUBSCRIPTION_ID: ParameterDoc = {
  name: 'subscription_id',
  in: 'path',
  required: true,
  description: 'The id of the subscription.',
  schema: { type: 'string', format: 'uuid' },
}

/** Refuses an id that no subscription can have without asking the database. */
export function subscriptionIdIn({ parameters }: Incoming): string {
  const id = parameters['subscription_id'] ?? ''
  if (!isUuid(id)) throw unknownSubscription(id)
  return id.toLowerCase()
}

export const NOT_FOUND = { 404: { description: 'The caller has no such subscription.' } }
export const OTHERS = { 403: { description: 'The subscription is of another caller.' } }

export const common = {
  scope: 'api.read',
  right: RIGHTS.readRecord,
  produces: ['application/json'],
} as const

const CHANGED = { 200: { description: 'The subscription as it is now.', schema: SUBSCRIPTION } }
const jsonBody = { body: { 'application/json': readJson }, bodyLimit: BODY_LIMITS.small } as const
const answer = (shown: ShownSubscription) => json(200, subscriptionBody(shown))

const shown = async (
  needs: SingleDeliveryNeeds,
  caller: Caller,
  of: Subscription | Promise<Subscription>,
): Promise<ShownSubscription> => {
  const subscription = await of
  return { of: subscription, warnings: await subscriptionWarnings(needs, caller, subscription) }
}

export const subscriptionEndpoints: readonly Endpoint<SingleDeliveryNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /subscription',
    doc: {
      operationId: 'subscription_list',
      tag: 'Subscriptions',
      summary: 'List subscriptions',
      description: 'Those of the caller; administrators (`api.admin`) see all.',
      responses: {
        200: { description: 'The oldest first.', schema: { type: 'array', items: SUBSCRIPTION } },
      },
    },
    read: () => undefined,
    act: async (needs, caller) =>
      Promise.all((await ownSubscriptions(needs, caller)).map(each => shown(needs, caller, each))),
    reply: found =>
      json(
        200,
        found.map(each => subscriptionBody(each)),
      ),
  }),
  endpoint({
    ...common,
    ...jsonBody,
    route: 'POST /subscription',
    fresh: true,
    writes: 201,
    doc: {
      operationId: 'subscription_create',
      tag: 'Subscriptions',
      summary: 'Subscribe to changes',
      description:
        'Events of the change feed are posted to the address, by the rules of [Standard Webhooks](https://www.standardwebhooks.com): at least once, and those of an EHR in their order. The receiver gets the events that the caller may read when they are sent. If its rights end, the subscription is paused.',
      body: SUBSCRIPTION_REQUEST,
      responses: {
        201: { description: 'The subscription, with its secret.', schema: SUBSCRIPTION },
        400: {
          description:
            'The subscription cannot be as described, its address must not be called, or its query is wrong: where, and why.',
        },
        403: {
          description:
            'A person of a foreign issuer cannot subscribe, and a query needs the right to run queries.',
        },
        409: { description: 'The caller has as many subscriptions as it can have.' },
        410: { description: 'The feed does not have the place to begin at.' },
      },
    },
    read: ({ body }) => newSubscriptionIn(body),
    act: (needs, caller, input) => shown(needs, caller, createSubscription(needs, caller, input)),
    reply: made => json(201, subscriptionBody(made, true), { Location: `/subscription/${made.of.id}` }),
  }),
  endpoint({
    ...common,
    route: 'GET /subscription/{subscription_id}',
    doc: {
      operationId: 'subscription_get',
      tag: 'Subscriptions',
      summary: 'Read a subscription',
      parameters: [SUBSCRIPTION_ID],
      responses: { 200: { description: 'The subscription.', schema: SUBSCRIPTION }, ...NOT_FOUND },
    },
    read: subscriptionIdIn,
    act: (needs, caller, id) => shown(needs, caller, getSubscription(needs, caller, id)),
    reply: answer,
  }),
  endpoint({
    ...common,
    ...jsonBody,
    route: 'PUT /subscription/{subscription_id}',
    fresh: true,
    writes: 200,
    doc: {
      operationId: 'subscription_update',
      tag: 'Subscriptions',
      summary: 'Change a subscription',
      description:
        'Members that are left out stay as they are. From then on the receiver gets what the token of this request may read.',
      parameters: [SUBSCRIPTION_ID],
      body: SUBSCRIPTION_CHANGE,
      responses: {
        ...CHANGED,
        400: {
          description:
            'The subscription cannot be as described, its address must not be called, or its query is wrong: where, and why.',
        },
        ...OTHERS,
        ...NOT_FOUND,
      },
    },
    read: request => ({ id: subscriptionIdIn(request), change: subscriptionChangeIn(request.body) }),
    act: (needs, caller, { id, change }) =>
      shown(needs, caller, updateSubscription(needs, caller, id, change)),
    reply: answer,
  }),
  endpoint({
    ...common,
    route: 'DELETE /subscription/{subscription_id}',
    produces: [],
    writes: 204,
    doc: {
      operationId: 'subscription_delete',
      tag: 'Subscriptions',
      summary: 'Delete a subscription',
      parameters: [SUBSCRIPTION_ID],
      responses: { 204: { description: 'It is deleted, with its deliveries.' }, ...NOT_FOUND },
    },
    read: subscriptionIdIn,
    act: (needs, caller, id) => deleteSubscription(needs, caller, id),
    reply: () => ({ status: 204 }),
  }),
  ...(['pause', 'resume'] as const).map(verb =>
    endpoint<SingleDeliveryNeeds, string, ShownSubscription>({
      ...common,
      route: `POST /subscription/{subscription_id}/${verb}`,
      action: 'U',
      writes: 200,
      doc: {
        operationId: `subscription_${verb}`,
        tag: 'Subscriptions',
        summary: verb === 'pause' ? 'Pause a subscription' : 'Resume a subscription',
        description:
          verb === 'pause'
            ? 'Nothing is sent until it is resumed. It keeps its place in the feed.'
            : 'Delivery goes on where it ended. Events that failed are tried again at once.',
        parameters: [SUBSCRIPTION_ID],
        responses: { ...CHANGED, ...NOT_FOUND },
      },
      read: subscriptionIdIn,
      act: (needs, caller, id) => shown(needs, caller, pauseOrResume(needs, caller, id, verb === 'resume')),
      reply: answer,
    }),
  ),
  endpoint({
    ...common,
    ...jsonBody,
    route: 'POST /subscription/{subscription_id}/secret',
    action: 'U',
    fresh: true,
    writes: 200,
    bodyOptional: true,
    doc: {
      operationId: 'subscription_rotate',
      tag: 'Subscriptions',
      summary: 'Give a subscription a new secret',
      description: 'For a day, or as long as the body says, requests are signed with both.',
      parameters: [SUBSCRIPTION_ID],
      body: ROTATION,
      responses: {
        200: { description: 'The subscription, with its new secret.', schema: SUBSCRIPTION },
        400: { description: 'The body is malformed.' },
        ...OTHERS,
        ...NOT_FOUND,
      },
    },
    read: request => ({ id: subscriptionIdIn(request), rotation: rotationIn(request.body) }),
    act: (needs, caller, { id, rotation }) => shown(needs, caller, rotateSecret(needs, caller, id, rotation)),
    reply: subscription => json(200, subscriptionBody(subscription, true)),
  }),
  endpoint({
    ...common,
    ...jsonBody,
    route: 'POST /subscription/{subscription_id}/resend',
    action: 'U',
    writes: 200,
    doc: {
      operationId: 'subscription_resend',
      tag: 'Subscriptions',
      summary: 'Send events again from a place or a time',
      description:
        'Delivery goes on from there, and leaves out nothing after it. `now` skips what was not sent.',
      parameters: [SUBSCRIPTION_ID],
      body: RESEND,
      responses: {
        ...CHANGED,
        400: { description: 'The body does not name a place or a time.' },
        ...OTHERS,
        ...NOT_FOUND,
        410: { description: 'The feed does not have the place.' },
      },
    },
    read: request => ({ id: subscriptionIdIn(request), from: resendFromIn(request.body) }),
    act: (needs, caller, { id, from }) => shown(needs, caller, resendFrom(needs, caller, id, from)),
    reply: answer,
  }),
]
