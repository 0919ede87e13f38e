/** The SQL of clients and their secrets. */
import {
  type ChangePosition,
  changedSince,
  type Database,
  type Queries,
  readChangePosition,
  sql,
} from '../../db/index.ts'
import { takeCallerName } from '../../people/index.ts'
import { type Client, type ClientKind, type ClientScope, isClientScope, type PublicKeySet } from './client.ts'

interface ClientRow {
  client_id: string
  name: string
  kind: ClientKind
  scopes: string[]
  redirect_uris: string[]
  jwks: PublicKeySet | null
  jwks_uri: string | null
  requires_dpop: boolean
  basic_auth: boolean
  post_logout_redirect_uris: string[]
  backchannel_logout_uri: string | null
  backchannel_logout_session_required: boolean
  disabled_at: Date | null
  created_at: Date
  last_used_at: Date | null
  deleted_at: Date | null
}

const clientOf = (row: ClientRow): Client => ({
  clientId: row.client_id,
  name: row.name,
  kind: row.kind,
  scopes: row.scopes.filter(isClientScope),
  redirectUris: row.redirect_uris,
  jwks: row.jwks ?? undefined,
  jwksUri: row.jwks_uri ?? undefined,
  requiresDpop: row.requires_dpop,
  basicAuth: row.basic_auth,
  postLogoutRedirectUris: row.post_logout_redirect_uris,
  backchannelLogoutUri: row.backchannel_logout_uri ?? undefined,
  backchannelLogoutSessionRequired: row.backchannel_logout_session_required,
  // A deleted client is nobody's any more; who still knows it refuses it.
  disabled: row.disabled_at !== null || row.deleted_at !== null,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
})

const COLUMNS = `client_id, name, kind, scopes, redirect_uris, jwks, jwks_uri, requires_dpop, basic_auth, post_logout_redirect_uris,
  backchannel_logout_uri, backchannel_logout_session_required, disabled_at, created_at, last_used_at, deleted_at`

const allClients = sql<ClientRow>({
  name: 'client.all',
  text: `select ${COLUMNS} from cairn.client where deleted_at is null order by client_id`,
})
const clientById = sql<ClientRow, [clientId: string]>({
  name: 'client.byId',
  text: `select ${COLUMNS} from cairn.client where client_id = $1 and deleted_at is null`,
})
const knownId = sql<{ client_id: string }, [clientId: string]>({
  name: 'client.knownId',
  text: 'select client_id from cairn.client where client_id = $1',
})
const clientsChangedSince = sql<ClientRow, [since: ChangePosition]>({
  name: 'client.changedSince',
  text: `select ${COLUMNS} from cairn.client where ${changedSince('$1')}`,
})
const clientSecrets = sql<ClientRow & { macs: Buffer[] }, [clientId: string]>({
  name: 'client.secrets',
  text: `select ${COLUMNS}, array(select mac from cairn.client_secret s where s.client_id = c.client_id order by slot) as macs
         from cairn.client c where client_id = $1 and deleted_at is null`,
})
const insertClient = sql<
  ClientRow,
  [
    clientId: string,
    name: string,
    kind: ClientKind,
    scopes: readonly ClientScope[],
    redirectUris: readonly string[],
    jwks: string | null,
    jwksUri: string | null,
    requiresDpop: boolean,
    postLogoutRedirectUris: readonly string[],
    backchannelLogoutUri: string | null,
    backchannelLogoutSessionRequired: boolean,
    basicAuth: boolean,
  ]
>({
  name: 'client.insert',
  seals: { kind: 'client', ids: ([id]) => [id] },
  text: `${takeCallerName('client')}
         insert into cairn.client (client_id, name, kind, scopes, redirect_uris, jwks, jwks_uri, requires_dpop,
           post_logout_redirect_uris, backchannel_logout_uri, backchannel_logout_session_required, basic_auth)
         select $1, $2, $3, $4::text[], $5::text[], $6::jsonb, $7, $8::boolean, $9::text[], $10, $11::boolean, $12::boolean
         from taken on conflict do nothing returning ${COLUMNS}`,
})
const updateClient = sql<
  ClientRow,
  [
    clientId: string,
    name: string,
    scopes: readonly ClientScope[],
    redirectUris: readonly string[],
    jwks: string | null,
    jwksUri: string | null,
    requiresDpop: boolean,
    postLogoutRedirectUris: readonly string[],
    backchannelLogoutUri: string | null,
    backchannelLogoutSessionRequired: boolean,
    basicAuth: boolean,
  ]
>({
  name: 'client.update',
  seals: { kind: 'client', ids: ([id]) => [id] },
  text: `update cairn.client
         set name = $2, scopes = $3, redirect_uris = $4, jwks = $5, jwks_uri = $6, requires_dpop = $7,
           post_logout_redirect_uris = $8, backchannel_logout_uri = $9, backchannel_logout_session_required = $10,
           basic_auth = $11
         where client_id = $1 and deleted_at is null returning ${COLUMNS}`,
})
const deleteClient = sql<ClientRow, [clientId: string]>({
  name: 'client.delete',
  seals: { kind: 'client', ids: ([id]) => [id] },
  text: `update cairn.client set deleted_at = now()
         where client_id = $1 and deleted_at is null returning ${COLUMNS}`,
})
const lockClient = sql<ClientRow, [clientId: string]>({
  name: 'client.lock',
  text: `select ${COLUMNS} from cairn.client where client_id = $1 and deleted_at is null for update`,
})
/** Rows are locked in one order, so that two processes never wait for each other. */
const setLastUses = sql<never, [clientIds: readonly string[], times: readonly Date[]]>({
  name: 'client.setLastUses',
  text: `with used as (
           select c.client_id, u.at from cairn.client c
           join unnest($1::text[], $2::timestamptz[]) u (client_id, at) on u.client_id = c.client_id
           order by c.client_id for update of c
         )
         update cairn.client c set last_used_at = greatest(c.last_used_at, used.at)
         from used where used.client_id = c.client_id`,
})
const secretSlots = sql<{ slot: number }, [clientId: string]>({
  name: 'client.slots',
  text: 'select slot from cairn.client_secret where client_id = $1 order by created_at, slot',
})
const upsertSecret = sql<never, [clientId: string, slot: number, mac: Buffer]>({
  name: 'client.putSecret',
  seals: { kind: 'client', ids: ([id]) => [id] },
  text: `insert into cairn.client_secret (client_id, slot, mac, created_at) values ($1, $2, $3, clock_timestamp())
         on conflict (client_id, slot) do update set mac = excluded.mac, created_at = excluded.created_at`,
})
const dropOtherSecrets = sql<never, [clientId: string, slot: number]>({
  name: 'client.dropOtherSecrets',
  seals: { kind: 'client', ids: ([id]) => [id] },
  text: 'delete from cairn.client_secret where client_id = $1 and slot <> $2',
})
const dropSecrets = sql<never, [clientId: string]>({
  name: 'client.dropSecrets',
  seals: { kind: 'client', ids: ([id]) => [id] },
  text: 'delete from cairn.client_secret where client_id = $1',
})
const updateVoucher = sql<never, [clientId: string, voucher: string | null]>({
  name: 'client.setVoucher',
  seals: { kind: 'client', ids: ([id]) => [id] },
  text: 'update cairn.client set vouched_by = $2 where client_id = $1',
})

const updateDisabled = sql<ClientRow, [clientId: string, disabled: boolean]>({
  name: 'client.setDisabled',
  seals: { kind: 'client', ids: ([id]) => [id] },
  text: `update cairn.client
         set disabled_at = case when $2 then coalesce(disabled_at, now()) end
         where client_id = $1 and deleted_at is null returning ${COLUMNS}`,
})

export async function listClients(db: Queries): Promise<Client[]> {
  return (await db.query(allClients)).map(clientOf)
}

export async function findClient(db: Queries, clientId: string): Promise<Client | undefined> {
  const [row] = await db.query(clientById, [clientId])
  return row && clientOf(row)
}

export const isKnownId = async (db: Queries, clientId: string): Promise<boolean> =>
  (await db.query(knownId, [clientId])).length > 0

/** Returns the client for a change in the same transaction; no other can change it meanwhile. */
export async function findLockedClient(queries: Queries, clientId: string): Promise<Client | undefined> {
  const [row] = await queries.query(lockClient, [clientId])
  return row && clientOf(row)
}

/** Returns the clients that changed since a position, and the position to pass in the next call. */
export async function changedClients(
  db: Database,
  since: ChangePosition,
): Promise<{ clients: Client[]; position: ChangePosition }> {
  const position = await readChangePosition(db)
  return { clients: (await db.query(clientsChangedSince, [since])).map(clientOf), position }
}

export interface ClientWithMacs {
  readonly client: Client
  readonly macs: readonly Buffer[]
}

export async function findClientWithMacs(db: Queries, clientId: string): Promise<ClientWithMacs | undefined> {
  const [row] = await db.query(clientSecrets, [clientId])
  return row && { client: clientOf(row), macs: row.macs }
}

export type NewClientRow = Omit<Client, 'disabled' | 'createdAt' | 'lastUsedAt'>

const keysOf = ({ jwks, jwksUri }: Pick<Client, 'jwks' | 'jwksUri'>) =>
  [jwks === undefined ? null : JSON.stringify(jwks), jwksUri ?? null] as const

const logoutOf = (client: NewClientRow) =>
  [
    client.postLogoutRedirectUris,
    client.backchannelLogoutUri ?? null,
    client.backchannelLogoutSessionRequired,
  ] as const

/** Undefined when the id is taken. Without a mac the client has no secret. */
export async function addClient(
  queries: Queries,
  client: NewClientRow,
  mac: Buffer | undefined,
): Promise<Client | undefined> {
  const { clientId, name, kind, scopes, redirectUris, requiresDpop } = client
  const values = [clientId, name, kind, scopes, redirectUris, ...keysOf(client), requiresDpop] as const
  const [row] = await queries.query(insertClient, [...values, ...logoutOf(client), client.basicAuth])
  if (row && mac) await queries.execute(upsertSecret, [clientId, 1, mac])
  return row && clientOf(row)
}

/** Notes the administrator who alone gave the client its credentials; undefined: the operator did, or two administrators. */
export const putVoucher = (
  queries: Queries,
  clientId: string,
  voucher: string | undefined,
): Promise<unknown> => queries.execute(updateVoucher, [clientId, voucher ?? null])

/** Stores the changeable members of a client. */
export async function putClient(queries: Queries, client: Client): Promise<Client | undefined> {
  const { clientId, name, scopes, redirectUris, requiresDpop } = client
  const values = [clientId, name, scopes, redirectUris, ...keysOf(client), requiresDpop] as const
  const [row] = await queries.query(updateClient, [...values, ...logoutOf(client), client.basicAuth])
  return row && clientOf(row)
}

export async function removeClient(queries: Queries, clientId: string): Promise<Client | undefined> {
  const [row] = await queries.query(deleteClient, [clientId])
  if (row) await queries.execute(dropSecrets, [clientId])
  return row && clientOf(row)
}

export const removeSecrets = (queries: Queries, clientId: string): Promise<unknown> =>
  queries.execute(dropSecrets, [clientId])

/** Stores a secret in place of the oldest one; with `alone`, all others stop working at once. */
export async function putSecret(
  queries: Queries,
  clientId: string,
  mac: Buffer,
  alone: boolean,
): Promise<void> {
  const taken = (await queries.query(secretSlots, [clientId])).map(row => row.slot)
  const free = [1, 2].find(slot => !taken.includes(slot)) ?? taken[0] ?? 1
  await queries.execute(upsertSecret, [clientId, free, mac])
  if (alone) await queries.execute(dropOtherSecrets, [clientId, free])
}

export async function setDisabled(
  queries: Queries,
  clientId: string,
  disabled: boolean,
): Promise<Client | undefined> {
  const [row] = await queries.query(updateDisabled, [clientId, disabled])
  return row && clientOf(row)
}

export interface LastUse {
  readonly clientId: string
  readonly at: Date
}

/** Never moves a time back: another process may have written a later one. */
export const writeLastUses = (db: Database, uses: readonly LastUse[]): Promise<unknown> =>
  db.execute(setLastUses, [uses.map(({ clientId }) => clientId), uses.map(({ at }) => at)])
