/** The admin API for clients: the commands of `cairn client` over HTTP, for callers with the scope `api.admin`. */
import { recorded } from '../../audit/index.ts'
import type { Changes } from '../../db/index.ts'
import { type Endpoint, endpoint, type Incoming, json, type Reply } from '../../http/index.ts'
import { BODY_LIMITS, readJson } from '../../http/request/index.ts'
import { CLIENT_ID } from '../../settings/index.ts'
import { CLIENT, CLIENT_CHANGE, clientBody, ID, NEW_CLIENT } from './client-body.ts'
import { clientChangeIn, newClientIn } from './client-input.ts'
import { clientById, deleteClient, disableClient, unknownClient } from './clients.ts'
import {
  type ChangeNeeds,
  type ChangeOutcome,
  gatedCreate,
  gatedEnable,
  gatedRotate,
  gatedUpdate,
} from './gated-changes.ts'
import { listClients } from './store.ts'

export interface ClientNeeds extends ChangeNeeds {
  readonly changes: Changes
}

/** Refuses an id that no client can have without asking the database. */
function idIn({ parameters }: Incoming): string {
  const id = parameters['client_id'] ?? ''
  if (!CLIENT_ID.test(id)) throw unknownClient(id)
  return id
}

const NOT_FOUND = { 404: { description: 'There is no such client.' } }
const LAST = { 409: { description: 'Nobody could administer the service after this.' } }
const common = { scope: 'api.admin', produces: ['application/json'] } as const

const ASKED = {
  202: {
    description:
      'The client has scopes that you do not have, so nothing is changed yet: another administrator must approve the request within a day. A secret works from then on.',
    schema: CLIENT,
  },
}

const outcome =
  (status: number) =>
  ({ client, secret, requestId }: ChangeOutcome): Reply =>
    json(requestId === undefined ? status : 202, {
      ...clientBody(client, secret),
      ...(requestId === undefined ? {} : { request_id: requestId }),
    })

/** Tells all processes of a change that was made; a request changes nothing yet. */
async function announced({ changes }: ClientNeeds, change: Promise<ChangeOutcome>): Promise<ChangeOutcome> {
  const made = await change
  if (made.requestId === undefined) await changes.announce('clients')
  return made
}

export const clientEndpoints: readonly Endpoint<ClientNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /client',
    doc: {
      operationId: 'client_list',
      tag: 'Clients',
      summary: 'List clients',
      responses: { 200: { description: 'All clients, by id.', schema: { type: 'array', items: CLIENT } } },
    },
    read: () => undefined,
    act: ({ db }) => listClients(db),
    reply: clients =>
      json(
        200,
        clients.map(each => clientBody(each)),
      ),
  }),
  endpoint({
    ...common,
    route: 'POST /client',
    fresh: true,
    writes: 201,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'client_create',
      tag: 'Clients',
      summary: 'Create a client',
      body: NEW_CLIENT,
      responses: {
        201: { description: 'The client, with its secret.', schema: CLIENT },
        ...ASKED,
        400: { description: 'The body is not a client.' },
        409: { description: 'The id is taken.' },
      },
    },
    read: ({ body }) => ({ wanted: newClientIn(body), body: body as object }),
    act: (needs, caller, { wanted, body }) => gatedCreate(needs, caller, wanted, body),
    reply: outcome(201),
  }),
  endpoint({
    ...common,
    route: 'GET /client/{client_id}',
    doc: {
      operationId: 'client_get',
      tag: 'Clients',
      summary: 'Read a client',
      parameters: [ID],
      responses: { 200: { description: 'The client.', schema: CLIENT }, ...NOT_FOUND },
    },
    read: idIn,
    act: ({ db }, _caller, id) => clientById(db, id),
    reply: client => json(200, clientBody(client)),
  }),
  endpoint({
    ...common,
    route: 'PUT /client/{client_id}',
    writes: 200,
    body: { 'application/json': readJson },
    bodyLimit: BODY_LIMITS.small,
    doc: {
      operationId: 'client_update',
      tag: 'Clients',
      summary: 'Change a client',
      description:
        'Members that are left out stay as they are. Removed scopes stop working at once, also in existing tokens.',
      parameters: [ID],
      body: CLIENT_CHANGE,
      responses: {
        200: { description: 'The client as it is now.', schema: CLIENT },
        ...ASKED,
        400: { description: 'The client cannot be as described.' },
        ...LAST,
        ...NOT_FOUND,
      },
    },
    read: request => ({ id: idIn(request), change: clientChangeIn(request.body), body: request.body }),
    act: (needs, caller, { id, change, body }) =>
      announced(needs, gatedUpdate(needs, caller, id, change, body)),
    reply: outcome(200),
  }),
  endpoint({
    ...common,
    route: 'DELETE /client/{client_id}',
    produces: [],
    writes: 204,
    doc: {
      operationId: 'client_delete',
      tag: 'Clients',
      summary: 'Delete a client: its tokens stop working at once',
      description: 'Its id is never given to another client.',
      parameters: [ID],
      responses: { 204: { description: 'It is deleted.' }, ...LAST, ...NOT_FOUND },
    },
    read: idIn,
    act: async ({ db, changes }, { entry }, id) => {
      await recorded(db, entry, queries => deleteClient(queries, id))
      await changes.announce('clients')
    },
    reply: () => ({ status: 204 }),
  }),
  endpoint({
    ...common,
    route: 'POST /client/{client_id}/rotate',
    fresh: true,
    action: 'U',
    writes: 200,
    doc: {
      operationId: 'client_rotate',
      tag: 'Clients',
      summary: 'Give a client a new secret',
      description: 'The newest old secret keeps working until the next rotation.',
      parameters: [ID],
      responses: {
        200: { description: 'The client, with its new secret.', schema: CLIENT },
        ...ASKED,
        409: { description: 'The client has no secret: it is public, or has keys.' },
        ...NOT_FOUND,
      },
    },
    read: idIn,
    act: (needs, caller, id) => gatedRotate(needs, caller, id),
    reply: outcome(200),
  }),
  endpoint({
    ...common,
    route: 'POST /client/{client_id}/disable',
    action: 'U',
    writes: 200,
    doc: {
      operationId: 'client_disable',
      tag: 'Clients',
      summary: 'Disable a client: its tokens stop working at once',
      parameters: [ID],
      responses: { 200: { description: 'The client as it is now.', schema: CLIENT }, ...LAST, ...NOT_FOUND },
    },
    read: idIn,
    act: async ({ db, changes }, { entry }, id) => {
      const client = await recorded(db, entry, queries => disableClient(queries, id))
      await changes.announce('clients')
      return client
    },
    reply: client => json(200, clientBody(client)),
  }),
  endpoint({
    ...common,
    route: 'POST /client/{client_id}/enable',
    fresh: true,
    action: 'U',
    writes: 200,
    doc: {
      operationId: 'client_enable',
      tag: 'Clients',
      summary: 'Enable a client again',
      parameters: [ID],
      responses: { 200: { description: 'The client as it is now.', schema: CLIENT }, ...ASKED, ...NOT_FOUND },
    },
    read: idIn,
    act: (needs, caller, id) => announced(needs, gatedEnable(needs, caller, id)),
    reply: outcome(200),
  }),
]
