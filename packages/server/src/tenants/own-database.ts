/**
 * The database of a tenant with its two roles: one owns the schema, one serves requests. No other role but the operator's may connect to it. Each step
 * first looks whether it was done, so that an interrupted run can be repeated.
 */
import { openMainPool } from '../auth/index.ts'
import { type Database, openPool, quoteName, quoteText, roleIn, scramSecret, sql } from '../db/index.ts'
import { ownerRoleOf, type Registry, type TenantAccess } from './registry.ts'
import type { Place } from './tenant.ts'

const run = (db: Database, text: string): Promise<number> =>
  db.execute(sql({ name: 'tenant.statement', prepare: false, text }))

const known = sql<{ database: boolean; role: boolean; owner: boolean }, [database: string, owner: string]>({
  name: 'tenant.known',
  text: `select exists (select from pg_database where datname = $1) as database,
    exists (select from pg_roles where rolname = $1) as role,
    exists (select from pg_roles where rolname = $2) as owner`,
})

async function stateOf(db: Database, database: string) {
  const [state] = await db.query(known, [database, ownerRoleOf(database)])
  return state ?? { database: false, role: false, owner: false }
}

/** A pool without time limits: to create or drop a database waits for the disk. */
async function asOperator<T>(
  registry: Registry,
  server: string,
  work: (db: Database, role: string) => Promise<T>,
): Promise<T> {
  const address = await registry.addressOf(server)
  const db = openPool(address, { max: 1, applicationName: 'cairn tenants' })
  try {
    return await work(db, roleIn(address))
  } finally {
    await db.close()
  }
}

/** Names and passwords of one role; a role from an interrupted run gets the password that the registry has. */
const putRole = (db: Database, role: string, isKnown: boolean, password: string): Promise<number> =>
  run(
    db,
    `${isKnown ? 'alter' : 'create'} role ${quoteName(role)} login password ${quoteText(scramSecret(password))}`,
  )

export const createOwnDatabase = (
  registry: Registry,
  tenantId: string,
  { server, database }: Place,
): Promise<void> =>
  asOperator(registry, server, async (db, operator) => {
    const { password, ownerPassword } = await registry.secretsOf(tenantId)
    const state = await stateOf(db, database)
    const [name, owner] = [quoteName(database), quoteName(ownerRoleOf(database))]
    await putRole(db, database, state.role, password)
    await putRole(db, ownerRoleOf(database), state.owner, ownerPassword)
    // To give a database to a role, one must be a member of it.
    await run(db, `grant ${owner} to ${quoteName(operator)}`)
    if (!state.database) await run(db, `create database ${name} owner ${owner} template template0`)
    await run(db, `revoke all on database ${name} from public`)
    await run(db, `grant connect on database ${name} to ${name}`)
  })

/** Returns true if neither the database nor a role of it is left. */
export const dropOwnDatabase = (registry: Registry, { server, database }: Place): Promise<boolean> =>
  asOperator(registry, server, async db => {
    await run(db, `drop database if exists ${quoteName(database)} with (force)`)
    for (const role of [database, ownerRoleOf(database)])
      await run(db, `drop role if exists ${quoteName(role)}`)
    const left = await stateOf(db, database)
    return !left.database && !left.role && !left.owner
  })

const connections = sql<{ count: number }, [database: string]>({
  name: 'tenant.connections',
  text: 'select count(*)::integer as count from pg_stat_activity where datname = $1 and usename = $1',
})

/** Connections by which requests are served. */
export const countConnections = (registry: Registry, { server, database }: Place): Promise<number> =>
  asOperator(registry, server, async db => (await db.query(connections, [database]))[0]?.count ?? 0)

/** The database of a tenant, for commands of the operator: as its owner, with seals. */
export const openOwnPool = ({ ownerUrl, secretKey }: TenantAccess): Database =>
  openMainPool(ownerUrl, { databasePool: 2 }, { isDistributed: false, secretKeyOf: () => secretKey })
