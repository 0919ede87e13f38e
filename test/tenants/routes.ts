/** Every route of a tenant, from the table that its server is built of. */

import type { Permission } from '../../packages/server/src/access/scopes/index.ts'
import { openMounts } from '../../packages/server/src/app/routes.ts'
import { openServices } from '../../packages/server/src/app/services.ts'
import { oneProcess, openMetrics } from '../../packages/server/src/observe/index.ts'
import { openLog } from '../../packages/server/src/observe/log.ts'
import { openOwnPool } from '../../packages/server/src/tenants/own-database.ts'
import { tenantConfig } from '../../packages/server/src/tenants/tenant-settings.ts'
import type { RunningTenant, RunningTenants } from './server.ts'

export interface Route {
  readonly method: string
  /** Below the address of the tenant. */
  readonly path: string
  readonly operationId: string
  readonly isPublic: boolean
  readonly lasts: boolean
  /** The first permission that opens it; undefined where limited rights do not. */
  readonly permission: Permission | undefined
  /** Names in the query string that are required or bound the number of rows. */
  readonly query: readonly string[]
}

/** With them a list has one row for each page, so that answers have links to the next. */
export const PAGE_SIZES = ['limit', 'fetch', '_count', 'count']

export async function routesOf(
  { registry, config }: RunningTenants,
  { tenant }: RunningTenant,
): Promise<readonly Route[]> {
  const access = await registry.accessOf(tenant)
  const db = openOwnPool(access)
  const services = await openServices({
    config: tenantConfig(config, tenant, access),
    db,
    databaseUrl: access.ownerUrl,
    secretKey: access.secretKey,
    log: openLog('error', { write: () => {} }),
    metrics: openMetrics(),
    processes: oneProcess(),
    version: '0.0.0-test',
    unready: async () => undefined,
    degraded: async () => undefined,
    now: Date.now,
  })
  const { auth, api } = await openMounts(services)
  await services.close()
  await db.close()
  /** Requests come with the path of the tenant; some mounts are there without it as well. */
  const inTenant = (prefix: string) =>
    prefix === tenant.path || prefix.startsWith(`${tenant.path}/`) ? prefix.slice(tenant.path.length) : prefix
  return [auth, ...api].flatMap(({ prefixes, endpoints }) =>
    [...new Set(prefixes.map(inTenant))].flatMap(prefix =>
      endpoints.map(({ route, scope, lasting, right, doc }) => {
        const [method = '', path = ''] = route.split(' ')
        return {
          method,
          path: prefix + path,
          operationId: doc.operationId,
          isPublic: scope === 'public',
          lasts: lasting === true,
          permission: right?.permissions[0],
          query: (doc.parameters ?? [])
            .filter(each => each.in === 'query' && (each.required === true || PAGE_SIZES.includes(each.name)))
            .map(({ name }) => name),
        }
      }),
    ),
  )
}
