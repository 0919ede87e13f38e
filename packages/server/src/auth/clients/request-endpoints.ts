/** The admin API for changes of clients that wait for a second administrator. */
import { recording } from '../../audit/index.ts'
import { type Endpoint, endpoint, type Incoming, json, type ParameterDoc } from '../../http/index.ts'
import { CLIENT, clientBody } from './client-body.ts'
import { type Actor, actorOf, type ClientRequest, OPERATIONS, STATES } from './client-request.ts'
import type { ClientNeeds } from './endpoints.ts'
import { listRequests } from './request-store.ts'
import { approveRequest, rejectRequest, requestById, unknownRequest } from './requests.ts'

const ID: ParameterDoc = {
  name: 'request_id',
  in: 'path',
  required: true,
  description: 'Id of the request.',
  schema: { type: 'string', format: 'uuid' },
}

const ACTOR = {
  type: 'object',
  required: ['client_id'],
  properties: { client_id: { type: 'string' }, person: { type: 'string' } },
}

const TIME = { type: 'string', format: 'date-time' }

const CLIENT_REQUEST = {
  title: 'Client request',
  type: 'object',
  required: ['request_id', 'client_id', 'operation', 'scopes', 'state', 'asked_by', 'asked_at', 'expires_at'],
  properties: {
    request_id: { type: 'string', format: 'uuid' },
    client_id: { type: 'string' },
    operation: { type: 'string', enum: OPERATIONS },
    body: {
      type: 'object',
      additionalProperties: true,
      description: 'The members that a new client or a change names. Left out where there are none.',
    },
    scopes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Scopes that the client has after the change.',
    },
    state: { type: 'string', enum: STATES },
    asked_by: ACTOR,
    asked_at: TIME,
    expires_at: TIME,
    decided_by: ACTOR,
    decided_at: TIME,
  },
}

const actorBody = ({ clientId, person }: Actor) => ({
  client_id: clientId,
  ...(person === undefined ? {} : { person }),
})

const requestBody = (request: ClientRequest) => ({
  request_id: request.requestId,
  client_id: request.clientId,
  operation: request.operation,
  ...(request.body === undefined ? {} : { body: request.body }),
  scopes: request.scopes,
  state: request.state,
  asked_by: actorBody(request.askedBy),
  asked_at: request.askedAt.toISOString(),
  expires_at: request.expiresAt.toISOString(),
  ...(request.decidedBy ? { decided_by: actorBody(request.decidedBy) } : {}),
  ...(request.decidedAt ? { decided_at: request.decidedAt.toISOString() } : {}),
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function idIn({ parameters }: Incoming): string {
  const id = parameters['request_id'] ?? ''
  if (!UUID.test(id)) throw unknownRequest(id)
  return id
}

const NOT_FOUND = { 404: { description: 'There is no such request.' } }
const common = { scope: 'api.admin', produces: ['application/json'] } as const

export const clientRequestEndpoints: readonly Endpoint<ClientNeeds>[] = [
  endpoint({
    ...common,
    route: 'GET /client-request',
    doc: {
      operationId: 'client_request_list',
      tag: 'Clients',
      summary: 'List changes of clients that need a second administrator',
      description: 'Also those that were decided or expired in the last month. At most 1,000.',
      responses: {
        200: { description: 'Requests, newest first.', schema: { type: 'array', items: CLIENT_REQUEST } },
      },
    },
    read: () => undefined,
    act: ({ db }) => listRequests(db),
    reply: requests => json(200, requests.map(requestBody)),
  }),
  endpoint({
    ...common,
    route: 'GET /client-request/{request_id}',
    doc: {
      operationId: 'client_request_get',
      tag: 'Clients',
      summary: 'Read a change that needs a second administrator',
      parameters: [ID],
      responses: { 200: { description: 'The request.', schema: CLIENT_REQUEST }, ...NOT_FOUND },
    },
    read: idIn,
    act: ({ db }, _caller, id) => requestById(db, id),
    reply: request => json(200, requestBody(request)),
  }),
  endpoint({
    ...common,
    route: 'POST /client-request/{request_id}/approval',
    fresh: true,
    action: 'U',
    writes: 200,
    doc: {
      operationId: 'client_request_approve',
      tag: 'Clients',
      summary: 'Approve a change as the second administrator: it is made at once',
      description:
        'Not by the person or client that asked, nor by a client with credentials of the same administrator.',
      parameters: [ID],
      responses: {
        200: { description: 'The client as it is now.', schema: CLIENT },
        403: { description: 'You are not a second administrator for this request.' },
        409: { description: 'The request is decided or expired, or the change cannot be made any more.' },
        ...NOT_FOUND,
      },
    },
    read: idIn,
    act: async ({ db, changes }, caller, id) => {
      const { client } = await approveRequest(recording(db, caller.entry), id, actorOf(caller))
      await changes.announce('clients')
      return client
    },
    reply: client => json(200, clientBody(client)),
  }),
  endpoint({
    ...common,
    route: 'POST /client-request/{request_id}/rejection',
    action: 'U',
    writes: 200,
    doc: {
      operationId: 'client_request_reject',
      tag: 'Clients',
      summary: 'Reject a change, or withdraw your own request',
      parameters: [ID],
      responses: {
        200: { description: 'The request as it is now.', schema: CLIENT_REQUEST },
        409: { description: 'The request is decided or expired.' },
        ...NOT_FOUND,
      },
    },
    read: idIn,
    act: ({ db }, caller, id) => rejectRequest(recording(db, caller.entry), id, actorOf(caller)),
    reply: request => json(200, requestBody(request)),
  }),
]
