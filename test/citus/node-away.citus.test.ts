/** A worker that is away: its patients are refused with a sentence, the others are served, and nothing is answered in part. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { type ProgramServer, programServer } from '../program-server.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { withoutCitus } from './cluster.ts'
import { findCitus, startCluster } from './own-cluster.ts'

const programs = findCitus()
const skip = withoutCitus || (programs === undefined && 'no PostgreSQL of this machine has Citus')

/** Enough that both workers have some: each is on one of two. */
const EHRS = 12

const aqlCount = encodeURIComponent('SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c')

function callsOf(server: ProgramServer) {
  return {
    readEhr: (ehrId: string) => server.call(`GET /openehr/v1/ehr/${ehrId}`),
    commitTo: (ehrId: string) =>
      server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
        body: JSON.stringify(bloodPressure([{ systolic: 120 }])),
      }),
    countAll: () => server.call(`GET /openehr/v1/query/aql?q=${aqlCount}`),
  }
}

/** A server on a cluster of two workers, with records of some EHRs. */
async function furnished() {
  const cluster = await startCluster(programs ?? '', { workers: 2, shards: 4 })
  after(() => cluster.remove())
  const server = await programServer({ CAIRN_DATABASE_URL: cluster.url })
  const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    headers: { 'Content-Type': 'application/xml' },
    body: bloodPressureOpt(),
  })
  assert.equal(uploaded.status, 201, await uploaded.text())
  const ehrs: string[] = []
  for (let count = 0; count < EHRS; count++) {
    const made = await server.call('POST /openehr/v1/ehr', { headers: { Prefer: 'return=representation' } })
    const { ehr_id } = (await made.json()) as { ehr_id: { value: string } }
    ehrs.push(ehr_id.value)
    assert.equal((await callsOf(server).commitTo(ehr_id.value)).status, 201)
  }
  assert.equal((await server.ready()).status, 200)
  return { cluster, server, ehrs }
}

const ready = skip === false ? await furnished() : undefined

describe('a worker that is away', { skip }, () => {
  if (!ready) return
  const { cluster, server, ehrs } = ready
  const { readEhr, commitTo, countAll } = callsOf(server)

  it('is named where its patients are asked for; the others are read and written', async () => {
    await cluster.stopWorker(1)
    const away = cluster.workers[1] ?? ''
    let served = 0
    for (const ehrId of ehrs) {
      const read = await readEhr(ehrId)
      const committed = await commitTo(ehrId)
      if (read.status === 200) {
        served += 1
        assert.equal(committed.status, 201, await committed.text())
        continue
      }
      for (const answer of [read, committed]) {
        assert.equal(answer.status, 503)
        assert.ok(answer.headers.has('Retry-After'))
        const { message } = (await answer.json()) as { message: string }
        assert.match(message, /A part of the database cannot be reached/)
        assert.ok(message.includes(away), message)
      }
    }
    assert.ok(served > 0 && served < EHRS, `${served} of ${EHRS} are on the worker that is there`)
  })

  it('makes a query over all EHRs fail and say which part is missing', async () => {
    const answer = await countAll()
    assert.equal(answer.status, 503)
    const { message } = (await answer.json()) as { message: string }
    assert.ok(message.includes(cluster.workers[1] ?? ''), message)
  })

  it('makes the server ready, and degraded', async () => {
    const answer = await fetch(`${server.url}/health/ready`)
    assert.equal(answer.status, 200)
    const { status, reason } = (await answer.json()) as { status: string; reason: string }
    assert.equal(status, 'degraded')
    assert.ok(reason.includes(cluster.workers[1] ?? ''), reason)
  })

  it('is used again when it is back, and nothing is lost', async () => {
    await cluster.startWorker(1)
    await eventually('all EHRs are served', async () => {
      const answers = await Promise.all(ehrs.map(readEhr))
      return answers.every(({ status }) => status === 200)
    })
    const counted = await countAll()
    assert.equal(counted.status, 200)
    const { rows } = (await counted.json()) as { rows: [[number]] }
    // One for each EHR, and one more for each that was served meanwhile.
    assert.ok(rows[0][0] > EHRS && rows[0][0] < 2 * EHRS, String(rows[0][0]))
    const { status } = (await (await fetch(`${server.url}/health/ready`)).json()) as { status: string }
    assert.equal(status, 'ready')
  })
})
