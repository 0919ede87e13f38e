/** Settings of a server that serves many organisations, each with a database of its own (decision 0124). */
import { databaseUrl, integer, text } from './config-values.ts'
import { optional, setting } from './setting.ts'

export const TENANT_SETTINGS = {
  tenantsUrl: optional({
    variable: 'CAIRN_TENANTS_URL',
    unset: 'none: the server serves one organisation',
    secret: true,
    read: databaseUrl,
    meaning:
      'Database of the registry of tenants: one server then serves many organisations, each with a database of its own (docs/guides/tenants.md). The role needs the rights to create databases and roles.',
  }),
  tenant: optional({
    variable: 'CAIRN_TENANT',
    unset: 'none',
    read: text,
    meaning: 'With `CAIRN_TENANTS_URL`: the tenant that commands such as `cairn verify` are for.',
  }),
  tenantConnections: setting({
    variable: 'CAIRN_TENANT_CONNECTIONS',
    default: '80',
    read: integer(10, 100000),
    meaning:
      'Most connections to the databases of all tenants together. Each open tenant counts with all that it may use: `CAIRN_DATABASE_POOL`, `CAIRN_QUERY_POOL`, `CAIRN_QUERY_WORKERS` and 9 more. If there is no room for another tenant, the one that has been idle for the longest time is closed.',
  }),
  tenantIdle: setting({
    variable: 'CAIRN_TENANT_IDLE',
    default: '600',
    read: integer(1, 86400),
    meaning: 'Seconds without a request after which a tenant is closed: its connections and memory are free.',
  }),
}
