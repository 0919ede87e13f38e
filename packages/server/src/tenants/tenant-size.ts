/** The size of a tenant: its EHRs, the bytes of its database and the version of its schema, read when an operator asks. */
import { DatabaseError, openPool, sql } from '../db/index.ts'
import type { Registry } from './registry.ts'
import type { Tenant, TenantState } from './tenant.ts'

export interface TenantSize {
  readonly ehrs: number
  /** With indexes and free space in the files. */
  readonly database_bytes: number
  /** Number of the last migration of its schema. */
  readonly migration: number
}

const size = sql<TenantSize>({
  name: 'tenant.size',
  text: `select (select count(*) from cairn.ehr)::float8 as ehrs,
    pg_database_size(current_database())::float8 as database_bytes,
    (select max(number) from cairn.migration)::integer as migration`,
})

/** States in which there is a complete database. */
const WITH_DATABASE: readonly TenantState[] = ['active', 'suspended', 'moving', 'deleting']

const MOST_MS = 5000

/** Undefined if there is no database, or if it does not answer: the registry can be read without it. */
export async function readSize(registry: Registry, tenant: Tenant): Promise<TenantSize | undefined> {
  if (!WITH_DATABASE.includes(tenant.state)) return undefined
  const { ownerUrl } = await registry.accessOf(tenant)
  const db = openPool(ownerUrl, {
    max: 1,
    applicationName: 'cairn tenants',
    waitMs: MOST_MS,
    statementTimeoutMs: MOST_MS,
  })
  try {
    return (await db.query(size))[0]
  } catch (error) {
    if (error instanceof DatabaseError) return undefined
    throw error
  } finally {
    await db.close()
  }
}
