/** The SQL of the signing keys. */
import { type Database, type Queries, sql } from '../db/index.ts'

type KeyState = 'next' | 'current' | 'retired'

export interface StoredKey {
  readonly kid: string
  readonly state: KeyState
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly sealedPrivateKey: Buffer
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

interface KeyRow {
  kid: string
  state: KeyState
  public_jwk: Record<string, unknown>
  private_key: Buffer
  created_at: Date
  retired_at: Date | null
}

const allKeys = sql<KeyRow>({
  name: 'key.all',
  text: `select kid, state, public_jwk, private_key, created_at, retired_at
         from cairn.signing_key order by created_at`,
})
const lockKeys = sql({ name: 'key.lock', text: 'lock table cairn.signing_key in share row exclusive mode' })
const insertKey = sql<never, [kid: string, state: KeyState, publicJwk: string, privateKey: Buffer]>({
  name: 'key.insert',
  seals: { kind: 'signing_key', ids: ([id]) => [id] },
  text: 'insert into cairn.signing_key (kid, state, public_jwk, private_key) values ($1, $2, $3, $4)',
})
const retireCurrent = sql({
  name: 'key.retireCurrent',
  seals: { kind: 'signing_key', find: "select kid as id from cairn.signing_key where state = 'current'" },
  text: "update cairn.signing_key set state = 'retired', retired_at = now() where state = 'current'",
})
const promoteNext = sql({
  name: 'key.promoteNext',
  seals: { kind: 'signing_key', find: "select kid as id from cairn.signing_key where state = 'next'" },
  text: "update cairn.signing_key set state = 'current' where state = 'next'",
})

const updateSealed = sql<never, [kid: string, privateKey: Buffer]>({
  name: 'key.putSealed',
  text: 'update cairn.signing_key set private_key = $2 where kid = $1',
})

export const putSealedKey = (queries: Queries, kid: string, sealed: Buffer): Promise<unknown> =>
  queries.execute(updateSealed, [kid, sealed])

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
