/** All SQL of the authorization room. */
import { type Database, type Queries, sql } from '../db/index.ts'
import { isScope, type Scope } from '../http/index.ts'

export interface Client {
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly disabled: boolean
  readonly createdAt: Date
}

type KeyState = 'next' | 'current' | 'retired'

export interface StoredKey {
  readonly kid: string
  readonly state: KeyState
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly sealedPrivateKey: Buffer
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

interface ClientRow {
  client_id: string
  name: string
  scopes: string[]
  disabled_at: Date | null
  created_at: Date
}

interface KeyRow {
  kid: string
  state: KeyState
  public_jwk: Record<string, unknown>
  private_key: Buffer
  created_at: Date
  retired_at: Date | null
}

const clientOf = (row: ClientRow): Client => ({
  clientId: row.client_id,
  name: row.name,
  scopes: row.scopes.filter(isScope),
  disabled: row.disabled_at !== null,
  createdAt: row.created_at,
})

const CLIENT_COLUMNS = 'client_id, name, scopes, disabled_at, created_at'

const keyCheck = sql<{ secret_key_check: Buffer }>({
  name: 'instance.keyCheck',
  text: 'select secret_key_check from cairn.instance',
})
const addInstance = sql<never, [check: Buffer]>({
  name: 'instance.add',
  text: 'insert into cairn.instance (secret_key_check) values ($1) on conflict do nothing',
})
const allClients = sql<ClientRow>({
  name: 'client.all',
  text: `select ${CLIENT_COLUMNS} from cairn.client order by client_id`,
})
const clientById = sql<ClientRow, [clientId: string]>({
  name: 'client.byId',
  text: `select ${CLIENT_COLUMNS} from cairn.client where client_id = $1`,
})
const timeNow = sql<{ now: Date }>({ name: 'client.now', text: 'select now() as now' })
// A change becomes visible some time after its `changed_at`, so the last ten seconds are read again.
const clientsChangedSince = sql<ClientRow, [since: Date]>({
  name: 'client.changedSince',
  text: `select ${CLIENT_COLUMNS} from cairn.client where changed_at > $1::timestamptz - interval '10 seconds'`,
})
const clientSecrets = sql<{ scopes: string[]; disabled_at: Date | null; mac: Buffer }, [clientId: string]>({
  name: 'client.secrets',
  text: `select c.scopes, c.disabled_at, s.mac from cairn.client c join cairn.client_secret s using (client_id)
         where client_id = $1 order by s.slot`,
})
const insertClient = sql<ClientRow, [clientId: string, name: string, scopes: readonly Scope[]]>({
  name: 'client.insert',
  text: `insert into cairn.client (client_id, name, scopes) values ($1, $2, $3)
         on conflict do nothing returning ${CLIENT_COLUMNS}`,
})
const lockClient = sql<{ one: number }, [clientId: string]>({
  name: 'client.lock',
  text: 'select 1 as one from cairn.client where client_id = $1 for update',
})
const secretSlots = sql<{ slot: number }, [clientId: string]>({
  name: 'client.slots',
  text: 'select slot from cairn.client_secret where client_id = $1 order by created_at, slot',
})
const upsertSecret = sql<never, [clientId: string, slot: number, mac: Buffer]>({
  name: 'client.putSecret',
  text: `insert into cairn.client_secret (client_id, slot, mac, created_at) values ($1, $2, $3, clock_timestamp())
         on conflict (client_id, slot) do update set mac = excluded.mac, created_at = excluded.created_at`,
})
const dropOtherSecrets = sql<never, [clientId: string, slot: number]>({
  name: 'client.dropOtherSecrets',
  text: 'delete from cairn.client_secret where client_id = $1 and slot <> $2',
})
const updateDisabled = sql<ClientRow, [clientId: string, disabled: boolean]>({
  name: 'client.setDisabled',
  text: `update cairn.client
         set disabled_at = case when $2 then coalesce(disabled_at, now()) end, changed_at = clock_timestamp()
         where client_id = $1 returning ${CLIENT_COLUMNS}`,
})
const allKeys = sql<KeyRow>({
  name: 'key.all',
  text: `select kid, state, public_jwk, private_key, created_at, retired_at
         from cairn.signing_key order by created_at`,
})
const lockKeys = sql({ name: 'key.lock', text: 'lock table cairn.signing_key in share row exclusive mode' })
const insertKey = sql<never, [kid: string, state: KeyState, publicJwk: string, privateKey: Buffer]>({
  name: 'key.insert',
  text: 'insert into cairn.signing_key (kid, state, public_jwk, private_key) values ($1, $2, $3, $4)',
})
const retireCurrent = sql({
  name: 'key.retireCurrent',
  text: "update cairn.signing_key set state = 'retired', retired_at = now() where state = 'current'",
})
const promoteNext = sql({
  name: 'key.promoteNext',
  text: "update cairn.signing_key set state = 'current' where state = 'next'",
})

/** Returns the check value of the installation's secret key; the first process sets it. */
export async function secretKeyCheck(db: Database, check: Buffer): Promise<Buffer> {
  await db.execute(addInstance, [check])
  const [row] = await db.query(keyCheck)
  return row?.secret_key_check ?? check
}

export async function listClients(db: Database): Promise<Client[]> {
  return (await db.query(allClients)).map(clientOf)
}

export async function findClient(db: Database, clientId: string): Promise<Client | undefined> {
  const [row] = await db.query(clientById, [clientId])
  return row && clientOf(row)
}

/** Returns the clients that changed since a time, and the time to pass in the next call. */
export async function changedClients(db: Database, since: Date): Promise<{ clients: Client[]; asked: Date }> {
  const [row] = await db.query(timeNow)
  const rows = await db.query(clientsChangedSince, [since])
  return { clients: rows.map(clientOf), asked: row?.now ?? since }
}

export interface SecretsOfClient {
  readonly scopes: readonly Scope[]
  readonly disabled: boolean
  readonly macs: readonly Buffer[]
}

export async function secretsOf(db: Database, clientId: string): Promise<SecretsOfClient | undefined> {
  const rows = await db.query(clientSecrets, [clientId])
  const [first] = rows
  if (!first) return undefined
  return {
    scopes: first.scopes.filter(isScope),
    disabled: first.disabled_at !== null,
    macs: rows.map(row => row.mac),
  }
}

/** Undefined when the id is taken. */
export async function addClient(
  db: Database,
  { clientId, name, scopes, mac }: { clientId: string; name: string; scopes: readonly Scope[]; mac: Buffer },
): Promise<Client | undefined> {
  return db.transaction(async tx => {
    const [row] = await tx.query(insertClient, [clientId, name, scopes])
    if (row) await tx.execute(upsertSecret, [clientId, 1, mac])
    return row && clientOf(row)
  })
}

/** Stores a secret in place of the oldest one; with `alone`, all others stop working at once. */
export async function putSecret(
  db: Database,
  clientId: string,
  mac: Buffer,
  alone: boolean,
): Promise<boolean> {
  return db.transaction(async tx => {
    const known = await tx.query(lockClient, [clientId])
    if (known.length === 0) return false
    const taken = (await tx.query(secretSlots, [clientId])).map(row => row.slot)
    const free = [1, 2].find(slot => !taken.includes(slot)) ?? taken[0] ?? 1
    await tx.execute(upsertSecret, [clientId, free, mac])
    if (alone) await tx.execute(dropOtherSecrets, [clientId, free])
    return true
  })
}

export async function setDisabled(
  db: Database,
  clientId: string,
  disabled: boolean,
): Promise<Client | undefined> {
  return db.transaction(async tx => {
    const [row] = await tx.query(updateDisabled, [clientId, disabled])
    return row && clientOf(row)
  })
}

export async function listKeys(db: Queries): Promise<StoredKey[]> {
  const rows = await db.query(allKeys)
  return rows.map(row => ({
    kid: row.kid,
    state: row.state,
    publicJwk: row.public_jwk,
    sealedPrivateKey: row.private_key,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  }))
}

export type NewKey = Pick<StoredKey, 'kid' | 'publicJwk' | 'sealedPrivateKey'>

const keyRow = (
  { kid, publicJwk, sealedPrivateKey }: NewKey,
  state: KeyState,
): [string, KeyState, string, Buffer] => [kid, state, JSON.stringify(publicJwk), sealedPrivateKey]

/** Adds the first two keys of an installation, unless another process has already added them. */
export async function addFirstKeys(db: Database, current: NewKey, next: NewKey): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute(lockKeys)
    if ((await listKeys(tx)).length > 0) return
    await tx.execute(insertKey, keyRow(current, 'current'))
    await tx.execute(insertKey, keyRow(next, 'next'))
  })
}

/** Makes the next key the current one, retires the current one, and adds a new next one. */
export async function rotateKeys(db: Database, next: NewKey): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute(lockKeys)
    await tx.execute(retireCurrent)
    await tx.execute(promoteNext)
    await tx.execute(insertKey, keyRow(next, 'next'))
  })
}
