/** Tenants whose databases are copies of a migrated one: a thousand of them are made in minutes, and each can be opened. */
import { migrate } from '../packages/server/src/db/index.ts'
import { migrateTenant, newDatabaseName } from '../packages/server/src/tenants/life.ts'
import { createOwnDatabase } from '../packages/server/src/tenants/own-database.ts'
import {
  newSecrets,
  ownerRoleOf,
  type Registry,
  requireTenant,
} from '../packages/server/src/tenants/registry.ts'
import { insertTenant, lockRegistry, putState } from '../packages/server/src/tenants/registry-store.ts'
import { addressIn, MAIN_SERVER, systemIdOf } from '../packages/server/src/tenants/tenant.ts'
import { runOnce } from '../test/postgres.ts'

const TEMPLATE = 'bench_template'

/** Owns what the template has; a superuser owns the database itself, which would otherwise change hands with each copy. */
const OWNER = 'bench_template_owner'

const databaseUrl = (anyUrl: string, database: string, username?: string): string =>
  Object.assign(new URL(anyUrl), {
    pathname: `/${database}`,
    ...(username === undefined ? {} : { username, password: 'bench' }),
  }).href

export async function makeTemplate(anyUrl: string): Promise<void> {
  await runOnce(anyUrl, `create role ${OWNER} login password 'bench'`)
  await runOnce(anyUrl, `create database ${TEMPLATE} template template0`)
  await runOnce(anyUrl, `grant create on database ${TEMPLATE} to ${OWNER}`)
  await migrate(databaseUrl(anyUrl, TEMPLATE, OWNER))
}

/** The steps of `createTenant` without migrations and without an invitation. */
export async function copyTenant(registry: Registry, anyUrl: string, tenantId: string, baseUrl: string) {
  const address = addressIn(baseUrl)
  const place = { database: newDatabaseName(tenantId), server: MAIN_SERVER }
  await registry.db.transaction(async queries => {
    await lockRegistry(queries)
    await insertTenant(queries, {
      ...{ tenantId, name: tenantId, baseUrl, systemId: systemIdOf(address), settings: {} },
      ...address,
      ...place,
      secrets: registry.seal(tenantId, newSecrets()),
    })
  })
  const { database } = place
  const owner = ownerRoleOf(database)
  await runOnce(anyUrl, `create database ${database} template ${TEMPLATE} strategy file_copy`)
  await createOwnDatabase(registry, tenantId, place)
  await runOnce(anyUrl, `alter database ${database} owner to ${owner}`)
  await runOnce(databaseUrl(anyUrl, database), `reassign owned by ${OWNER} to ${owner}`)
  const tenant = await requireTenant(registry.db, tenantId)
  await migrateTenant(tenant, await registry.accessOf(tenant), () => {})
  await registry.db.transaction(async queries => {
    await lockRegistry(queries)
    await putState(queries, tenantId, 'active')
  })
  return requireTenant(registry.db, tenantId)
}
