/** The admin API for clients: the commands of `cairn client` over HTTP, for callers with the scope `api.admin`. */
import { CLIENT_ID } from '../../config-values.ts'
import type { Changes, Database } from '../../db/index.ts'
import {
  BODY_LIMITS,
  type Endpoint,
  endpoint,
  type Incoming,
  json,
  type ParameterDoc,
  readJson,
} from '../../http/index.ts'
import { recording } from '../../observe/index.ts'
import type { Vault } from '../../vault.ts'
import { CLIENT_KINDS, type Client } from './client.ts'
import { clientChangeIn, newClientIn } from './client-input.ts'
import {
  clientById,
  createClient,
  deleteClient,
  disableClient,
  rotateSecret,
  unknownClient,
  updateClient,
} from './clients.ts'
import { listClients } from './store.ts'

export interface ClientNeeds {
  readonly db: Database
  readonly changes: Changes
  readonly vault: Vault
}

const ID: ParameterDoc = {
  name: 'client_id',
  in: 'path',
  required: true,
  description: 'Id of the client.',
  schema: { type: 'string' },
}

const SCOPE_LIST = { type: 'array', items: { type: 'string' } }

/** Members that a new client and a change have in common. */
const CHANGEABLE = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  scopes: {
    ...SCOPE_LIST,
    minItems: 1,
    description:
      'Of tokens: `api.read`, `api.write`, `api.lenient`, `api.admin`. For apps also `openid`, `profile`, `email`, `offline_access`, `online_access`, `launch`, `launch/patient`, `launch/episode`; for resource servers `introspect`.',
  },
  redirect_uris: {
    type: 'array',
    maxItems: 20,
    items: { type: 'string' },
    description:
      'Addresses that people are sent back to after they signed in; compared exactly. Only of apps.',
  },
  jwks: {
    type: ['object', 'null'],
    description: 'Public keys for `private_key_jwt`. A client with keys has no secret.',
  },
  jwks_uri: { type: ['string', 'null'], description: 'Address of the public keys, instead of `jwks`.' },
  requires_dpop: {
    type: 'boolean',
    description: 'True: tokens are given only bound to a key of the client (RFC 9449).',
  },
}

const FIXED = {
  client_id: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,100}$', description: 'Made up when left out.' },
  kind: {
    type: 'string',
    enum: CLIENT_KINDS,
    description:
      '`public`: an app that cannot keep a secret; `confidential`: an app with a server of its own; `backend`: acts for itself, without a person. A backend when left out.',
  },
}

const CLIENT = {
  title: 'Client',
  type: 'object',
  required: ['client_id', 'name', 'kind', 'scopes', 'disabled', 'created_at'],
  properties: {
    ...FIXED,
    ...CHANGEABLE,
    disabled: { type: 'boolean' },
    created_at: { type: 'string', format: 'date-time' },
    last_used_at: {
      type: 'string',
      format: 'date-time',
      description: 'The last call or token of the client, up to a minute old. Left out if there was none.',
    },
    client_secret: { type: 'string', description: 'Only where one was just made: it is shown this once.' },
  },
}

const NEW_CLIENT = {
  title: 'New client',
  type: 'object',
  required: ['name', 'scopes'],
  additionalProperties: false,
  properties: { ...FIXED, ...CHANGEABLE },
}

const CLIENT_CHANGE = {
  title: 'Change of a client',
  type: 'object',
  additionalProperties: false,
  properties: CHANGEABLE,
}

const clientBody = (client: Client, secret?: string) => ({
  client_id: client.clientId,
  name: client.name,
  kind: client.kind,
  scopes: client.scopes,
  ...(client.kind === 'backend' ? {} : { redirect_uris: client.redirectUris }),
  ...(client.jwks === undefined ? {} : { jwks: client.jwks }),
  ...(client.jwksUri === undefined ? {} : { jwks_uri: client.jwksUri }),
  ...(client.requiresDpop ? { requires_dpop: true } : {}),
  disabled: client.disabled,
  created_at: client.createdAt.toISOString(),
  ...(client.lastUsedAt === undefined ? {} : { last_used_at: client.lastUsedAt.toISOString() }),
  ...(secret === undefined ? {} : { client_secret: secret }),
})

/** Refuses an id that no client can have without asking the database. */
function idIn({ parameters }: Incoming): string {
  const id = parameters['client_id'] ?? ''
  if (!CLIENT_ID.test(id)) throw unknownClient(id)
  return id
}

const NOT_FOUND = { 404: { description: 'There is no such client.' } }
const LAST = { 409: { description: 'Nobody could administer the service after this.' } }
const common = { scope: 'api.admin', produces: ['application/json'] } as const

const switchEndpoint = (verb: 'disable' | 'enable', summary: string): Endpoint<ClientNeeds> =>
  endpoint({
    ...common,
    route: `POST /client/{client_id}/${verb}`,
    action: 'U',
    writes: 200,
    doc: {
      operationId: `client_${verb}`,
      tag: 'Clients',
      summary,
      parameters: [ID],
      responses: { 200: { description: 'The client as it is now.', schema: CLIENT }, ...LAST, ...NOT_FOUND },
    },
    read: idIn,
    act: async ({ db, changes }, { entry }, id) => {
      const client = await disableClient(recording(db, entry), id, verb === 'disable')
      await changes.announce('clients')
      return client
    },
    reply: client => json(200, clientBody(client)),
  })

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
        400: { description: 'The body is not a client.' },
        409: { description: 'The id is taken.' },
      },
    },
    read: ({ body }) => newClientIn(body),
    act: ({ db, vault }, { entry }, wanted) => createClient(recording(db, entry), vault, wanted),
    reply: ({ client, secret }) => json(201, clientBody(client, secret)),
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
        'Members that are left out stay as they are. Scopes that were taken away stop working at once, in tokens that are out too.',
      parameters: [ID],
      body: CLIENT_CHANGE,
      responses: {
        200: { description: 'The client as it is now.', schema: CLIENT },
        400: { description: 'The client cannot be as described.' },
        ...LAST,
        ...NOT_FOUND,
      },
    },
    read: request => ({ id: idIn(request), change: clientChangeIn(request.body) }),
    act: async ({ db, changes }, { entry }, { id, change }) => {
      const client = await updateClient(recording(db, entry), id, change)
      await changes.announce('clients')
      return client
    },
    reply: client => json(200, clientBody(client)),
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
      await deleteClient(recording(db, entry), id)
      await changes.announce('clients')
    },
    reply: () => ({ status: 204 }),
  }),
  endpoint({
    ...common,
    route: 'POST /client/{client_id}/rotate',
    action: 'U',
    writes: 200,
    doc: {
      operationId: 'client_rotate',
      tag: 'Clients',
      summary: 'Give a client a new secret',
      description: 'The newest old secret goes on to work, until the next rotation.',
      parameters: [ID],
      responses: {
        200: { description: 'The client, with its new secret.', schema: CLIENT },
        409: { description: 'The client has no secret: it is public, or has keys.' },
        ...NOT_FOUND,
      },
    },
    read: idIn,
    act: ({ db, vault }, { entry }, id) => rotateSecret(recording(db, entry), vault, id),
    reply: ({ client, secret }) => json(200, clientBody(client, secret)),
  }),
  switchEndpoint('disable', 'Disable a client: its tokens stop working at once'),
  switchEndpoint('enable', 'Enable a client again'),
]
