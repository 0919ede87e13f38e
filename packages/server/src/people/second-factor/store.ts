/** The SQL of authenticator apps. */
import { type Queries, sql } from '../../db/index.ts'

const secretOf = sql<{ secret: Buffer }, [personId: string]>({
  name: 'totp.ofPerson',
  text: 'select secret from cairn.totp where person_id = $1',
})
const allSecrets = sql<{ person_id: string; secret: Buffer }>({
  name: 'totp.all',
  text: 'select person_id, secret from cairn.totp for update',
})
const resealed = sql<never, [personId: string, secret: Buffer]>({
  name: 'totp.reseal',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: 'update cairn.totp set secret = $2 where person_id = $1',
})
const upsert = sql<never, [personId: string, secret: Buffer, step: number]>({
  name: 'totp.put',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: `insert into cairn.totp (person_id, secret, last_step) values ($1, $2, $3)
         on conflict (person_id) do update set secret = excluded.secret, last_step = excluded.last_step`,
})
// Of two requests with one code, one waits for the other's row and then finds the step used.
const useStep = sql<never, [personId: string, step: number]>({
  name: 'totp.use',
  text: 'update cairn.totp set last_step = $2 where person_id = $1 and last_step < $2',
})
const drop = sql<never, [personId: string]>({
  name: 'totp.drop',
  seals: { kind: 'person', ids: ([id]) => [id] },
  text: 'delete from cairn.totp where person_id = $1',
})
/** All processes keep people in memory, and read those again that changed. */
const touchPerson = sql<never, [personId: string]>({
  name: 'person.touch',
  text: 'update cairn.person set changed_in = pg_current_xact_id() where person_id = $1',
})

export const findSealedSecret = async (db: Queries, personId: string): Promise<Buffer | undefined> =>
  (await db.query(secretOf, [personId]))[0]?.secret

/** Stores a secret whose code of this step was just shown. */
export async function putTotp(
  queries: Queries,
  personId: string,
  sealed: Buffer,
  step: number,
): Promise<void> {
  await queries.execute(upsert, [personId, sealed, step])
  await queries.execute(touchPerson, [personId])
}

/** True once for each step. */
export const takeTotpStep = async (db: Queries, personId: string, step: number): Promise<boolean> =>
  (await db.execute(useStep, [personId, step])) > 0

export async function dropTotp(queries: Queries, personId: string): Promise<void> {
  await queries.execute(drop, [personId])
  await queries.execute(touchPerson, [personId])
}

/** Seals all secrets again, for another secret key of the installation. */
export async function resealTotpSecrets(queries: Queries, reseal: (sealed: Buffer) => Buffer): Promise<void> {
  for (const { person_id: personId, secret } of await queries.query(allSecrets))
    await queries.execute(resealed, [personId, reseal(secret)])
}
