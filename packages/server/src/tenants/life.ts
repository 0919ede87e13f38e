/** The life of a tenant before its removal: created, suspended, resumed, marked for deletion, migrated. */
import { randomBytes } from 'node:crypto'
import { checkedVault } from '../auth/index.ts'
import { grantRights, migrate, StartError } from '../db/index.ts'
import { firstInvitation } from '../people/index.ts'
import type { Config } from '../settings/index.ts'
import { createOwnDatabase, openOwnPool } from './own-database.ts'
import { newSecrets, type Registry, requireTenant, type TenantAccess, withTenantLocked } from './registry.ts'
import {
  addEvent,
  findTenant,
  insertTenant,
  listTenants,
  lockRegistry,
  putSettings,
  putState,
} from './registry-store.ts'
import {
  addressIn,
  MAIN_SERVER,
  sharesHost,
  systemIdOf,
  type Tenant,
  type TenantState,
  tenantIdIn,
} from './tenant.ts'
import { requireOwnSettings } from './tenant-settings.ts'

export interface WantedTenant {
  readonly tenantId: string
  readonly name: string
  readonly baseUrl: string
  readonly systemId: string | undefined
  readonly settings: Readonly<Record<string, string>>
  /** The PostgreSQL server that gets its database; by default that of the registry. */
  readonly server?: string | undefined
}

type Settled = WantedTenant & Pick<Tenant, 'systemId' | 'host' | 'path'>

function settle(config: Config, wanted: WantedTenant): Settled {
  const tenantId = tenantIdIn(wanted.tenantId)
  const baseUrl = wanted.baseUrl.replace(/\/+$/, '')
  const address = addressIn(baseUrl)
  const systemId = wanted.systemId ?? systemIdOf(address)
  // Settings that cannot be used are refused before anything is made.
  requireOwnSettings(config, { ...wanted, baseUrl, systemId })
  return { ...wanted, tenantId, baseUrl, systemId, ...address }
}

function refuseTaken(wanted: Settled, all: readonly Tenant[]): void {
  const { systemId, baseUrl } = wanted
  const same = all.find(each => each.systemId === systemId)
  if (same)
    throw new StartError(
      `The tenant "${same.tenantId}" has the system id ${systemId}, which stays its own: give another with --system-id.`,
    )
  const near = all.find(each => each.state !== 'deleted' && sharesHost(each, wanted))
  if (near)
    throw new StartError(
      `${baseUrl} cannot be used beside ${near.baseUrl} of the tenant "${near.tenantId}": a host is one tenant's, or each has a path of its own.`,
    )
}

/** A name that no database of the tenant had before. */
export const newDatabaseName = (tenantId: string): string =>
  `cairn_tenant_${tenantId.replaceAll('-', '_')}_${randomBytes(3).toString('hex')}`

/** Reserves the names of a new tenant, or takes the row of a creation that was interrupted. */
const reserve = (registry: Registry, wanted: Settled): Promise<void> =>
  registry.db.transaction(async queries => {
    await lockRegistry(queries)
    const { tenantId, baseUrl, systemId } = wanted
    const known = await findTenant(queries, tenantId)
    if (known?.state === 'creating' && known.baseUrl === baseUrl && known.systemId === systemId) {
      await putSettings(queries, tenantId, wanted.settings)
      return
    }
    if (known)
      throw new StartError(
        known.state === 'creating'
          ? `The creation of "${tenantId}" was interrupted: repeat it with --url ${known.baseUrl} --system-id ${known.systemId}, or delete it.`
          : `There is a tenant "${tenantId}" already (${known.state}); an id is never used again.`,
      )
    refuseTaken(wanted, await listTenants(queries))
    const [database, server] = [newDatabaseName(tenantId), wanted.server ?? MAIN_SERVER]
    await insertTenant(queries, {
      ...wanted,
      database,
      server,
      secrets: registry.seal(tenantId, newSecrets()),
    })
    await addEvent(queries, registry, tenantId, 'creation begun')
  })

/** Brings a database to the schema of this version; the role that serves gets its rights. Returns the number of migrations that it applied. */
export async function migrateTenant(
  { database }: Pick<Tenant, 'database'>,
  { ownerUrl }: TenantAccess,
  log: (message: string) => void,
): Promise<number> {
  const applied = await migrate(ownerUrl, { log })
  await grantRights(ownerUrl, 'service', database)
  return applied
}

async function invite(baseUrl: string, access: TenantAccess): Promise<string | undefined> {
  const db = openOwnPool(access)
  try {
    const vault = await checkedVault(db, access.secretKey)
    return await firstInvitation({ db, vault, authUrl: baseUrl, now: Date.now })
  } finally {
    await db.close()
  }
}

interface NewTenant {
  readonly tenant: Tenant
  /** Lets its first administrator in, once. */
  readonly link: string | undefined
}

/** Creates a tenant. It is served only when all of it exists; a run that was interrupted is repeated with the same words. */
export async function createTenant(
  registry: Registry,
  config: Config,
  wanted: WantedTenant,
): Promise<NewTenant> {
  const settled = settle(config, wanted)
  const { tenantId } = settled
  // An unknown server is refused before a name is taken.
  await registry.addressOf(settled.server ?? MAIN_SERVER)
  await reserve(registry, settled)
  return withTenantLocked(registry.db, tenantId, async () => {
    const tenant = await requireTenant(registry.db, tenantId)
    if (tenant.state !== 'creating')
      throw new StartError(`The tenant "${tenantId}" is ${tenant.state} already.`)
    const access = await registry.accessOf(tenant)
    await createOwnDatabase(registry, tenantId, tenant)
    await migrateTenant(tenant, access, () => {})
    const link = await invite(tenant.baseUrl, access)
    return { tenant: await change(registry, tenantId, 'active', 'created'), link }
  })
}

const change = async (
  registry: Registry,
  tenantId: string,
  state: TenantState,
  action: string,
  deleteAfter?: Date,
): Promise<Tenant> => {
  const { db } = registry
  await db.transaction(async queries => {
    await lockRegistry(queries)
    await putState(queries, tenantId, state, deleteAfter)
    await addEvent(queries, registry, tenantId, action)
  })
  return requireTenant(db, tenantId)
}

/** Changes the state of a tenant that has one of the states `from`. */
const turn = (
  registry: Registry,
  tenantId: string,
  from: readonly TenantState[],
  to: (tenant: Tenant) => Promise<Tenant>,
): Promise<Tenant> =>
  withTenantLocked(registry.db, tenantId, async () => {
    const tenant = await requireTenant(registry.db, tenantId)
    if (!from.includes(tenant.state))
      throw new StartError(
        `The tenant "${tenantId}" is ${tenant.state}; this is for one that is ${from.join(' or ')}.`,
      )
    return to(tenant)
  })

/** Its addresses answer 503 from now on. */
export const suspendTenant = (registry: Registry, tenantId: string): Promise<Tenant> =>
  turn(registry, tenantId, ['active'], () => change(registry, tenantId, 'suspended', 'suspended'))

export const resumeTenant = (registry: Registry, tenantId: string): Promise<Tenant> =>
  turn(registry, tenantId, ['suspended', 'deleting'], () => change(registry, tenantId, 'active', 'resumed'))

/** Servers that have it open close it, and open it with the new values. `change` returns all settings that it has from now on. */
export const changeSettings = (
  registry: Registry,
  config: Config,
  tenantId: string,
  change: (settings: Tenant['settings']) => Tenant['settings'],
): Promise<Tenant> =>
  turn(registry, tenantId, ['active', 'suspended'], async tenant => {
    const settings = change(tenant.settings)
    requireOwnSettings(config, { ...tenant, settings })
    await registry.db.transaction(async queries => {
      await lockRegistry(queries)
      await putSettings(queries, tenantId, settings)
      await addEvent(queries, registry, tenantId, 'settings changed')
    })
    return requireTenant(registry.db, tenantId)
  })

/** Nothing is removed yet; the addresses answer as if there were no tenant. */
export const markForDeletion = (registry: Registry, tenantId: string, deleteAfter: Date): Promise<Tenant> =>
  turn(registry, tenantId, ['active', 'suspended'], async tenant => {
    refuseMoving(tenant)
    return change(registry, tenantId, 'deleting', `deletion after ${deleteAfter.toISOString()}`, deleteAfter)
  })

/** Two databases are of a tenant that moves, and one of them is to be kept. */
export function refuseMoving({ tenantId, moving }: Tenant): void {
  if (moving !== null)
    throw new StartError(
      `A move of "${tenantId}" to ${moving.to.server} has not ended: repeat "cairn tenant move", or take it back with --cancel.`,
    )
}
