/** `cairn tenant …`: creates, lists, suspends, resumes, upgrades and deletes tenants, on the registry and on their databases. */
import { parseArgs } from 'node:util'
import { StartError } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import {
  cancelMove,
  changeSettings,
  createOperator,
  createTenant,
  type DatabaseServer,
  deleteTenant,
  eventsOf,
  GRACE_DAYS,
  listOperators,
  listServers,
  listTenants,
  moveTenant,
  type Operator,
  openRegistry,
  type Registry,
  readSize,
  removeDueTenants,
  requireTenant,
  resumeTenant,
  revokeOperator,
  serverNameIn,
  suspendTenant,
  type Tenant,
  type TenantEvent,
  type TenantSize,
  type TenantUpgrade,
  tenantBody,
  upgradeTenants,
} from '../tenants/index.ts'
import { tellProgress } from './progress.ts'
import { table } from './table.ts'
import { TENANT_USAGE } from './usage.ts'

const OPTIONS = {
  name: { type: 'string' },
  url: { type: 'string' },
  'system-id': { type: 'string' },
  set: { type: 'string', multiple: true },
  server: { type: 'string' },
  to: { type: 'string' },
  cancel: { type: 'boolean' },
  abandon: { type: 'boolean' },
  days: { type: 'string' },
  revoke: { type: 'boolean' },
  'grace-days': { type: 'string' },
  due: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Flags = Partial<{
  name: string
  url: string
  'system-id': string
  set: string[]
  server: string
  to: string
  cancel: boolean
  abandon: boolean
  days: string
  revoke: boolean
  'grace-days': string
  due: boolean
  json: boolean
}>

interface Context {
  readonly registry: Registry
  readonly config: Config
  readonly flags: Flags
  readonly id: string | undefined
}

interface Result {
  readonly tenants: readonly Tenant[]
  /** Printed instead of an empty list. */
  readonly none?: string
  /** For the first administrator of a new tenant. */
  readonly link?: string | undefined
  /** Of the database, as the role that owns it. */
  readonly address?: string
  /** For `show`, if the database of the tenant answers. */
  readonly size?: TenantSize | undefined
  /** History of the tenant, for `show`. */
  readonly events?: readonly TenantEvent[]
  /** Results of migrations by tenant, for `upgrade`. */
  readonly upgrades?: readonly TenantUpgrade[]
  readonly servers?: readonly DatabaseServer[]
  readonly operators?: readonly Operator[]
  /** Key of a new operator. */
  readonly key?: string
}

const missing = (name: string): StartError =>
  new StartError(`${name} is missing: "cairn tenant --help" lists what each command takes.`)

const required = (value: string | undefined, name: string): string => {
  if (!value) throw missing(name)
  return value
}

/** Reads `VARIABLE=value`. */
function settingsIn(texts: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    texts.map(text => {
      const [variable = '', ...value] = text.split('=')
      if (value.length === 0) throw new StartError(`--set ${text}: it must be VARIABLE=value.`)
      return [variable, value.join('=')]
    }),
  )
}

function daysIn(option: string, text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new StartError(`${option} ${text}: it must be a whole number of days.`)
  return Number(text)
}

async function upgrade({ registry, id }: Context): Promise<Result> {
  const upgrades = await upgradeTenants(registry, id)
  if (upgrades.some(({ failure }) => failure !== undefined)) process.exitCode = 1
  return { tenants: [], upgrades }
}

const removeDue = async ({ registry }: Context): Promise<Result> => ({
  tenants: await removeDueTenants(registry),
  none: 'no tenant is due to be removed\n',
})

/** Keeps or lists the addresses of PostgreSQL servers; an address is no argument, since lists of processes show arguments. */
async function databaseServer({ registry, config, id }: Context): Promise<Result> {
  if (id !== undefined) {
    if (config.newDatabaseUrl === undefined)
      throw new StartError(
        'CAIRN_NEW_DATABASE_URL is missing: set it to the address of the server, with a role that may create databases and roles.',
      )
    await registry.putServer(serverNameIn(id), config.newDatabaseUrl)
  }
  return { tenants: [], servers: await listServers(registry.db) }
}

const KEY_DAYS = '90'

/** Makes, revokes or lists keys of the API for operators. */
async function operator({ registry: { db }, flags, id }: Context): Promise<Result> {
  if (flags.revoke) await revokeOperator(db, required(id, 'The name'))
  const isNew = id !== undefined && !flags.revoke
  const days = daysIn('--days', flags.days ?? KEY_DAYS)
  const key = isNew ? { key: await createOperator(db, id, days) } : {}
  return { tenants: [], operators: await listOperators(db), ...key }
}

async function move({ registry, flags, id }: Context): Promise<Result> {
  const tenantId = required(id, 'The id')
  const tenant = flags.cancel
    ? await cancelMove(registry, tenantId, { abandon: flags.abandon === true })
    : await moveTenant(registry, tenantId, required(flags.to, '--to'), tellProgress('rows'))
  return { tenants: [tenant] }
}

const NO_TENANTS = 'there are no tenants: "cairn tenant create" makes one\n'

const VERBS: Readonly<Record<string, (on: Context) => Promise<Result>>> = {
  create: async ({ registry, config, flags, id }) => {
    const { tenant, link } = await createTenant(registry, config, {
      tenantId: required(id, 'The id'),
      name: required(flags.name, '--name'),
      baseUrl: required(flags.url, '--url'),
      systemId: flags['system-id'],
      settings: settingsIn(flags.set),
      server: flags.server,
    })
    return { tenants: [tenant], link }
  },
  list: async ({ registry }) => ({ tenants: await listTenants(registry.db), none: NO_TENANTS }),
  show: async ({ registry, id }) => {
    const tenant = await requireTenant(registry.db, required(id, 'The id'))
    const [size, events] = [await readSize(registry, tenant), await eventsOf(registry.db, tenant.tenantId)]
    return { tenants: [tenant], size, events }
  },
  address: async ({ registry, id }) => {
    const tenant = await requireTenant(registry.db, required(id, 'The id'))
    return { tenants: [], address: (await registry.accessOf(tenant)).ownerUrl }
  },
  suspend: async ({ registry, id }) => ({ tenants: [await suspendTenant(registry, required(id, 'The id'))] }),
  resume: async ({ registry, id }) => ({ tenants: [await resumeTenant(registry, required(id, 'The id'))] }),
  set: async ({ registry, config, flags, id }) => {
    const wanted = settingsIn(flags.set)
    if (Object.keys(wanted).length === 0) throw missing('--set')
    const tenant = await changeSettings(registry, config, required(id, 'The id'), settings =>
      Object.fromEntries(Object.entries({ ...settings, ...wanted }).filter(([, value]) => value !== '')),
    )
    return { tenants: [tenant] }
  },
  move,
  server: databaseServer,
  operator,
  upgrade,
  delete: async on =>
    on.flags.due
      ? removeDue(on)
      : {
          tenants: [
            await deleteTenant(
              on.registry,
              required(on.id, 'The id'),
              daysIn('--grace-days', on.flags['grace-days'] ?? GRACE_DAYS),
            ),
          ],
        },
}

const operatorRow = ({ operatorId, expiresAt, revokedAt }: Operator) => [
  operatorId,
  revokedAt
    ? `revoked ${revokedAt.toISOString()}`
    : expiresAt
      ? `good until ${expiresAt.toISOString()}`
      : 'good until revoked',
]

const operatorBody = ({ operatorId, createdAt, expiresAt, revokedAt }: Operator) => ({
  operator_id: operatorId,
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
})

function asJson(result: Result, isOne: boolean): string {
  const { tenants, link, address, size, events, upgrades, servers, operators, key } = result
  if (address !== undefined) return `${JSON.stringify({ address }, null, 2)}\n`
  if (operators) return `${JSON.stringify({ key, operators: operators.map(operatorBody) }, null, 2)}\n`
  const bodies = tenants.map(tenantBody)
  const extra = {
    ...(link === undefined ? {} : { link }),
    ...size,
    ...(events === undefined ? {} : { events }),
  }
  return `${JSON.stringify(upgrades ?? servers ?? (isOne ? { ...bodies[0], ...extra } : bodies), null, 2)}\n`
}

const rowOf = ({ tenantId, state, baseUrl, name }: Tenant) => [tenantId, state, baseUrl, name]

const NO_OPERATORS = 'there are no keys of operators: "cairn tenant operator NAME" makes one\n'

/** For `show`. */
const factsOf = ({ systemId, server, database, settings }: Tenant): string[] => [
  `system id ${systemId}, database ${database} on ${server}\n`,
  ...Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`),
]

function asText(result: Result): string {
  const { tenants, none, link, address, size, events, upgrades, servers, operators, key } = result
  if (address !== undefined) return `${address}\n`
  if (operators?.length === 0) return NO_OPERATORS
  if (operators)
    return `${table(operators.map(operatorRow))}${key === undefined ? '' : `\nkey, shown this once: ${key}\n`}`
  if (servers)
    return table(
      servers.map(({ server, tenants: count }) => [server, `${count} ${count === 1 ? 'tenant' : 'tenants'}`]),
    )
  if (upgrades)
    return table(
      upgrades.map(({ tenant_id, applied, failure }) => [
        tenant_id,
        failure ?? `${applied} migrations applied`,
      ]),
    )
  // The proof of one is shown by its removal and by `show`.
  const proved = (none === NO_TENANTS ? [] : tenants).flatMap(({ proof }) =>
    proof ? [`removed: ${proof.facts}\n`] : [],
  )
  const waiting = tenants.flatMap(({ state, deleteAfter }) =>
    state === 'deleting' && deleteAfter ? [`data are kept until ${deleteAfter.toISOString()}\n`] : [],
  )
  return [
    tenants.length === 0 ? (none ?? '') : table(tenants.map(rowOf)),
    ...(events === undefined ? [] : tenants.flatMap(factsOf)),
    ...waiting,
    ...proved,
    ...(size === undefined
      ? []
      : [
          `${size.ehrs} EHRs, ${Math.round(size.database_bytes / 1e6)} MB in the database, migration ${size.migration}\n`,
        ]),
    ...(events ?? []).map(
      each =>
        `${each.at.toISOString()}  ${each.action}${each.operator === null ? '' : ` by ${each.operator}`}\n`,
    ),
    ...(link === undefined
      ? []
      : [`\nlink of the first administrator, shown this once, works once: ${link}\n`]),
  ].join('')
}

export async function tenant(config: Config, args: readonly string[]): Promise<void> {
  const [verb = '', ...rest] = args
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (!act) throw new StartError(`"cairn tenant" has no command "${verb}".\n${TENANT_USAGE}`)
  const { values: flags, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true })
  const [id, more] = positionals
  if (more !== undefined) throw new StartError(TENANT_USAGE)
  const registry = await openRegistry(config, { create: verb === 'create', log: () => {} })
  try {
    const result = await act({ registry, config, flags, id })
    const isOne = verb !== 'list' && !flags.due
    process.stdout.write(flags.json ? asJson(result, isOne) : asText(result))
  } finally {
    await registry.close()
  }
}
