/** A database that goes silent under the settings that the server comes with. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { faultProxy } from '../fault-proxy.ts'
import { idIn, programServer } from '../program-server.ts'
import { record } from './report.ts'

const { url, database, beforeDrop } = await testDatabase()
const proxy = await faultProxy(url)
beforeDrop(() => proxy.close())
const server = await programServer({ CAIRN_DATABASE_URL: proxy.url })
const made = await server.call('POST /openehr/v1/ehr')
const ehr = `/openehr/v1/ehr/${idIn(made)}`

const timed = async <T>(work: Promise<T>): Promise<{ answer: T; seconds: number }> => {
  const began = performance.now()
  const answer = await work
  return { answer, seconds: (performance.now() - began) / 1000 }
}
const longest = (all: readonly { seconds: number }[]) =>
  Math.max(...all.map(({ seconds }) => seconds)).toFixed(1)

const lock = sql<{ id: string }, [ehrId: string]>({
  name: 'test.lock',
  text: 'select ehr_id as id from cairn.ehr where ehr_id = $1 for update',
})

test('one locked EHR with 25 writers leaves the readers alone', { timeout: 90_000 }, async () => {
  const status = await server.call(`GET ${ehr}/ehr_status`)
  const change = { body: await status.text(), headers: { 'If-Match': `"${idIn(status)}"` } }
  await database.transaction(async holder => {
    await holder.query(lock, [idIn(made)])
    const writing = Array.from({ length: 25 }, () => timed(server.call(`PUT ${ehr}/ehr_status`, change)))
    const reads = await Promise.all(Array.from({ length: 50 }, () => timed(server.call(`GET ${ehr}`))))
    const writes = await Promise.all(writing)
    assert.deepEqual([...new Set(reads.map(({ answer }) => answer.status))], [200])
    assert.deepEqual([...new Set(writes.map(({ answer }) => answer.status))], [503])
    record({
      check: '18',
      subject: 'One locked EHR',
      method: '25 writes to an EHR whose row another session holds, 50 reads of it meanwhile',
      figure: `reads: all 200, after ${longest(reads)} s at most; writes: all 503 with Retry-After, after ${longest(writes)} s at most`,
    })
  })
})

test('every request ends, readiness tells, and SIGTERM ends the server', { timeout: 90_000 }, async () => {
  proxy.silence()
  const [ready, reads, writes] = await Promise.all([
    timed(server.ready()),
    Promise.all(Array.from({ length: 24 }, () => timed(server.call(`GET ${ehr}`)))),
    Promise.all(Array.from({ length: 10 }, () => timed(server.call('POST /openehr/v1/ehr')))),
  ])
  assert.equal(ready.answer.status, 503)
  for (const { answer } of [...reads, ...writes]) assert.equal(answer.status, 503)

  proxy.resume()
  const back = await timed(
    (async () => {
      while ((await server.call(`GET ${ehr}`)).status !== 200);
    })(),
  )
  proxy.silence()
  const underWay = Array.from({ length: 10 }, () => server.call(`GET ${ehr}`).catch(() => undefined))
  const began = performance.now()
  server.program.child.kill('SIGTERM')
  await server.program.ended
  const stopped = (performance.now() - began) / 1000
  assert.ok(stopped < 15, `${stopped} s`)
  await Promise.all(underWay)
  record({
    check: '18',
    subject: 'A database that goes silent',
    method:
      'a proxy keeps the connections open and forwards nothing; 24 reads, 10 writes, readiness, SIGTERM',
    figure: `reads and writes: all 503, after ${longest([...reads, ...writes])} s at most; ready: 503 after ${longest([ready])} s; served again ${longest([back])} s after the database did; ended ${stopped.toFixed(1)} s after SIGTERM`,
  })
})
