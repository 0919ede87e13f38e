/** The SQL of passkeys. */
import { type Queries, sql } from '../../db/index.ts'

export interface Passkey {
  readonly credentialId: string
  readonly personId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly usedAt: Date | undefined
}

interface PasskeyRow {
  credential_id: string
  person_id: string
  public_key: Buffer
  counter: string
  transports: string[]
  name: string
  used_at: Date | null
}

const passkeyOf = (row: PasskeyRow): Passkey => ({
  credentialId: row.credential_id,
  personId: row.person_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: row.transports,
  name: row.name,
  usedAt: row.used_at ?? undefined,
})

const COLUMNS = 'credential_id, person_id, public_key, counter, transports, name, used_at'

const ofPerson = sql<PasskeyRow, [personId: string]>({
  name: 'passkey.ofPerson',
  text: `select ${COLUMNS} from cairn.passkey where person_id = $1 order by created_at`,
})
const byId = sql<PasskeyRow, [credentialId: string]>({
  name: 'passkey.byId',
  text: `select ${COLUMNS} from cairn.passkey where credential_id = $1`,
})
const insert = sql<
  never,
  [
    credentialId: string,
    personId: string,
    publicKey: Buffer,
    counter: number,
    transports: readonly string[],
    name: string,
  ]
>({
  name: 'passkey.add',
  seals: { kind: 'person', ids: ([, personId]) => [personId] },
  text: `insert into cairn.passkey (credential_id, person_id, public_key, counter, transports, name)
         values ($1, $2, $3, $4, $5, $6)`,
})
const used = sql<never, [credentialId: string, counter: number, usedAt: Date]>({
  name: 'passkey.used',
  text: 'update cairn.passkey set counter = $2, used_at = $3 where credential_id = $1',
})
const remove = sql<never, [personId: string, credentialId: string]>({
  name: 'passkey.remove',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: 'delete from cairn.passkey where person_id = $1 and credential_id = $2',
})

const removeAll = sql<never, [personId: string]>({
  name: 'passkey.removeAll',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: 'delete from cairn.passkey where person_id = $1',
})

export const listPasskeys = async (db: Queries, personId: string): Promise<Passkey[]> =>
  (await db.query(ofPerson, [personId])).map(passkeyOf)

export async function findPasskey(db: Queries, credentialId: string): Promise<Passkey | undefined> {
  const [row] = await db.query(byId, [credentialId])
  return row && passkeyOf(row)
}

export const addPasskey = (db: Queries, passkey: Omit<Passkey, 'usedAt'>): Promise<unknown> => {
  const { credentialId, personId, publicKey, counter, transports, name } = passkey
  return db.execute(insert, [credentialId, personId, publicKey, counter, transports, name])
}

export const markUsed = (db: Queries, credentialId: string, counter: number, now: Date): Promise<unknown> =>
  db.execute(used, [credentialId, counter, now])

/** False if the person has no such passkey. */
export const removePasskey = async (db: Queries, personId: string, credentialId: string): Promise<boolean> =>
  (await db.execute(remove, [personId, credentialId])) > 0

export const removePasskeys = (db: Queries, personId: string): Promise<unknown> =>
  db.execute(removeAll, [personId])
