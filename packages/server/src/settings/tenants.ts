/** Settings of a server that serves many organisations, each with a database of its own (decision 0134). */
import { databaseUrl, text } from './config-values.ts'
import { optional } from './setting.ts'

export const TENANT_SETTINGS = {
  tenantsUrl: optional({
    variable: 'CAIRN_TENANTS_URL',
    unset: 'none: the server serves one organisation',
    secret: true,
    read: databaseUrl,
    meaning:
      'Database of the registry of tenants, organisations with a database each, for `cairn tenant` and for commands with `CAIRN_TENANT`. The role needs the rights to create databases and roles.',
  }),
  tenant: optional({
    variable: 'CAIRN_TENANT',
    unset: 'none',
    read: text,
    meaning: 'With `CAIRN_TENANTS_URL`: the tenant that commands such as `cairn verify` are for.',
  }),
}
