/** Transactions against a real server: kept whole, undone whole, run again only when asked. */
import { strict as assert } from 'node:assert'
import { beforeEach, test } from 'node:test'
import { testDatabase } from '../../../../test/database.ts'
import { DatabaseError, type Queries, sql } from './index.ts'

const { database } = await testDatabase()

await database.execute(
  sql({ name: 'test.create', text: 'create table cairn.tx_test (id int primary key, n int not null)' }),
)

const clear = sql({ name: 'test.clear', text: 'delete from cairn.tx_test' })
const insert = sql<never, [id: number, n: number]>({
  name: 'test.insert',
  text: 'insert into cairn.tx_test values ($1, $2)',
})
const total = sql<{ n: number }>({
  name: 'test.total',
  text: 'select coalesce(sum(n), 0) as n from cairn.tx_test',
})
const add = sql<never, [id: number]>({
  name: 'test.add',
  text: 'update cairn.tx_test set n = n + 1 where id = $1',
})

const sum = async (queries: Queries) => (await queries.query(total))[0]?.n

beforeEach(() => database.execute(clear))

test('what returns is committed and seen by others', async () => {
  const answer = await database.transaction(async queries => {
    await queries.execute(insert, [1, 10])
    assert.equal(await sum(database), 0)
    return 'done'
  })
  assert.equal(answer, 'done')
  assert.equal(await sum(database), 10)
})

test('what throws is undone, and its own error comes through', async () => {
  const mine = new Error('mine')
  const attempt = database.transaction(async queries => {
    await queries.execute(insert, [1, 10])
    throw mine
  })
  await assert.rejects(attempt, error => error === mine)
  assert.equal(await sum(database), 0)
  assert.equal(database.usage().idle, database.usage().open)
})

test('a failed statement that was swallowed does not pass for a commit', async () => {
  const attempt = database.transaction(async queries => {
    await queries.execute(insert, [1, 10])
    await queries.execute(insert, [1, 10]).catch(() => {})
  })
  await assert.rejects(attempt, error => error instanceof DatabaseError && error.statement === 'commit')
  assert.equal(await sum(database), 0)
})

test('read only means it', async () => {
  const attempt = database.transaction(queries => queries.execute(insert, [1, 1]), { readOnly: true })
  await assert.rejects(attempt, error => error instanceof DatabaseError && error.code === '25006')
})

test('a serialization failure is the answer, unless retries were asked for', async () => {
  await database.execute(insert, [1, 0])
  const race = async (retries: number) => {
    let runs = 0
    const work = database.transaction(
      async queries => {
        await sum(queries)
        // Somebody else changes the row between our look and our change, the first time.
        if (runs++ === 0) await database.execute(add, [1])
        await queries.execute(add, [1])
      },
      { isolation: 'repeatable read', retries },
    )
    return { runs: () => runs, work }
  }
  const once = await race(0)
  await assert.rejects(once.work, error => error instanceof DatabaseError && error.isConflict)
  assert.equal(once.runs(), 1)
  const again = await race(2)
  await again.work
  assert.equal(again.runs(), 2)
  assert.equal(await sum(database), 3)
})
