/** `cairn client …`: creates, lists, rotates, disables and enables clients, on the database itself. */
import { parseArgs } from 'node:util'
import {
  type Client,
  checkedVault,
  createClient,
  disableClient,
  listClients,
  rotateSecret,
} from '../auth/index.ts'
import type { Config } from '../config.ts'
import { StartError } from '../db/index.ts'
import { isScope, SCOPES, type Scope } from '../http/index.ts'
import { announceChange, type Installation, openInstallation } from './installation.ts'
import { table } from './table.ts'

export const CLIENT_USAGE = `cairn client create --name NAME [--id ID] [--scopes api.read,api.write]
cairn client list
cairn client rotate ID [--now]   the old secret works beside the new one; with --now it ends at once
cairn client disable ID
cairn client enable ID
each with --json for programs`

const OPTIONS = {
  name: { type: 'string' },
  id: { type: 'string' },
  scopes: { type: 'string' },
  now: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Flags = Partial<{ name: string; id: string; scopes: string; now: boolean; json: boolean }>

/** The result of a command; with a secret only if one was just made. */
interface Result {
  readonly clients: readonly Client[]
  readonly secret?: string
}

function scopesIn(text: string): Scope[] {
  const names = text.split(/[\s,]+/).filter(name => name !== '')
  if (names.length === 0 || !names.every(isScope))
    throw new StartError(`Scopes are ${Object.keys(SCOPES).join(', ')}, by comma.`)
  return names.filter(isScope)
}

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
    const wanted = {
      name: requireArgument(flags.name, '--name'),
      clientId: flags.id,
      scopes: scopesIn(flags.scopes ?? 'api.read,api.write'),
    }
    const { client, secret } = await createClient(db, await checkedVault(db, secretKey), wanted)
    return { clients: [client], secret }
  },
  list: async ({ db }) => ({ clients: await listClients(db) }),
  rotate: async ({ db, secretKey }, { now = false }, id) => {
    const vault = await checkedVault(db, secretKey)
    const { client, secret } = await rotateSecret(db, vault, requireArgument(id, 'The client id'), { now })
    return { clients: [client], secret }
  },
  disable: (on, _flags, id) => switchClient(on, id, true),
  enable: (on, _flags, id) => switchClient(on, id, false),
}

const asJson = ({ clients, secret }: Result) =>
  `${JSON.stringify(secret === undefined ? clients : { ...clients[0], secret }, null, 2)}\n`

function asText({ clients, secret }: Result): string {
  const rows = clients.map(({ clientId, name, scopes, disabled }) => [
    clientId,
    disabled ? 'disabled' : 'enabled',
    scopes.join(' '),
    name,
  ])
  const shown = table([['client id', 'state', 'scopes', 'name'], ...rows])
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
