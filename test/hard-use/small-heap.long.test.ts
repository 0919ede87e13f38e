/** A server with little memory, and callers that ask for what would fill its caches. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../database.ts'
import { notBuilt } from '../http/program.ts'
import { idIn, programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { record } from './report.ts'

const HEAP_MB = 256
const QUERIES = 1000

const MAGNITUDE = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'

test('a thousand queries of 400 columns at a heap of 256 MB', {
  skip: notBuilt,
  timeout: 900_000,
}, async () => {
  const { url: databaseUrl } = await testDatabase()
  const settings = { CAIRN_DATABASE_URL: databaseUrl, NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` }
  const server = await programServer(settings, { built: true })
  const opt = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    body: bloodPressureOpt(),
    headers: { 'Content-Type': 'application/xml' },
  })
  assert.equal(opt.status, 201)
  const ehr = idIn(await server.call('POST /openehr/v1/ehr'))
  const made = await server.call(`POST /openehr/v1/ehr/${ehr}/composition`, {
    body: JSON.stringify(bloodPressure()),
  })
  assert.equal(made.status, 201)

  const ask = async (count: number, columns: number) => {
    const selected = Array.from({ length: columns }, (_, at) => `${MAGNITUDE} AS q${count}_${at}`).join(', ')
    const q = `SELECT ${selected} FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o`
    return (await server.call('POST /openehr/v1/query/aql', { body: JSON.stringify({ q }) })).status
  }
  const statuses = new Map<number, number>()
  for (let count = 0; count < QUERIES; count++) {
    const status = await ask(count, 400)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  assert.deepEqual([...statuses.keys()], [200])
  assert.equal(await ask(0, 1000), 400)
  assert.equal((await fetch(`${server.url}/health/live`)).status, 200)
  assert.equal(server.program.child.exitCode, null)
  record({
    check: '26, 37',
    subject: 'Caches with little memory',
    method: `${QUERIES} different queries of 400 columns with a heap of ${HEAP_MB} MB`,
    figure: `all answered 200, one with 1,000 columns 400; the process lives`,
  })
})
