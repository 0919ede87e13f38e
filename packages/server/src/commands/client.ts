/** `cairn client …`: creates, shows, changes and deletes clients, on the database itself. */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  approveRequest,
  type Client,
  type ClientRequest,
  checkAddresses,
  checkedVault,
  clientById,
  clientChangeIn,
  createClient,
  deleteClient,
  disableClient,
  enableClient,
  listClients,
  listRequests,
  newClientIn,
  OPERATOR,
  rejectRequest,
  rotateSecret,
  updateClient,
} from '../auth/index.ts'
import { type Queries, StartError } from '../db/index.ts'
import { type Outgoing, openOutgoing } from '../http/index.ts'
import type { Config } from '../settings/index.ts'
import { announceChange, type Installation, openInstallation } from './installation.ts'
import { table } from './table.ts'
import { CLIENT_USAGE } from './usage.ts'

const OPTIONS = {
  name: { type: 'string' },
  id: { type: 'string' },
  kind: { type: 'string' },
  scopes: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  jwks: { type: 'string' },
  'jwks-uri': { type: 'string' },
  'post-logout-redirect-uri': { type: 'string', multiple: true },
  'backchannel-logout-uri': { type: 'string' },
  dpop: { type: 'boolean' },
  'no-dpop': { type: 'boolean' },
  basic: { type: 'boolean' },
  'no-basic': { type: 'boolean' },
  now: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Flags = Partial<{
  name: string
  id: string
  kind: string
  scopes: string
  'redirect-uri': string[]
  jwks: string
  'jwks-uri': string
  'post-logout-redirect-uri': string[]
  'backchannel-logout-uri': string
  dpop: boolean
  'no-dpop': boolean
  basic: boolean
  'no-basic': boolean
  now: boolean
  json: boolean
}>

/** The result of a command; with a secret only if one was just made. */
interface Result {
  readonly clients?: readonly Client[]
  readonly secret?: string
  readonly requests?: readonly ClientRequest[]
}

function keySetIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new StartError(`The file ${file} cannot be read as a JSON Web Key Set.`)
  }
}

/** The members of a client that the options name, as the admin API takes them. */
const membersIn = (flags: Flags): Record<string, unknown> => ({
  ...(flags.name === undefined ? {} : { name: flags.name }),
  ...(flags.scopes === undefined ? {} : { scopes: flags.scopes.split(/[\s,]+/).filter(name => name !== '') }),
  ...(flags['redirect-uri'] === undefined ? {} : { redirect_uris: flags['redirect-uri'] }),
  ...(flags.jwks === undefined ? {} : { jwks: keySetIn(flags.jwks) }),
  ...(flags['jwks-uri'] === undefined ? {} : { jwks_uri: flags['jwks-uri'] }),
  ...(flags['post-logout-redirect-uri'] === undefined
    ? {}
    : { post_logout_redirect_uris: flags['post-logout-redirect-uri'] }),
  ...(flags['backchannel-logout-uri'] === undefined
    ? {}
    : { backchannel_logout_uri: flags['backchannel-logout-uri'] }),
  ...(flags.dpop ? { requires_dpop: true } : flags['no-dpop'] ? { requires_dpop: false } : {}),
  ...(flags.basic ? { basic_auth: true } : flags['no-basic'] ? { basic_auth: false } : {}),
})

const requireArgument = (value: string | undefined, what: string): string => {
  if (!value) throw new StartError(`${what} is missing.\n${CLIENT_USAGE}`)
  return value
}

interface Opened extends Installation {
  readonly outgoing: Outgoing
}

/** Changes a client in a transaction, and tells running servers. */
async function change(on: Installation, work: (queries: Queries) => Promise<Client>): Promise<Result> {
  const client = await on.db.transaction(work)
  await announceChange(on, 'clients')
  return { clients: [client] }
}

const idOf = (id: string | undefined) => requireArgument(id, 'The client id')

const requestIdOf = (id: string | undefined): string => {
  const given = requireArgument(id, 'The id of the request')
  if (!/^[0-9a-f-]{36}$/i.test(given)) throw new StartError(`"${given}" is not the id of a request.`)
  return given
}

const VERBS: Record<string, (on: Opened, flags: Flags, id: string | undefined) => Promise<Result>> = {
  create: async ({ db, secretKey, outgoing }, flags) => {
    requireArgument(flags.name, '--name')
    const { id, kind, scopes = 'api.read,api.write' } = flags
    const wanted = newClientIn({
      ...membersIn({ ...flags, scopes }),
      ...(id === undefined ? {} : { client_id: id }),
      ...(kind === undefined ? {} : { kind }),
    })
    checkAddresses(wanted, outgoing)
    const { client, secret } = await createClient(db, await checkedVault(db, secretKey), wanted)
    return { clients: [client], ...(secret === undefined ? {} : { secret }) }
  },
  show: async ({ db }, _flags, id) => ({
    clients: [await clientById(db, idOf(id))],
  }),
  update: async (on, flags, id) => {
    const wanted = clientChangeIn(membersIn(flags))
    checkAddresses(wanted, on.outgoing)
    return change(on, queries => updateClient(queries, idOf(id), wanted))
  },
  delete: async (on, _flags, id) => {
    await change(on, queries => deleteClient(queries, idOf(id)))
    return { clients: await listClients(on.db) }
  },
  list: async ({ db }) => ({ clients: await listClients(db) }),
  rotate: async ({ db, secretKey }, { now = false }, id) => {
    const vault = await checkedVault(db, secretKey)
    const { client, secret } = await rotateSecret(db, vault, idOf(id), { now })
    return { clients: [client], ...(secret === undefined ? {} : { secret }) }
  },
  disable: (on, _flags, id) => change(on, queries => disableClient(queries, idOf(id))),
  enable: (on, _flags, id) => change(on, queries => enableClient(queries, idOf(id))),
  requests: async ({ db }) => ({ requests: await listRequests(db) }),
  approve: async (on, _flags, id) => {
    const { client } = await approveRequest(on.db, requestIdOf(id), OPERATOR)
    await announceChange(on, 'clients')
    return { clients: [client] }
  },
  reject: async ({ db }, _flags, id) => ({
    requests: [await rejectRequest(db, requestIdOf(id), OPERATOR)],
  }),
}

const asJson = ({ clients = [], secret, requests }: Result) =>
  `${JSON.stringify(requests ?? (secret === undefined ? clients : { ...clients[0], secret }), null, 2)}\n`

const requestTable = (requests: readonly ClientRequest[]): string =>
  table([
    ['request', 'state', 'asked by', 'expires', 'operation', 'client id', 'scopes after it'],
    ...requests.map(({ requestId, state, askedBy, expiresAt, operation, clientId, scopes }) => [
      requestId,
      state,
      askedBy.person ?? askedBy.clientId,
      expiresAt.toISOString(),
      operation,
      clientId,
      scopes.join(' '),
    ]),
  ])

function asText({ clients = [], secret, requests }: Result): string {
  if (requests) return requestTable(requests)
  const rows = clients.map(({ clientId, kind, name, scopes, disabled, lastUsedAt }) => [
    clientId,
    kind,
    disabled ? 'disabled' : 'enabled',
    lastUsedAt?.toISOString() ?? 'never',
    scopes.join(' '),
    name,
  ])
  const shown = table([['client id', 'kind', 'state', 'last used', 'scopes', 'name'], ...rows])
  return secret === undefined ? shown : `${shown}\nclient secret, shown this once: ${secret}\n`
}

export async function client(config: Config, args: readonly string[]): Promise<void> {
  const [verb = '', ...rest] = args
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!act) throw new StartError(`"cairn client" has no command "${verb}".\n${CLIENT_USAGE}`)
  const { values, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true })
  const installation = await openInstallation(config, { alone: false, log: () => {} })
  try {
    const opened = { ...installation, outgoing: openOutgoing(config.privateAddresses) }
    const result = await act(opened, values, positionals[0])
    process.stdout.write(values.json ? asJson(result) : asText(result))
  } finally {
    await installation.close()
  }
}
