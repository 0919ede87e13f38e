/** The report for administrators: what it tells, and what it never tells. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'

const server = await testServer()

describe('GET /admin/v1/system', () => {
  it('is for administrators', async () => {
    assert.equal((await server.call('GET /admin/v1/system', { scopes: 'api.read api.write' })).status, 403)
    assert.equal((await server.call('GET /admin/v1/system')).status, 401)
  })

  it('tells settings, database, connections and times of requests', async () => {
    await server.call('POST /openehr/v1/ehr', { scopes: 'api.write' })
    const answer = await server.call('GET /admin/v1/system', { scopes: 'api.admin' })
    assert.equal(answer.status, 200)
    const { version, database, pools, settings, routes } = answer.json()
    assert.equal(version, '0.0.0-test')
    assert.ok(database.bytes > 1_000_000)
    assert.ok(database.tables.some(({ name }: { name: string }) => name === 'version'))
    assert.deepEqual(
      database.migrations.map(({ number }: { number: number }) => number),
      database.migrations.map((_: unknown, index: number) => index + 1),
    )
    assert.equal(database.months.length, 1)
    assert.ok(database.months[0].versions > 0)
    assert.deepEqual(
      pools.map(({ name }: { name: string }) => name),
      ['records', 'queries', 'audit'],
    )
    const port = settings.find(({ variable }: { variable: string }) => variable === 'CAIRN_PORT')
    assert.match(port.value, /^\d+$/)
    const created = routes.find(
      ({ method, route }: { method: string; route: string }) => method === 'POST' && /\/ehr$/.test(route),
    )
    assert.equal(created.requests, 1)
    assert.ok(created.p50 > 0 && created.p99 >= created.p50)
  })

  it('has the load by the minute, background jobs, and the archive of WAL', async () => {
    const paced = await testServer({ jobPace: 100 })
    const report = async () => (await paced.call('GET /admin/v1/system', { scopes: 'api.admin' })).json()
    await paced.call('POST /openehr/v1/ehr', { scopes: 'api.write' })
    const busy = async () => (await report()).load.find(({ requests }: { requests: number }) => requests > 0)
    await eventually('a minute is counted', async () => (await busy()) !== undefined)
    const minute = await busy()
    assert.equal(minute.at, new Date(minute.at).toISOString())
    assert.deepEqual([minute.faults, minute.p95 >= minute.p50, minute.p50 > 0], [0, true, true])
    const { jobs, replication } = await report()
    const job = jobs.find(({ name }: { name: string }) => name === 'load_history')
    assert.deepEqual([job.done > 0, job.failed, Number.isNaN(Date.parse(job.succeeded_at))], [true, 0, false])
    assert.deepEqual(replication.standbys, [])
    assert.equal(replication.archive.is_on, false)
  })

  it('shows of a secret only that it is set', async () => {
    const { text } = await server.call('GET /admin/v1/system', { scopes: 'api.admin' })
    assert.doesNotMatch(text, /postgres(ql)?:\/\/|a secret/)
  })
})
