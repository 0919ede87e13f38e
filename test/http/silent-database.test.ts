/** A database that goes silent or holds a lock: every request ends, readiness tells, and the server can be stopped. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { testDatabase } from '../database.ts'
import { faultProxy } from '../fault-proxy.ts'
import { idIn, programServer } from '../program-server.ts'

const { url, database, beforeDrop } = await testDatabase()
const proxy = await faultProxy(url)
beforeDrop(() => proxy.close())

const server = await programServer({
  CAIRN_DATABASE_URL: proxy.url,
  CAIRN_DATABASE_TIMEOUT_MS: '1500',
  CAIRN_LOCK_TIMEOUT_MS: '500',
  CAIRN_QUERY_TIMEOUT_MS: '1500',
  CAIRN_SHUTDOWN_GRACE_MS: '500',
})
const made = await server.call('POST /openehr/v1/ehr')
assert.equal(made.status, 201)
const ehr = `/openehr/v1/ehr/${idIn(made)}`
const status = await server.call(`GET ${ehr}/ehr_status`)
const statusId = idIn(status)
const statusBody = await status.text()

const changeStatus = () =>
  server.call(`PUT ${ehr}/ehr_status`, { body: statusBody, headers: { 'If-Match': `"${statusId}"` } })

describe('a locked EHR', () => {
  const lock = sql<{ id: string }, [ehrId: string]>({
    name: 'test.lock',
    text: 'select ehr_id as id from cairn.ehr where ehr_id = $1 for update',
  })

  it('makes those who write to it try again, and leaves everybody else alone', async () => {
    await database.transaction(async holder => {
      await holder.query(lock, [idIn(made)])
      let waiting = 25
      const writes = Array.from({ length: 25 }, () => changeStatus().finally(() => waiting--))
      const reads = await Promise.all(Array.from({ length: 10 }, () => server.call(`GET ${ehr}`)))
      assert.deepEqual([...new Set(reads.map(read => read.status))], [200])
      assert.ok(waiting > 0, 'the reads did not wait for the writes')
      for (const answer of await Promise.all(writes)) {
        const { code } = (await answer.json()) as { code: string }
        assert.equal(answer.status, 503)
        assert.equal(code, 'service.busy')
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
      }
    })
    assert.ok((await changeStatus()).ok)
  })
})

describe('a database that says nothing', () => {
  const aql = `/openehr/v1/query/aql?q=${encodeURIComponent('SELECT e/ehr_id/value FROM EHR e')}`

  it('ends every request with 503, queries at their limit, and readiness says so', async () => {
    proxy.silence()
    const [ready, ...answers] = await Promise.all([
      server.ready(),
      ...Array.from({ length: 20 }, () => server.call(`GET ${ehr}`)),
      ...Array.from({ length: 10 }, () => server.call('POST /openehr/v1/ehr')),
      server.call('GET /openehr/v1/definition/template/adl1.4'),
    ])
    assert.equal(ready.status, 503)
    assert.match(ready.reason, /database/)
    for (const answer of answers) {
      assert.equal(answer.status, 503)
      // If the trail is the first to hear of it, it says so.
      assert.match(((await answer.json()) as { code: string }).code, /^service\.(audit_)?unavailable$/)
    }
    assert.ok([408, 503].includes((await server.call(`GET ${aql}`)).status))
    assert.equal((await fetch(`${server.url}/health/live`)).status, 200)
  })

  it('serves again when the database does, without a restart', async () => {
    proxy.resume()
    // The audit trail tries again after a pause.
    for (let tries = 0; (await server.ready()).status !== 200; tries++) {
      assert.ok(tries < 200, 'it is ready again')
      await sleep(100)
    }
    assert.equal((await server.call(`GET ${ehr}`)).status, 200)
    assert.equal((await server.call(`GET ${aql}`)).status, 200)
    assert.equal((await server.call('POST /openehr/v1/ehr')).status, 201)
  })

  it('does not keep the server from stopping', { timeout: 60_000 }, async () => {
    proxy.silence()
    const under = server.call(`GET ${ehr}`).catch(() => undefined)
    server.program.child.kill('SIGTERM')
    const { stdout } = await server.program.ended
    assert.match(stdout, /"msg":"stopp/)
    await under
  })
})
