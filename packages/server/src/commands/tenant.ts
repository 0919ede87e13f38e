/** `cairn tenant …`: creates, lists, suspends, resumes, upgrades and deletes tenants, on the registry and on their databases. */
import { parseArgs } from 'node:util'
import { StartError } from '../db/index.ts'
import type { Config } from '../settings/index.ts'
import {
  createTenant,
  eventsOf,
  isDue,
  listTenants,
  markForDeletion,
  migrateTenant,
  openRegistry,
  type Registry,
  removeTenant,
  requireTenant,
  resumeTenant,
  suspendTenant,
  type Tenant,
  type TenantEvent,
} from '../tenants/index.ts'
import { table } from './table.ts'
import { TENANT_USAGE } from './usage.ts'

const OPTIONS = {
  name: { type: 'string' },
  url: { type: 'string' },
  'system-id': { type: 'string' },
  set: { type: 'string', multiple: true },
  'grace-days': { type: 'string' },
  due: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type Flags = Partial<{
  name: string
  url: string
  'system-id': string
  set: string[]
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
  /** For the first administrator of a new tenant. */
  readonly link?: string | undefined
  /** History of the tenant, for `show`. */
  readonly events?: readonly TenantEvent[]
  /** Results of migrations by tenant, for `upgrade`. */
  readonly upgrades?: readonly Upgrade[]
}

interface Upgrade {
  readonly tenant_id: string
  /** Migrations that were applied. */
  readonly applied: number
  /** The reason why the database stays as it is. */
  readonly failure?: string
}

const required = (value: string | undefined, name: string): string => {
  if (!value) throw new StartError(`${name} is missing.\n${TENANT_USAGE}`)
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

const DAY_MS = 24 * 60 * 60 * 1000
const GRACE_DAYS = '30'

function graceDaysIn(text = GRACE_DAYS): number {
  if (!/^\d{1,4}$/.test(text))
    throw new StartError(`--grace-days ${text}: it must be a whole number of days.`)
  return Number(text)
}

async function upgradeAll({ registry }: Context, tenants: readonly Tenant[]): Promise<Result> {
  const upgrades: Upgrade[] = []
  for (const tenant of tenants) {
    const { tenantId: tenant_id } = tenant
    // One that fails leaves the others as they are.
    try {
      const applied = await migrateTenant(tenant, await registry.accessOf(tenant), () => {})
      upgrades.push({ tenant_id, applied })
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      upgrades.push({ tenant_id, applied: 0, failure: error.message })
    }
  }
  if (upgrades.some(({ failure }) => failure !== undefined)) process.exitCode = 1
  return { tenants: [], upgrades }
}

async function removeDue({ registry }: Context): Promise<Result> {
  const removed: Tenant[] = []
  for (const { tenantId, state } of (await listTenants(registry.db)).filter(each => isDue(each, Date.now())))
    if (state !== 'creating') removed.push(await removeTenant(registry, tenantId, Date.now()))
  return { tenants: removed }
}

/** The first time, a tenant is marked; its data are removed by the same command after the grace time. */
async function deleteOne({ registry, flags }: Context, tenantId: string): Promise<Result> {
  const { state } = await requireTenant(registry.db, tenantId)
  const days = graceDaysIn(flags['grace-days'])
  const isMarked = ['creating', 'deleting', 'removing', 'deleted'].includes(state)
  const tenant = isMarked
    ? await removeTenant(registry, tenantId, Date.now())
    : await markForDeletion(registry, tenantId, new Date(Date.now() + days * DAY_MS))
  return { tenants: [tenant] }
}

const VERBS: Readonly<Record<string, (on: Context) => Promise<Result>>> = {
  create: async ({ registry, config, flags, id }) => {
    const { tenant, link } = await createTenant(registry, config, {
      tenantId: required(id, 'The id'),
      name: required(flags.name, '--name'),
      baseUrl: required(flags.url, '--url'),
      systemId: flags['system-id'],
      settings: settingsIn(flags.set),
    })
    return { tenants: [tenant], link }
  },
  list: async ({ registry }) => ({ tenants: await listTenants(registry.db) }),
  show: async ({ registry, id }) => {
    const tenant = await requireTenant(registry.db, required(id, 'The id'))
    return { tenants: [tenant], events: await eventsOf(registry.db, tenant.tenantId) }
  },
  suspend: async ({ registry, id }) => ({ tenants: [await suspendTenant(registry, required(id, 'The id'))] }),
  resume: async ({ registry, id }) => ({ tenants: [await resumeTenant(registry, required(id, 'The id'))] }),
  upgrade: async on => {
    const all =
      on.id === undefined ? await listTenants(on.registry.db) : [await requireTenant(on.registry.db, on.id)]
    return upgradeAll(
      on,
      all.filter(({ state }) => state === 'active' || state === 'suspended'),
    )
  },
  delete: on => (on.flags.due ? removeDue(on) : deleteOne(on, required(on.id, 'The id'))),
}

const bodyOf = (tenant: Tenant) => ({
  tenant_id: tenant.tenantId,
  name: tenant.name,
  state: tenant.state,
  base_url: tenant.baseUrl,
  system_id: tenant.systemId,
  database: tenant.database,
  settings: tenant.settings,
  created_at: tenant.createdAt,
  ...(tenant.deleteAfter === null ? {} : { delete_after: tenant.deleteAfter }),
  ...(tenant.proof === null ? {} : { proof: tenant.proof }),
})

function asJson({ tenants, link, events, upgrades }: Result, isOne: boolean): string {
  const bodies = tenants.map(bodyOf)
  const extra = { ...(link === undefined ? {} : { link }), ...(events === undefined ? {} : { events }) }
  return `${JSON.stringify(upgrades ?? (isOne ? { ...bodies[0], ...extra } : bodies), null, 2)}\n`
}

const rowOf = ({ tenantId, state, baseUrl, name }: Tenant) => [tenantId, state, baseUrl, name]

function asText({ tenants, link, events, upgrades }: Result): string {
  if (upgrades)
    return table(
      upgrades.map(({ tenant_id, applied, failure }) => [
        tenant_id,
        failure ?? `${applied} migrations applied`,
      ]),
    )
  const proved = tenants.flatMap(({ proof }) => (proof ? [`removed: ${proof.facts}\n`] : []))
  const waiting = tenants.flatMap(({ state, deleteAfter }) =>
    state === 'deleting' && deleteAfter ? [`data are kept until ${deleteAfter.toISOString()}\n`] : [],
  )
  return [
    tenants.length === 0 ? '' : table(tenants.map(rowOf)),
    ...waiting,
    ...proved,
    ...(events ?? []).map(({ at, action }) => `${at.toISOString()}  ${action}\n`),
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
