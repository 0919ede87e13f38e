/** The SQL of the row that belongs to the installation as a whole. */
import { type Database, type Queries, sql } from '../db/index.ts'

export interface Instance {
  /** Identifies the secret key that everything is protected with. */
  readonly check: Buffer
  /** Absent until the secret key is changed for the first time. */
  readonly sealedMacKey: Buffer | undefined
}

const instance = sql<{ secret_key_check: Buffer; sealed_mac_key: Buffer | null }>({
  name: 'instance.read',
  text: 'select secret_key_check, sealed_mac_key from cairn.instance',
})
const addInstance = sql<never, [check: Buffer]>({
  name: 'instance.add',
  text: 'insert into cairn.instance (secret_key_check) values ($1) on conflict do nothing',
})
const lockRow = sql({ name: 'instance.lock', text: 'select from cairn.instance for update' })
const setKeys = sql<never, [check: Buffer, sealedMacKey: Buffer]>({
  name: 'instance.setKeys',
  text: 'update cairn.instance set secret_key_check = $1, sealed_mac_key = $2',
})

/** True once a server has started on the database, and so has sealed things with its secret key. */
export const isSetUp = async (db: Queries): Promise<boolean> => (await db.query(instance)).length > 0

/** Returns the row; the first process adds it. */
export async function instanceOf(db: Database, check: Buffer): Promise<Instance> {
  await db.execute(addInstance, [check])
  const [row] = await db.query(instance)
  return { check: row?.secret_key_check ?? check, sealedMacKey: row?.sealed_mac_key ?? undefined }
}

/** Until the transaction ends, no other changes the keys or the last administrator. */
export const lockInstance = (queries: Queries): Promise<unknown> => queries.query(lockRow)

export const putInstanceKeys = (queries: Queries, check: Buffer, sealedMacKey: Buffer): Promise<unknown> =>
  queries.execute(setKeys, [check, sealedMacKey])
