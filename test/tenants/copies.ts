/** Tenants whose databases are copies of a migrated one: each is made in a part of the time that migrations take, and can be opened. */
import { migrateTenant, newDatabaseName } from '../../packages/server/src/tenants/life.ts'
import { createOwnDatabase } from '../../packages/server/src/tenants/own-database.ts'
import {
  newSecrets,
  ownerRoleOf,
  type Registry,
  requireTenant,
} from '../../packages/server/src/tenants/registry.ts'
import { insertTenant, lockRegistry, putState } from '../../packages/server/src/tenants/registry-store.ts'
import { addressIn, MAIN_SERVER, systemIdOf, type Tenant } from '../../packages/server/src/tenants/tenant.ts'
import { runOnce, TEMPLATE_OWNER } from '../postgres.ts'

export interface WantedCopy {
  readonly tenantId: string
  readonly baseUrl: string
  readonly systemId?: string | undefined
  readonly settings?: Readonly<Record<string, string>>
  /** By default a new one. */
  readonly secretKey?: string
}

/** The steps of `createTenant` without migrations and without an invitation. `template`: a database that `migrateAsOwner` migrated. */
export async function copyTenant(registry: Registry, template: URL, wanted: WantedCopy): Promise<Tenant> {
  const { tenantId, baseUrl, settings = {}, secretKey } = wanted
  const address = addressIn(baseUrl)
  const { systemId = systemIdOf(address) } = wanted
  const secrets = { ...newSecrets(), ...(secretKey === undefined ? {} : { secretKey }) }
  const place = { database: newDatabaseName(tenantId), server: MAIN_SERVER }
  await registry.db.transaction(async queries => {
    await lockRegistry(queries)
    await insertTenant(queries, {
      ...{ tenantId, name: tenantId, baseUrl, systemId, settings },
      ...address,
      ...place,
      secrets: registry.seal(tenantId, secrets),
    })
  })
  const { database } = place
  const owner = ownerRoleOf(database)
  const at = (name: string) => Object.assign(new URL(template), { pathname: `/${name}` }).href
  const original = template.pathname.slice(1)
  await runOnce(at('postgres'), `create database ${database} template ${original} strategy file_copy`)
  await createOwnDatabase(registry, tenantId, place)
  await runOnce(at('postgres'), `alter database ${database} owner to ${owner}`)
  await runOnce(at(database), `reassign owned by ${TEMPLATE_OWNER.name} to ${owner}`)
  const tenant = await requireTenant(registry.db, tenantId)
  await migrateTenant(tenant, await registry.accessOf(tenant), () => {})
  await registry.db.transaction(async queries => {
    await lockRegistry(queries)
    await putState(queries, tenantId, 'active')
  })
  return requireTenant(registry.db, tenantId)
}
