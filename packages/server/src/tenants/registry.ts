/** The registry of tenants: opened with the operator's address and secret key. */
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Database, migrate, openPool, type Queries, StartError } from '../db/index.ts'
import { newSecret, openVault, type Vault } from '../seals/index.ts'
import type { Config } from '../settings/index.ts'
import { checkOf, findSecrets, findServer, findTenant, lockTenant, putServer } from './registry-store.ts'
import { InvalidTenant, MAIN_SERVER, type Place, type Tenant, UnknownTenant } from './tenant.ts'

/** The registry has migrations of its own; `src/tenants` and `dist/tenants` lie equally deep. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations/registry/', import.meta.url))

const MOST_CONNECTIONS = 4

interface TenantSecrets {
  readonly secretKey: string
  /** Of the role that serves requests, which owns nothing. */
  readonly password: string
  readonly ownerPassword: string
}

/** Addresses and key that open the database of a tenant. */
export interface TenantAccess {
  readonly secretKey: string
  /** As the role that serves requests. */
  readonly databaseUrl: string
  /** As the role that owns the schema. */
  readonly ownerUrl: string
}

export interface Registry {
  readonly db: Database
  /** The operator of the API who changes it; absent: a command. */
  readonly operatorId?: string
  readonly seal: (tenantId: string, secrets: TenantSecrets) => Buffer
  /** Throws if the tenant was deleted. */
  secretsOf(tenantId: string): Promise<TenantSecrets>
  /** To its database, or to another place that it moves to. */
  accessOf(tenant: Pick<Tenant, 'tenantId'> & Place): Promise<TenantAccess>
  /** The address of a PostgreSQL server, as the operator. Throws if the registry does not know it. */
  addressOf(server: string): Promise<string>
  putServer(server: string, address: string): Promise<void>
  close(): Promise<void>
}

export const newSecrets = (): TenantSecrets => ({
  secretKey: randomBytes(48).toString('base64'),
  password: newSecret(),
  ownerPassword: newSecret(),
})

export const ownerRoleOf = (database: string): string => `${database}_owner`

const urlOnServer = (url: string, parts: Partial<Pick<URL, 'pathname' | 'username' | 'password'>>): string =>
  Object.assign(new URL(url), parts).href

async function requireKey(db: Queries, { check }: Vault): Promise<void> {
  if (!(await checkOf(db, check))?.equals(check))
    throw new StartError(
      'CAIRN_SECRET_KEY is not the key that the registry of tenants was set up with: use that one again.',
    )
}

interface RegistryOptions {
  /** False: a database that has no registry is left alone. */
  readonly create: boolean
  readonly log: (message: string) => void
}

export async function openRegistry(
  { tenantsUrl, secretKey }: Pick<Config, 'tenantsUrl' | 'secretKey'>,
  options: RegistryOptions,
): Promise<Registry> {
  if (tenantsUrl === undefined)
    throw new StartError('CAIRN_TENANTS_URL is missing: set it to the database of the registry of tenants.')
  await migrate(tenantsUrl, { ...options, folder: MIGRATIONS })
  const db = openPool(tenantsUrl, { max: MOST_CONNECTIONS, applicationName: 'cairn tenants' })
  const vault = openVault(secretKey ?? '')
  try {
    await requireKey(db, vault)
  } catch (error) {
    await db.close()
    throw error
  }
  const secretsOf = async (tenantId: string): Promise<TenantSecrets> => {
    const sealed = await findSecrets(db, tenantId)
    if (sealed === null) throw new StartError(`The tenant "${tenantId}" was deleted.`)
    const { tenant, ...secrets } = JSON.parse(vault.unseal(sealed).toString())
    if (tenant !== tenantId) throw new Error(`the secrets of ${tenantId} are those of another tenant`)
    return secrets
  }
  const addressOf = async (server: string): Promise<string> => {
    const found = await findServer(db, server)
    if (!found)
      throw new InvalidTenant(`There is no PostgreSQL server "${server}": "cairn tenant server" lists them.`)
    if (found.address === null) return tenantsUrl
    const { server: of, address } = JSON.parse(vault.unseal(found.address).toString())
    if (of !== server) throw new Error(`the address of ${server} is that of another server`)
    return address
  }
  return {
    db,
    addressOf,
    putServer: async (server, address) => {
      if (server === MAIN_SERVER)
        throw new StartError(
          `"${MAIN_SERVER}" is the server of the registry: its address is CAIRN_TENANTS_URL.`,
        )
      await putServer(db, server, vault.seal(Buffer.from(JSON.stringify({ server, address }))))
    },
    seal: (tenant, secrets) => vault.seal(Buffer.from(JSON.stringify({ tenant, ...secrets }))),
    secretsOf,
    accessOf: async ({ tenantId, database, server }) => {
      const address = await addressOf(server)
      const { secretKey: own, password, ownerPassword } = await secretsOf(tenantId)
      const pathname = `/${database}`
      return {
        secretKey: own,
        databaseUrl: urlOnServer(address, { pathname, username: database, password }),
        ownerUrl: urlOnServer(address, {
          pathname,
          username: ownerRoleOf(database),
          password: ownerPassword,
        }),
      }
    },
    close: () => db.close(),
  }
}

export async function requireTenant(db: Queries, tenantId: string): Promise<Tenant> {
  const tenant = await findTenant(db, tenantId)
  if (!tenant) throw new UnknownTenant(`There is no tenant "${tenantId}": "cairn tenant list" lists them.`)
  return tenant
}

/** Runs work on a tenant that no other command may do at the same time. The transaction of the lock has no other statement. */
export async function withTenantLocked<T>(
  db: Database,
  tenantId: string,
  work: () => Promise<T>,
): Promise<T> {
  const done = await db.transaction(async queries => {
    if (!(await lockTenant(queries, tenantId)))
      throw new StartError(`Another command works on the tenant "${tenantId}": wait until it has ended.`)
    // A transaction that throws because another server does not answer closes its own connection, and may keep the lock for a moment.
    const [result] = await Promise.allSettled([work()])
    return result
  })
  if (done.status === 'rejected') throw done.reason
  return done.value
}
