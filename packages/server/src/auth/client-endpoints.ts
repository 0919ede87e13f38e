/** The admin API for clients: the commands of `cairn client` over HTTP, for callers with the scope `api.admin`. */
import type { Finding } from '@cairn/openehr'
import { CLIENT_ID } from '../config-values.ts'
import type { Changes, Database } from '../db/index.ts'
import {
  BODY_LIMITS,
  type Endpoint,
  endpoint,
  type Incoming,
  isScope,
  json,
  type ParameterDoc,
  readJson,
  SCOPES,
  type Scope,
} from '../http/index.ts'
import { recording } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Vault } from '../vault.ts'
import {
  clientById,
  createClient,
  disableClient,
  type NewClient,
  rotateSecret,
  unknownClient,
} from './clients.ts'
import { type Client, listClients } from './store.ts'

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

const CLIENT = {
  title: 'Client',
  type: 'object',
  required: ['client_id', 'name', 'scopes', 'disabled', 'created_at'],
  properties: {
    client_id: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'array', items: { type: 'string', enum: Object.keys(SCOPES) } },
    disabled: { type: 'boolean' },
    created_at: { type: 'string', format: 'date-time' },
    client_secret: { type: 'string', description: 'Only where one was just made: it is shown this once.' },
  },
}

const NEW_CLIENT = {
  title: 'New client',
  type: 'object',
  required: ['name', 'scopes'],
  additionalProperties: false,
  properties: {
    client_id: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,100}$', description: 'Made up when left out.' },
    name: { type: 'string', minLength: 1, maxLength: 200 },
    scopes: { type: 'array', minItems: 1, items: { type: 'string', enum: Object.keys(SCOPES) } },
  },
}

const clientBody = (client: Client, secret?: string) => ({
  client_id: client.clientId,
  name: client.name,
  scopes: client.scopes,
  disabled: client.disabled,
  created_at: client.createdAt.toISOString(),
  ...(secret === undefined ? {} : { client_secret: secret }),
})

/** The members of a new client, each with its check and the words for it. */
const MEMBERS: Record<string, { readonly expected: string; readonly fits: (value: unknown) => boolean }> = {
  client_id: {
    expected: 'up to 100 letters, digits, ".", "_" and "-"',
    fits: value => value === undefined || (typeof value === 'string' && CLIENT_ID.test(value)),
  },
  name: {
    expected: 'a text of 1 to 200 characters',
    fits: value => typeof value === 'string' && value.length > 0 && value.length <= 200,
  },
  scopes: {
    expected: `a list of ${Object.keys(SCOPES).join(', ')}`,
    fits: value =>
      Array.isArray(value) &&
      value.length > 0 &&
      value.every(each => typeof each === 'string' && isScope(each)),
  },
}

function newClientIn({ body }: Pick<Incoming, 'body'>): NewClient {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('request.malformed', 'The body must be a JSON object.')
  const given = new Map(Object.entries(body))
  const unknown = [...given.keys()].filter(name => !Object.hasOwn(MEMBERS, name))
  const findings: Finding[] = [
    ...unknown.map(name => ({ path: `/${name}`, code: 'unknown', message: 'there is no such member' })),
    ...Object.entries(MEMBERS)
      .filter(([name, { fits }]) => !fits(given.get(name)))
      .map(([name, { expected }]) => ({
        path: `/${name}`,
        code: 'value',
        message: `must be ${expected}`,
        expected,
      })),
  ]
  if (findings.length > 0)
    throw new Refusal('request.malformed', 'The client cannot be made as described.', findings)
  return {
    clientId: given.get('client_id') as string | undefined,
    name: given.get('name') as string,
    scopes: [...new Set(given.get('scopes') as Scope[])],
  }
}

/** Refuses an id that no client can have without asking the database. */
function idIn({ parameters }: Incoming): string {
  const id = parameters['client_id'] ?? ''
  if (!CLIENT_ID.test(id)) throw unknownClient(id)
  return id
}

const NOT_FOUND = { 404: { description: 'There is no such client.' } }
const common = { scope: 'api.admin', produces: ['application/json'] } as const

const switchEndpoint = (verb: 'disable' | 'enable', summary: string): Endpoint<ClientNeeds> =>
  endpoint({
    ...common,
    route: `POST /client/{client_id}/${verb}`,
    writes: 200,
    doc: {
      operationId: `client_${verb}`,
      tag: 'Clients',
      summary,
      parameters: [ID],
      responses: { 200: { description: 'The client as it is now.', schema: CLIENT }, ...NOT_FOUND },
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
    read: newClientIn,
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
    route: 'POST /client/{client_id}/rotate',
    writes: 200,
    doc: {
      operationId: 'client_rotate',
      tag: 'Clients',
      summary: 'Give a client a new secret',
      description: 'The newest old secret goes on to work, until the next rotation.',
      parameters: [ID],
      responses: { 200: { description: 'The client, with its new secret.', schema: CLIENT }, ...NOT_FOUND },
    },
    read: idIn,
    act: ({ db, vault }, { entry }, id) => rotateSecret(recording(db, entry), vault, id),
    reply: ({ client, secret }) => json(200, clientBody(client, secret)),
  }),
  switchEndpoint('disable', 'Disable a client: its tokens stop working at once'),
  switchEndpoint('enable', 'Enable a client again'),
]
