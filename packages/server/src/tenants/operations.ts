/** Operations of tenants, for commands and for the operator's API. */
import { compareClocks } from '../audit/index.ts'
import { StartError, sql } from '../db/index.ts'
import { markForDeletion, migrateTenant, refuseMoving } from './life.ts'
import { type Registry, requireTenant } from './registry.ts'
import { listTenants } from './registry-store.ts'
import { isDue, removeTenant } from './removal.ts'
import type { Tenant } from './tenant.ts'

export interface TenantUpgrade {
  readonly tenant_id: string
  /** Migrations that were applied. */
  readonly applied: number
  /** The reason why the database stays as it is. */
  readonly failure?: string
}

async function upgradeOne(registry: Registry, tenant: Tenant): Promise<TenantUpgrade> {
  const { tenantId: tenant_id } = tenant
  try {
    refuseMoving(tenant)
    return { tenant_id, applied: await migrateTenant(tenant, await registry.accessOf(tenant), () => {}) }
  } catch (error) {
    return { tenant_id, applied: 0, failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Migrates one tenant, or all. One that fails leaves the others as they are. */
export async function upgradeTenants(
  registry: Registry,
  tenantId: string | undefined,
): Promise<readonly TenantUpgrade[]> {
  const all =
    tenantId === undefined ? await listTenants(registry.db) : [await requireTenant(registry.db, tenantId)]
  const upgrades: TenantUpgrade[] = []
  for (const tenant of all)
    if (tenant.state === 'active' || tenant.state === 'suspended')
      upgrades.push(await upgradeOne(registry, tenant))
  return upgrades
}

const DAY_MS = 24 * 60 * 60 * 1000

const databaseTime = sql<{ database: Date }>({
  name: 'tenant.databaseTime',
  text: 'select clock_timestamp() as database',
})

/** The earlier time of the clocks of this machine and of the registry, if they agree: a deletion cannot be undone. */
async function agreedTime({ db }: Registry, clock: number): Promise<number> {
  const [row] = await db.query(databaseTime)
  if (!row) throw new Error('the database did not tell its time')
  const { agree, differenceMs } = compareClocks({ ...row, newest: null, day_before: null }, clock)
  if (agree) return Math.min(clock, row.database.getTime())
  const minutes = Math.round(Math.abs(differenceMs) / 60_000)
  throw new StartError(
    `The clocks of this machine and of its database differ by ${minutes} minutes: nothing is deleted until one of them is corrected.`,
  )
}

/** Days that a marked tenant is kept, unless the operator gives another number. */
export const GRACE_DAYS = '30'

/**
 * The first time, a tenant is marked; its data are removed by the same call after the grace time. `clock`: that of this machine. A wrong
 * clock neither shortens the grace time nor ends it.
 */
export async function deleteTenant(
  registry: Registry,
  tenantId: string,
  graceDays: number,
  clock = Date.now(),
): Promise<Tenant> {
  const { state } = await requireTenant(registry.db, tenantId)
  const now = await agreedTime(registry, clock)
  return ['creating', 'deleting', 'removing', 'deleted'].includes(state)
    ? removeTenant(registry, tenantId, now)
    : markForDeletion(registry, tenantId, new Date(now + graceDays * DAY_MS))
}

/** Removes the tenants whose grace time is over. */
export async function removeDueTenants(registry: Registry, clock = Date.now()): Promise<readonly Tenant[]> {
  const now = await agreedTime(registry, clock)
  const removed: Tenant[] = []
  for (const { tenantId, state } of (await listTenants(registry.db)).filter(each => isDue(each, now)))
    if (state !== 'creating') removed.push(await removeTenant(registry, tenantId, now))
  return removed
}

export const tenantBody = (tenant: Tenant) => ({
  tenant_id: tenant.tenantId,
  name: tenant.name,
  state: tenant.state,
  base_url: tenant.baseUrl,
  system_id: tenant.systemId,
  server: tenant.server,
  database: tenant.database,
  settings: tenant.settings,
  created_at: tenant.createdAt,
  ...(tenant.moving === null ? {} : { moving: { to: tenant.moving.to.server, step: tenant.moving.step } }),
  ...(tenant.deleteAfter === null ? {} : { delete_after: tenant.deleteAfter }),
  ...(tenant.proof === null ? {} : { proof: tenant.proof }),
})
