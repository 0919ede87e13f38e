/** A batch of events whose answer was lost is sent again, and stored once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { appendBatchOnce, rowOf } from '../../packages/server/src/audit/trail/store.ts'
import { openAuditTrail } from '../../packages/server/src/audit/trail/trail.ts'
import { openPool, sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { eventually } from '../eventually.ts'
import { faultProxy } from '../fault-proxy.ts'
import { recordedRead } from './trail.ts'

const { database, url, beforeDrop } = await testDatabase()
const { isDistributed } = database

const counts = sql<{ request_id: string; events: number }>({
  name: 'test.counts',
  text: 'select request_id, count(*)::int as events from cairn.audit_event group by 1 order by 1',
})
const stored = async () =>
  Object.fromEntries((await database.query(counts)).map(({ request_id, events }) => [request_id, events]))

it('after a connection that was lost behind the commit, beside events that came meanwhile', async () => {
  const proxy = await faultProxy(url)
  beforeDrop(() => proxy.close())
  const db = openPool(proxy.url, { max: 1, applicationName: 'cairn test', isDistributed })
  const faults: unknown[] = []
  const trail = openAuditTrail({
    db,
    now: Date.now,
    words: { act: () => null, actor: () => null },
    longestWait: 3000,
    failed: error => faults.push(error),
    seal: () => {},
  })
  assert.equal(await trail.record(recordedRead({ request_id: 'a' })), true)
  proxy.loseAnswer()
  const answers = [trail.record(recordedRead({ request_id: 'b' }))]
  await eventually('the connection is lost', () => faults.length === 1)
  answers.push(trail.record(recordedRead({ request_id: 'c' })))
  assert.deepEqual(await Promise.all(answers), [true, true])
  await trail.close()
  await db.close()
  assert.deepEqual(await stored(), { a: 1, b: 1, c: 1 })
})

it('though both attempts are under way at once', async () => {
  const batch = { writer: randomUUID(), number: 1, rows: [rowOf(recordedRead({ request_id: 'd' }))] }
  const ids = await Promise.all(Array.from({ length: 4 }, () => appendBatchOnce(database, batch)))
  assert.equal(ids.flat().length, 1)
  const next = { ...batch, number: 2, rows: [rowOf(recordedRead({ request_id: 'e' }))] }
  assert.equal((await appendBatchOnce(database, next)).length, 1)
  assert.equal((await appendBatchOnce(database, batch)).length, 0, 'an attempt that comes late')
  assert.deepEqual(await stored(), { a: 1, b: 1, c: 1, d: 1, e: 1 })
})
