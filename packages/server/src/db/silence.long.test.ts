/** Limits of the pool: a database that says nothing, locks that somebody holds, and connections that are not leaked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../../../test/database.ts'
import { faultProxy } from '../../../../test/fault-proxy.ts'
import { DatabaseError, openPool, sql } from './index.ts'

const { database, url, beforeDrop } = await testDatabase()
const proxy = await faultProxy(url)
beforeDrop(() => proxy.close())

const one = sql<{ n: number }>({ name: 'test.one', text: 'select 1 as n' })
const isUnavailable = (error: unknown) => error instanceof DatabaseError && error.isUnavailable

const open = () => {
  const pool = openPool(proxy.url, {
    max: 3,
    applicationName: 'silence test',
    statementTimeoutMs: 300,
    lockTimeoutMs: 100,
    waitMs: 1000,
  })
  beforeDrop(() => pool.close())
  return pool
}

test('when nothing comes any more, statements, transactions and streams end, and no connection is leaked', async () => {
  const pool = open()
  await pool.query(one)
  const inside = pool.transaction(async queries => {
    await queries.query(one)
    proxy.silence()
    await queries.query(one)
  })
  await assert.rejects(inside, isUnavailable)
  await assert.rejects(pool.query(one), isUnavailable)
  await assert.rejects(pool.stream(one, [], { batch: 1 }).next(), isUnavailable)
  await assert.rejects(pool.readAtOnce(one, [], {}), isUnavailable)
  proxy.resume()
  assert.deepEqual(await pool.query(one), [{ n: 1 }])
  assert.equal(pool.usage().open - pool.usage().idle, 0)
})

test('more callers than connections all hear of it', async () => {
  const pool = open()
  await pool.query(one)
  proxy.silence()
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => pool.query(one)))
  proxy.resume()
  for (const answer of answers) assert.ok(answer.status === 'rejected' && isUnavailable(answer.reason))
  assert.deepEqual(await pool.query(one), [{ n: 1 }])
})

test('a signal ends the wait for a database that says nothing', async () => {
  const pool = openPool(proxy.url, { max: 1, applicationName: 'silence test', waitMs: 1000 })
  await pool.query(one)
  proxy.silence()
  const controller = new AbortController()
  const reading = pool.stream(one, [], { batch: 1, signal: controller.signal }).next()
  controller.abort(new Error('enough'))
  await assert.rejects(reading, /enough/)
  await pool.close()
  proxy.resume()
})

test('a pool is closed though nothing comes', async () => {
  const pool = openPool(proxy.url, { max: 2, applicationName: 'silence test' })
  await Promise.all([pool.query(one), pool.query(one)])
  proxy.silence()
  const waiting = assert.rejects(pool.query(one), isUnavailable)
  await pool.close()
  await waiting
  proxy.resume()
})

const hold = sql<{ id: number }>({ name: 'test.hold', text: 'select id from cairn.lock_test for update' })
const write = sql({
  name: 'test.write',
  text: 'update cairn.lock_test set id = id',
  waitsForLocks: true,
})

test('writers that wait for a lock leave connections to the others, and end', async () => {
  await database.execute(sql({ name: 'test.table', text: 'create table cairn.lock_test as select 1 as id' }))
  const pool = openPool(url, {
    max: 4,
    applicationName: 'lock test',
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 500,
    waitMs: 60_000,
  })
  beforeDrop(() => pool.close())
  await database.transaction(async holder => {
    await holder.query(hold)
    let waiting = 12
    const writers = Array.from({ length: waiting }, () =>
      pool.execute(write).finally(() => {
        waiting--
      }),
    )
    const ended = Promise.allSettled(writers)
    await pool.query(one)
    assert.equal(waiting, 12, 'a read passes the writers that wait')
    for (const answer of await ended)
      assert.ok(
        answer.status === 'rejected' && answer.reason instanceof DatabaseError && answer.reason.isLocked,
      )
  })
  assert.equal(await pool.execute(write), 1)
})

test('a transaction may have a longer limit than its pool', async () => {
  const pool = open()
  const sleep = sql({ name: 'test.sleep', text: 'select pg_sleep(1.5)' })
  await assert.rejects(
    pool.execute(sleep),
    (error: unknown) => error instanceof DatabaseError && error.isTimeout,
  )
  await pool.transaction(queries => queries.execute(sleep), { statementTimeoutMs: 30_000 })
})
