/** More load than the server can carry: it refuses what is too much, and is itself again when the load drops. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../database.ts'
import { notBuilt } from '../http/program.ts'
import { idIn, programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { type Hit, openLoad, percentile, type Shot, statuses } from './load.ts'
import { record } from './report.ts'

const { url: databaseUrl } = await testDatabase()
const server = await programServer(
  {
    CAIRN_DATABASE_URL: databaseUrl,
    CAIRN_LOG_LEVEL: 'info',
    CAIRN_WAIT_TARGET_MS: '1000',
    CAIRN_MAX_CONNECTIONS_PER_PEER: '0',
  },
  { built: notBuilt === false },
)
const load = openLoad(server.url)
after(() => load.close())

const opt = await server.call('POST /openehr/v1/definition/template/adl1.4', {
  body: bloodPressureOpt(),
  headers: { 'Content-Type': 'application/xml' },
})
assert.equal(opt.status, 201)
const ehrs = await Promise.all(
  Array.from({ length: 20 }, async () => idIn(await server.call('POST /openehr/v1/ehr'))),
)
const headers = { Authorization: server.authorization, 'Content-Type': 'application/json' }
const body = JSON.stringify(bloodPressure([{ systolic: 120 }]))

/** One commit to four reads. */
const mix = (count: number): Shot => {
  const path = `/openehr/v1/ehr/${ehrs[count % ehrs.length]}`
  return count % 5 === 0
    ? { method: 'POST', path: `${path}/composition`, headers, body }
    : { method: 'GET', path, headers: { Authorization: server.authorization } }
}
const isFine = ({ status }: Hit) => typeof status === 'number' && status < 300

test('at three times what it can carry it refuses the rest, and recovers', { timeout: 120_000 }, async () => {
  await load.byClients(16, 5, mix)
  const carried = await load.byClients(16, 5, mix)
  assert.ok(carried.every(isFine), statuses(carried))
  const knee = Math.round(carried.length / 5)

  await load.connect({ method: 'GET', path: '/health/live', headers: {} })
  const heavy = await load.atRate(3 * knee, 20, mix)
  const faults = heavy.filter(({ status }) => ![200, 201, 429, 503].includes(Number(status)))
  assert.equal(faults.length, 0, statuses(faults))
  for (const { status, retryAfter } of heavy) if (status === 503) assert.match(retryAfter ?? '', /^[1-9]\d*$/)
  const served = heavy.filter(isFine)
  assert.ok(served.length > 0)

  const began = performance.now()
  let recovered: number | undefined
  let light: Hit[] = []
  while (performance.now() - began < 10_000) {
    light = await load.atRate(Math.max(5, knee / 5), 1, mix)
    if (light.every(isFine) && percentile(light, 0.99) < 1000)
      recovered ??= (performance.now() - began) / 1000
  }
  assert.ok(light.every(isFine), `ten seconds later: ${statuses(light)}`)
  assert.ok(recovered !== undefined, `p99 ten seconds later: ${percentile(light, 0.99)} ms`)
  record({
    check: '9',
    subject: 'Overload',
    method: `16 clients came to ${knee} requests a second (a fifth of them commits); then ${3 * knee} a second for 20 s, as far as 800 connections had room, whether or not answers came`,
    figure: `${served.length} of ${heavy.length} were served, p50 ${percentile(served, 0.5)} ms, p99 ${percentile(served, 0.99)} ms; all others 503 with Retry-After, no 500; p99 under 1 s again within ${recovered.toFixed(1)} s, then ${percentile(light, 0.99)} ms`,
  })
})

test('clients with connections of their own are refused too, instead of waiting, and health checks are answered', {
  timeout: 120_000,
}, async () => {
  const alone = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const began = performance.now()
      let count = 0
      for (; performance.now() - began < 4000; count++) await load.sendAlone(mix(count))
      return count / 4
    }),
  )
  // More than twice what four such clients came to one after the other, and no less than 400.
  const rate = Math.max(400, Math.round(3 * alone.reduce((sum, each) => sum + each, 0)))
  const health: Hit[] = []
  const probe = setInterval(() => {
    const live = { method: 'GET', path: '/health/live', headers: {} }
    void load.send(live).then(hit => health.push(hit))
  }, 200)
  const heavy = await load.atRate(rate, 15, mix, { isAlone: true })
  clearInterval(probe)
  // The system itself resets connections for which its queue has no room.
  const faults = heavy.filter(({ status }) => ![200, 201, 429, 503, 'ECONNRESET'].includes(status))
  assert.equal(faults.length, 0, statuses(faults))
  assert.ok(
    heavy.some(({ status }) => status === 503),
    `none was refused: ${statuses(heavy)}`,
  )
  for (const { status, retryAfter } of heavy) if (status === 503) assert.match(retryAfter ?? '', /^[1-9]\d*$/)
  assert.ok(health.every(isFine), statuses(health))
  const served = heavy.filter(isFine)
  assert.ok(served.length > 0)

  const began = performance.now()
  let recovered: number | undefined
  while (recovered === undefined && performance.now() - began < 10_000) {
    const light = await load.atRate(5, 1, mix, { isAlone: true })
    if (light.every(isFine)) recovered = (performance.now() - began) / 1000
  }
  assert.ok(recovered !== undefined, 'not itself again after ten seconds')
  record({
    check: '9',
    subject: 'Overload by clients with connections of their own',
    method: `${rate} requests a second for 15 s, each over a new connection, at most 3,000 under way`,
    figure: `${served.length} of ${heavy.length} were served, p50 ${percentile(served, 0.5)} ms, p99 ${percentile(served, 0.99)} ms; ${statuses(heavy)}; p99 of all ${percentile(heavy, 0.99)} ms; /health/live p99 ${percentile(health, 0.99)} ms; itself again within ${recovered.toFixed(1)} s`,
  })
})

test('SIGTERM under load: what was acknowledged is there, and the server ends', {
  timeout: 60_000,
}, async () => {
  const commits: Hit[] = []
  const loading = load.byClients(8, 4, mix).then(hits => commits.push(...hits))
  await new Promise(resume => setTimeout(resume, 2000))
  const began = performance.now()
  server.program.child.kill('SIGTERM')
  const { code } = await server.program.ended
  const seconds = (performance.now() - began) / 1000
  await loading
  assert.equal(code, 0)
  assert.ok(seconds < 15, `${seconds} s`)
  const again = await programServer({ CAIRN_DATABASE_URL: databaseUrl })
  const acknowledged = commits.filter(({ status }) => status === 201)
  assert.ok(acknowledged.length > 0)
  // Whose EHR it is in is not remembered: an AQL query finds it by its id.
  const uids = acknowledged.map(({ etag }) => etag)
  const found = await again.call('POST /openehr/v1/query/aql', {
    body: JSON.stringify({ q: 'SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c', fetch: 100_000 }),
  })
  const { rows } = (await found.json()) as { rows: [string][] }
  const there = new Set(rows.map(([uid]) => uid))
  assert.deepEqual(
    uids.filter(uid => !there.has(uid)),
    [],
  )
  record({
    check: '25',
    subject: 'SIGTERM under load',
    method: '8 clients, a fifth of the requests commits, SIGTERM after 2 s',
    figure: `ended with exit code 0 after ${seconds.toFixed(1)} s; ${uids.length} acknowledged commits, none lost`,
  })
})
