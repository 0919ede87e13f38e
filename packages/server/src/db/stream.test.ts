/** Rows in batches on a real database: as many as are asked for, ended where somebody ends them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '../../../../test/database.ts'
import { eventually } from '../../../../test/eventually.ts'
import { guarded } from '../access/index.ts'
import { DatabaseError, type LimitedQueries, openPool, sql } from './index.ts'

const { database, url, beforeDrop } = await testDatabase()
const pool = openPool(url, { max: 2, applicationName: 'stream test', statementTimeoutMs: 2000 })
beforeDrop(() => pool.close())

const numbers = sql<{ n: number }, [count: number]>({
  name: 'test.numbers',
  text: guarded`select n::integer as n from generate_series(1, $1::integer) n`,
})
const slow = sql<{ n: number }, [seconds: number]>({
  name: 'test.slow',
  text: 'select 1 as n from pg_sleep($1::float8)',
})
const asleep = sql<{ count: number }>({
  name: 'test.asleep',
  text: `select count(*)::integer as count from pg_stat_activity
    where state = 'active' and application_name = 'stream test' and query like '%pg_sleep%'`,
})

/** PostgreSQL sends the error of a statement before it shows its connection as idle. */
const nobodySleeps = () =>
  eventually('the statement has ended in the database', async () => {
    return (await database.query(asleep))[0]?.count === 0
  })

/** A cursor shows no more than that it is read. */
const asleepInFetch = sql<{ count: number }>({
  name: 'test.asleepInFetch',
  text: `select count(*)::integer as count from pg_stat_activity
    where state = 'active' and application_name = 'stream test' and query like 'fetch forward%'`,
})

test('all rows come, in batches', async () => {
  const sizes: number[] = []
  let sum = 0
  for await (const rows of pool.stream(numbers, [2500], { batch: 1000 })) {
    sizes.push(rows.length)
    for (const { n } of rows) sum += n
  }
  assert.deepEqual(sizes, [1000, 1000, 500])
  assert.equal(sum, (2500 * 2501) / 2)
  assert.equal(pool.usage().open - pool.usage().idle, 0)
})

test('a few come at once, and the connection is free before they are read', async () => {
  assert.deepEqual(await pool.readAtOnce(numbers, [3], {}), [{ n: 1 }, { n: 2 }, { n: 3 }])
  assert.equal(pool.usage().open - pool.usage().idle, 0)
})

test('rows that come at once are completed on the connection that they came by', async () => {
  const complete = async (rows: readonly { n: number }[], queries: LimitedQueries) => {
    assert.equal(pool.usage().open - pool.usage().idle, 1)
    const [one] = await queries.query(numbers, [1])
    return rows.map(({ n }) => ({ n: n + (one?.n ?? 0) }))
  }
  assert.deepEqual(await pool.readAtOnce(numbers, [2], { complete }), [{ n: 2 }, { n: 3 }])
  assert.equal(pool.usage().open - pool.usage().idle, 0)
})

test('a batch is completed on the connection that it came by', async () => {
  const pid = sql<{ pid: number }>({ name: 'test.pid', text: guarded`select pg_backend_pid() as pid` })
  const seen = new Set<number>()
  const complete = async (rows: readonly { n: number }[], queries: LimitedQueries) => {
    seen.add((await queries.query(pid))[0]?.pid ?? 0)
    return rows.map(({ n }) => ({ n: -n }))
  }
  const found: number[] = []
  const options = { batch: 2, complete }
  for await (const rows of pool.stream(numbers, [5], options)) found.push(...rows.map(({ n }) => n))
  assert.deepEqual(found, [-1, -2, -3, -4, -5])
  assert.equal(seen.size, 1)
})

test('who stops reading gives the connection back', async () => {
  for await (const rows of pool.stream(numbers, [100_000], { batch: 10 })) if (rows.length > 0) break
  assert.equal(pool.usage().open - pool.usage().idle, 0)
  assert.deepEqual(await pool.query(numbers, [1]), [{ n: 1 }])
})

test('the next batch is asked for while one is read, and ended in the database when the reader leaves', async () => {
  const last = sql<{ n: number }>({
    name: 'test.slowEnd',
    text: 'select n::integer as n from generate_series(1, 3) n where n < 3 or pg_sleep(1.9) is not null',
  })
  const batches = pool.stream(last, [], { batch: 2 })
  assert.deepEqual((await batches.next()).value, [{ n: 1 }, { n: 2 }])
  await eventually('the database works on the next batch', async () => {
    return (await database.query(asleepInFetch))[0]?.count === 1
  })
  await batches.return()
  assert.equal((await database.query(asleepInFetch))[0]?.count, 0)
  assert.deepEqual(await pool.query(numbers, [1]), [{ n: 1 }])
  assert.equal(pool.usage().open - pool.usage().idle, 0)
})

for (const atOnce of [true, false])
  test(`an aborted signal ends the statement in the database too (${atOnce ? 'at once' : 'cursor'})`, async () => {
    const controller = new AbortController()
    const reading = atOnce
      ? pool.readAtOnce(slow, [1.9], { signal: controller.signal })
      : pool.stream(slow, [1.9], { batch: 1, signal: controller.signal }).next()
    for (let tries = 0; (await database.query(asleep))[0]?.count !== 1 && tries < 50; tries++) await sleep(10)
    controller.abort(new Error('enough'))
    await assert.rejects(reading, /enough/)
    await nobodySleeps()
    assert.deepEqual(await pool.query(numbers, [1]), [{ n: 1 }])
  })

test('a statement that the database has not begun to read is ended too', {
  skip:
    process.env['CAIRN_DATABASE_URL'] || process.env['CAIRN_CITUS_URL'] ? 'the database is elsewhere' : false,
}, async () => {
  const one = openPool(url, { max: 1, applicationName: 'stream test' })
  beforeDrop(() => one.close())
  const backend = sql<{ pid: number }>({ name: 'test.backend', text: 'select pg_backend_pid() as pid' })
  const [{ pid } = { pid: 0 }] = await one.query(backend)
  const controller = new AbortController()
  // A busy machine lets a backend wait as this does: it finds the cancel request before the statement, and forgets it.
  process.kill(pid, 'SIGSTOP')
  const reading = one.readAtOnce(slow, [20], { signal: controller.signal })
  await sleep(50)
  controller.abort(new Error('enough'))
  await sleep(500)
  process.kill(pid, 'SIGCONT')
  await assert.rejects(reading, /enough/)
  await nobodySleeps()
  assert.deepEqual(await one.query(numbers, [1]), [{ n: 1 }])
})

test('a signal that is aborted already asks the database nothing', async () => {
  const options = { batch: 1, signal: AbortSignal.abort(new Error('early')) }
  await assert.rejects(pool.stream(slow, [1], options).next(), /early/)
  await assert.rejects(pool.readAtOnce(slow, [1], options), /early/)
})

test('the time limit of the pool holds for streams', async () => {
  await assert.rejects(
    pool.stream(slow, [5], { batch: 1 }).next(),
    (error: unknown) => error instanceof DatabaseError && error.isTimeout,
  )
  await assert.rejects(
    pool.readAtOnce(slow, [5], {}),
    (error: unknown) => error instanceof DatabaseError && error.isTimeout,
  )
})
