/** The statements of the registry. */
import { type Queries, sql } from '../db/index.ts'
import type { DeletionProof, Move, Place, Tenant, TenantState } from './tenant.ts'

const TENANT = `tenant_id as "tenantId", name, base_url as "baseUrl", host, path, system_id as "systemId", state,
  database_name as database, server_id as server, moving, settings, change, created_at as "createdAt", delete_after as "deleteAfter", proof`

const FROM = 'from cairn_tenants.tenant'

const all = sql<Tenant>({ name: 'tenant.all', text: `select ${TENANT} ${FROM} order by tenant_id` })

const changed = sql<Tenant, [change: number]>({
  name: 'tenant.changed',
  text: `select ${TENANT} ${FROM} where change > $1 order by change`,
})

const byId = sql<Tenant, [tenantId: string]>({
  name: 'tenant.byId',
  text: `select ${TENANT} ${FROM} where tenant_id = $1`,
})

export const listTenants = (db: Queries): Promise<readonly Tenant[]> => db.query(all)

/** Tenants that were changed after a change that the caller knows. */
export const changedTenants = (db: Queries, change: number): Promise<readonly Tenant[]> =>
  db.query(changed, [change])

export const findTenant = async (db: Queries, tenantId: string): Promise<Tenant | undefined> =>
  (await db.query(byId, [tenantId]))[0]

const lock = sql({
  name: 'tenant.lock',
  text: 'lock table cairn_tenants.tenant in share row exclusive mode',
})

/** Changes are numbered in the order of their commits: a reader that knows one has seen all before it. */
export const lockRegistry = (queries: Queries): Promise<number> => queries.execute(lock)

const NEXT = `(select coalesce(max(change), 0) + 1 ${FROM})`

type NewTenant = Pick<
  Tenant,
  'tenantId' | 'name' | 'baseUrl' | 'host' | 'path' | 'systemId' | 'database' | 'server'
> & {
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Buffer
}

const insert = sql<
  never,
  [
    id: string,
    name: string,
    url: string,
    host: string,
    path: string,
    system: string,
    database: string,
    settings: string,
    secrets: Buffer,
    server: string,
  ]
>({
  name: 'tenant.insert',
  text: `insert into cairn_tenants.tenant (tenant_id, name, base_url, host, path, system_id, database_name, settings, secrets, server_id, change)
    values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, ${NEXT})`,
})

export const insertTenant = (queries: Queries, tenant: NewTenant): Promise<number> => {
  const { tenantId, name, baseUrl, host, path, systemId, database, settings, secrets, server } = tenant
  return queries.execute(insert, [
    tenantId,
    name,
    baseUrl,
    host,
    path,
    systemId,
    database,
    JSON.stringify(settings),
    secrets,
    server,
  ])
}

const setState = sql<never, [id: string, state: TenantState, deleteAfter: Date | null]>({
  name: 'tenant.setState',
  text: `update cairn_tenants.tenant set state = $2, delete_after = $3, change = ${NEXT} where tenant_id = $1`,
})

export const putState = (
  queries: Queries,
  tenantId: string,
  state: TenantState,
  deleteAfter: Date | null = null,
): Promise<number> => queries.execute(setState, [tenantId, state, deleteAfter])

const setMove = sql<
  never,
  [id: string, state: TenantState, server: string, database: string, moving: string | null]
>({
  name: 'tenant.setMove',
  text: `update cairn_tenants.tenant set state = $2, server_id = $3, database_name = $4, moving = $5::jsonb, change = ${NEXT}
    where tenant_id = $1`,
})

export const putMove = (
  queries: Queries,
  tenantId: string,
  state: TenantState,
  { server, database }: Place,
  moving: Move | null,
): Promise<number> =>
  queries.execute(setMove, [
    tenantId,
    state,
    server,
    database,
    moving === null ? null : JSON.stringify(moving),
  ])

const setSettings = sql<never, [id: string, settings: string]>({
  name: 'tenant.setSettings',
  text: `update cairn_tenants.tenant set settings = $2::jsonb, change = ${NEXT} where tenant_id = $1`,
})

export const putSettings = (
  queries: Queries,
  tenantId: string,
  settings: Readonly<Record<string, string>>,
): Promise<number> => queries.execute(setSettings, [tenantId, JSON.stringify(settings)])

const setProof = sql<never, [id: string, proof: string]>({
  name: 'tenant.setProof',
  text: `update cairn_tenants.tenant set state = 'removing', proof = $2::jsonb, change = ${NEXT} where tenant_id = $1`,
})

export const putProof = (queries: Queries, tenantId: string, proof: DeletionProof): Promise<number> =>
  queries.execute(setProof, [tenantId, JSON.stringify(proof)])

const setDeleted = sql<never, [id: string]>({
  name: 'tenant.setDeleted',
  text: `update cairn_tenants.tenant set state = 'deleted', secrets = null, settings = '{}', change = ${NEXT} where tenant_id = $1`,
})

export const putDeleted = (queries: Queries, tenantId: string): Promise<number> =>
  queries.execute(setDeleted, [tenantId])

const secretsOf = sql<{ secrets: Buffer | null }, [id: string]>({
  name: 'tenant.secrets',
  text: `select secrets ${FROM} where tenant_id = $1`,
})

export const findSecrets = async (db: Queries, tenantId: string): Promise<Buffer | null> =>
  (await db.query(secretsOf, [tenantId]))[0]?.secrets ?? null

const insertEvent = sql<never, [id: string, action: string, operator: string | null]>({
  name: 'tenant.event',
  text: 'insert into cairn_tenants.event (tenant_id, action, operator_id) values ($1, $2, $3)',
})

/** `operatorId` is absent for a command. */
export const addEvent = (
  queries: Queries,
  { operatorId = null }: { readonly operatorId?: string | null },
  tenantId: string,
  action: string,
): Promise<number> => queries.execute(insertEvent, [tenantId, action, operatorId])

export interface TenantEvent {
  readonly at: Date
  readonly action: string
  /** Null: a command. */
  readonly operator: string | null
}

const events = sql<TenantEvent, [id: string]>({
  name: 'tenant.events',
  text: 'select at, action, operator_id as operator from cairn_tenants.event where tenant_id = $1 order by event_id',
})

export const eventsOf = (db: Queries, tenantId: string): Promise<readonly TenantEvent[]> =>
  db.query(events, [tenantId])

const keepCheck = sql<never, [check: Buffer]>({
  name: 'tenant.keepCheck',
  text: 'insert into cairn_tenants.instance (key_check) values ($1) on conflict do nothing',
})

const readCheck = sql<{ check: Buffer }>({
  name: 'tenant.check',
  text: 'select key_check as check from cairn_tenants.instance',
})

/** The check of the key that the secrets are sealed with; the first key that is used stays. */
export async function checkOf(db: Queries, check: Buffer): Promise<Buffer | undefined> {
  await db.execute(keepCheck, [check])
  return (await db.query(readCheck))[0]?.check
}

const setServer = sql<never, [id: string, address: Buffer]>({
  name: 'tenant.setServer',
  text: `insert into cairn_tenants.server (server_id, address) values ($1, $2)
    on conflict (server_id) do update set address = excluded.address`,
})

/** Takes the sealed address of a PostgreSQL server, or another for the same. */
export const putServer = (queries: Queries, server: string, address: Buffer): Promise<number> =>
  queries.execute(setServer, [server, address])

const serverById = sql<{ address: Buffer | null }, [id: string]>({
  name: 'tenant.server',
  text: 'select address from cairn_tenants.server where server_id = $1',
})

/** The sealed address; null for the server of the registry. */
export const findServer = async (
  queries: Queries,
  server: string,
): Promise<{ readonly address: Buffer | null } | undefined> => (await queries.query(serverById, [server]))[0]

export interface DatabaseServer {
  readonly server: string
  readonly tenants: number
}

const servers = sql<DatabaseServer>({
  name: 'tenant.servers',
  text: `select server_id as server, (select count(*) ${FROM} t where t.server_id = s.server_id and state <> 'deleted')::integer as tenants
    from cairn_tenants.server s order by 1`,
})

export const listServers = (queries: Queries): Promise<readonly DatabaseServer[]> => queries.query(servers)

const tryLock = sql<{ locked: boolean }, [id: string]>({
  name: 'tenant.tryLock',
  text: `select pg_try_advisory_xact_lock(hashtextextended('cairn.tenant ' || $1, 0)) as locked`,
})

/** False while another command works on the tenant; otherwise nobody else does until the transaction ends. */
export const lockTenant = async (queries: Queries, tenantId: string): Promise<boolean> =>
  (await queries.query(tryLock, [tenantId]))[0]?.locked === true
