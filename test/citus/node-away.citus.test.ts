/** A worker that is away: its patients are refused with a sentence, the others are served, and nothing is answered in part. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { withoutCitus } from './cluster.ts'
import { callsOf, EHRS, furnished } from './furnished.ts'
import { findCitus } from './own-cluster.ts'

const skip = withoutCitus || (findCitus() === undefined && 'no PostgreSQL of this machine has Citus')

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
