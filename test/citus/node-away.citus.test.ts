/** A worker that is away: its patients are refused with a sentence, the others are served, and nothing is answered in part. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../eventually.ts'
import { idIn } from '../program-server.ts'
import { withoutCitus } from './cluster.ts'
import { callsOf, EHRS, furnished } from './furnished.ts'
import { findCitus } from './own-cluster.ts'

const skip = withoutCitus || (findCitus() === undefined && 'no PostgreSQL of this machine has Citus')

const ready = skip === false ? await furnished() : undefined

describe('a worker that is away', { skip }, () => {
  if (!ready) return
  const { cluster, server, ehrs } = ready
  const { readEhr, commitTo, countAll } = callsOf(server)
  const living: string[] = []
  let acknowledged = EHRS

  it('is named where its patients are asked for; the others are read and written', async () => {
    await cluster.stopWorker(1)
    const away = cluster.workers[1] ?? ''
    for (const ehrId of ehrs) {
      const read = await readEhr(ehrId)
      const committed = await commitTo(ehrId)
      if (read.status === 200) {
        living.push(ehrId)
        acknowledged += 1
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
    const { length: served } = living
    assert.ok(served > 0 && served < EHRS, `${served} of ${EHRS} are on the worker that is there`)
  })

  it('does not stop new EHRs: each is on the worker that is there', async () => {
    for (let count = 0; count < EHRS; count++) {
      const made = await server.call('POST /openehr/v1/ehr')
      assert.equal(made.status, 201, await made.text())
      assert.equal((await readEhr(idIn(made))).status, 200)
    }
  })

  it("does not stop commits with the client's own uid, unless it has the claim of the uid", async () => {
    const answers: number[] = []
    for (const ehrId of living)
      for (let count = 0; count < 4; count++) answers.push((await commitTo(ehrId, randomUUID())).status)
    const accepted = answers.filter(status => status === 201).length
    acknowledged += accepted
    assert.deepEqual(
      [...new Set(answers)].filter(status => status !== 503),
      [201],
    )
    // Half of the uids are claimed on the worker that is there.
    assert.ok(accepted > answers.length / 6, `${accepted} of ${answers.length}`)
  })

  it('makes a query over all EHRs fail and say which part is missing', async () => {
    const answer = await countAll()
    assert.equal(answer.status, 503)
    const { message } = (await answer.json()) as { message: string }
    assert.ok(message.includes(cluster.workers[1] ?? ''), message)
  })

  it('leaves the audit trail of the others, and is named', async () => {
    for (const filter of ['', '?client_id=program-test&limit=3', `?ehr_id=${living[0]}`]) {
      const answer = await server.call(`GET /admin/v1/audit${filter}`)
      assert.equal(answer.status, 200, await answer.clone().text())
      const { events, missing } = (await answer.json()) as { events: { at: string }[]; missing: string[] }
      assert.deepEqual(missing, [cluster.workers[1]])
      assert.ok(events.length > 0, filter)
      const times = events.map(({ at }) => Date.parse(at))
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      )
    }
    const none = await server.call("GET /admin/v1/audit?client_id=it's%20100%25%20not%20there%20%25s")
    assert.deepEqual(((await none.json()) as { events: [] }).events, [])
    const bundle = await server.call('GET /admin/v1/audit', { headers: { Accept: 'application/fhir+json' } })
    const { entry } = (await bundle.json()) as { entry: { search: { mode: string } }[] }
    assert.equal(entry[0]?.search.mode, 'outcome')
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
    assert.equal(rows[0][0], acknowledged)
    const { status } = (await (await fetch(`${server.url}/health/ready`)).json()) as { status: string }
    assert.equal(status, 'ready')
    const trail = (await (await server.call('GET /admin/v1/audit')).json()) as object
    assert.deepEqual(Object.keys(trail), ['events'])
  })

  it('that stays silent does not make the server unready: audit events go to another worker', async () => {
    cluster.freezeWorker(1, true)
    try {
      // Longer than the audit trail may take to be written.
      let isOver = false
      const over = sleep(15_000).then(() => {
        isOver = true
      })
      while (!isOver) {
        assert.equal((await readEhr(living[0] ?? '')).status, 200)
        const { status, reason } = await server.ready()
        assert.equal(status, 200, reason)
      }
      await over
    } finally {
      cluster.freezeWorker(1, false)
    }
  })
})
