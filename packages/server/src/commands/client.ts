/** `cairn client …`: creates, shows, changes and deletes clients, on the database itself. */

import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  type Client,
  checkedVault,
  clientById,
  clientChangeIn,
  createClient,
  deleteClient,
  disableClient,
  listClients,
  newClientIn,
  rotateSecret,
  updateClient,
} from '../auth/index.ts'
import type { Config } from '../config.ts'
import { StartError } from '../db/index.ts'
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
  dpop: { type: 'boolean' },
  'no-dpop': { type: 'boolean' },
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
  dpop: boolean
  'no-dpop': boolean
  now: boolean
  json: boolean
}>

/** The result of a command; with a secret only if one was just made. */
interface Result {
  readonly clients: readonly Client[]
  readonly secret?: string
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
  ...(flags.dpop ? { requires_dpop: true } : flags['no-dpop'] ? { requires_dpop: false } : {}),
})

const requireArgument = (value: string | undefined, what: string): string => {
  if (!value) throw new StartError(`${what} is missing.\n${CLIENT_USAGE}`)
  return value
}

async function switchClient(on: Installation, id: string | undefined, disabled: boolean): Promise<Result> {
  const client = await disableClient(on.db, requireArgument(id, 'The client id'), disabled)
  await announceChange(on, 'clients')
  return { clients: [client] }
}

const VERBS: Record<string, (on: Installation, flags: Flags, id: string | undefined) => Promise<Result>> = {
  create: async ({ db, secretKey }, flags) => {
    requireArgument(flags.name, '--name')
    const { id, kind, scopes = 'api.read,api.write' } = flags
    const wanted = newClientIn({
      ...membersIn({ ...flags, scopes }),
      ...(id === undefined ? {} : { client_id: id }),
      ...(kind === undefined ? {} : { kind }),
    })
    const { client, secret } = await createClient(db, await checkedVault(db, secretKey), wanted)
    return { clients: [client], ...(secret === undefined ? {} : { secret }) }
  },
  show: async ({ db }, _flags, id) => ({
    clients: [await clientById(db, requireArgument(id, 'The client id'))],
  }),
  update: async (on, flags, id) => {
    const change = clientChangeIn(membersIn(flags))
    const client = await updateClient(on.db, requireArgument(id, 'The client id'), change)
    await announceChange(on, 'clients')
    return { clients: [client] }
  },
  delete: async (on, _flags, id) => {
    await deleteClient(on.db, requireArgument(id, 'The client id'))
    await announceChange(on, 'clients')
    return { clients: await listClients(on.db) }
  },
  list: async ({ db }) => ({ clients: await listClients(db) }),
  rotate: async ({ db, secretKey }, { now = false }, id) => {
    const vault = await checkedVault(db, secretKey)
    const { client, secret } = await rotateSecret(db, vault, requireArgument(id, 'The client id'), { now })
    return { clients: [client], ...(secret === undefined ? {} : { secret }) }
  },
  disable: (on, _flags, id) => switchClient(on, id, true),
  enable: (on, _flags, id) => switchClient(on, id, false),
}

const asJson = ({ clients, secret }: Result) =>
  `${JSON.stringify(secret === undefined ? clients : { ...clients[0], secret }, null, 2)}\n`

function asText({ clients, secret }: Result): string {
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
    const result = await act(installation, values, positionals[0])
    process.stdout.write(values.json ? asJson(result) : asText(result))
  } finally {
    await installation.close()
  }
}
