/** A limited database takes statements that are made for it, and no others: by its type, and again when they run. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testDatabase } from '../../../../test/database.ts'
import { guarded, seen } from '../access/index.ts'
import { type Database, type LimitedDatabase, lookup, sql } from './index.ts'

const { database } = await testDatabase()
const nobody: LimitedDatabase = database.limitedTo({ kind: 'ehr', setting: '{"rules":[]}' })

const plain = sql<{ count: number }>({
  name: 'test.plain',
  text: 'select count(*)::integer as count from cairn.template',
})
const plainLookup = lookup<{ ehr_id: string }, [id: string]>({
  name: 'test.plainLookup',
  key: { id: 'uuid' },
  text: 'select ehr_id from cairn.ehr where ehr_id = key.id',
})
const counted = sql<{ count: number }>({
  name: 'test.guarded',
  text: guarded`select count(*)::integer as count from ${seen.ehr()}`,
})
const whole = sql<{ count: number }>({
  name: 'test.whole',
  seesAll: 'a test',
  text: 'select count(*)::integer as count from cairn.ehr',
})

const ID = '7d44b88c-4199-4bad-97dc-d78268e01398'

it('a statement without its guard does not compile, and does not run', async () => {
  const refused = { message: /is not for callers with limited rights/ }
  // @ts-expect-error
  await assert.rejects(nobody.query(plain), refused)
  // @ts-expect-error
  await assert.rejects(nobody.execute(plain), refused)
  // @ts-expect-error
  await assert.rejects(nobody.find(plainLookup, [ID]), refused)
  // @ts-expect-error
  await assert.rejects(nobody.readAtOnce(plain, [], {}), refused)
  // @ts-expect-error
  await assert.rejects(nobody.stream(plain, [], { batch: 1 }).next(), refused)
  // @ts-expect-error
  const inTransaction = nobody.transaction(queries => queries.query(plain))
  await assert.rejects(inTransaction, refused)
  // @ts-expect-error
  await assert.rejects(readPlain(nobody), refused)
})

const readPlain = (db: Database) => db.query(plain)

it('a database that sees all rows stands for a limited one', async () => {
  const read = (db: LimitedDatabase) => db.transaction(queries => queries.query(counted))
  assert.deepEqual(await read(database), [{ count: 0 }])
})

it('rows out of reach are left out of every kind of read, unless the statement sees all', async () => {
  const made = `insert into cairn.ehr values ('${ID}', 'test', now(), '${ID}', '${ID}', null, true, true, '${ID}')`
  await database.execute(sql({ name: 'test.ehr', prepare: false, text: made }))
  const options = { batch: 10 }
  for (const [db, expected] of [
    [database, 1],
    [nobody, 0],
  ] as const) {
    assert.deepEqual(await db.query(counted), [{ count: expected }])
    assert.deepEqual(await db.readAtOnce(counted, [], {}), [{ count: expected }])
    for await (const rows of db.stream(counted, [], options)) assert.deepEqual(rows, [{ count: expected }])
    assert.deepEqual(await db.query(whole), [{ count: 1 }])
    for await (const rows of db.stream(whole, [], options)) assert.deepEqual(rows, [{ count: 1 }])
  }
})
