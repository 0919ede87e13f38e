/** A server process is killed every second for a minute, under load: no acknowledged commit is lost, and only its own requests fail. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { notBuilt } from '../http/program.ts'
import { bloodPressure, bloodPressureOpt } from '../records.ts'
import { startProcesses } from './server-processes.ts'

const WRITERS = 8
const SECONDS = 60

/** The connection ended before an answer came: the request was one of a process that was killed. */
const isCutOff = (error: unknown): boolean => {
  const { cause } = error as { cause?: { code?: string } }
  return ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(cause?.code ?? '')
}

describe('server processes that are killed', { skip: notBuilt }, () => {
  it('take no acknowledged commit with them, and no request of another', async t => {
    const server = await startProcesses(3)
    const headers = { Authorization: `Bearer ${await server.token()}` }
    const call = (method: string, path: string, type?: string, body?: string) =>
      fetch(`${server.url}/openehr/v1${path}`, {
        method,
        // Generous: a request that nobody serves would be waited for without end.
        signal: AbortSignal.timeout(20_000),
        headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
        ...(body === undefined ? {} : { body }),
      })
    const uploaded = await call('POST', '/definition/template/adl1.4', 'application/xml', bloodPressureOpt())
    assert.equal(uploaded.status, 201)
    const created = await call('POST', '/ehr')
    const ehrId = (created.headers.get('etag') ?? '').replaceAll('"', '')

    const stored: string[] = []
    const faults: string[] = []
    let cutOff = 0
    let isOver = false
    const writing = async (writer: number) => {
      for (let turn = 0; !isOver; turn++)
        try {
          const body = JSON.stringify(bloodPressure([{ systolic: 100 + ((writer * 7 + turn) % 100) }]))
          const answer = await call('POST', `/ehr/${ehrId}/composition`, 'application/json', body)
          const text = await answer.text()
          if (answer.status === 201) stored.push((answer.headers.get('etag') ?? '').replaceAll('"', ''))
          else faults.push(`${answer.status} ${text}`)
        } catch (error) {
          if (isCutOff(error)) cutOff++
          else faults.push(String((error as Error).cause ?? error))
        }
    }
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => writing(writer)))
    let kills = 0
    for (let second = 0; second < SECONDS; second++) {
      await sleep(1000)
      const pids = server.pids()
      // One at least stays: a server without processes serves nobody.
      if (pids.length < 2) continue
      process.kill(pids[0] ?? 0, 'SIGKILL')
      kills++
    }
    isOver = true
    await writers
    t.diagnostic(`${kills} kills, ${stored.length} commits acknowledged, ${cutOff} requests cut off`)
    assert.deepEqual(faults, [])
    for (const uid of stored) {
      const answer = await call('GET', `/ehr/${ehrId}/composition/${uid}`)
      assert.equal(answer.status, 200, uid)
      await answer.arrayBuffer()
    }
    // A writer may be cut off twice: its next request can go to another connection of the same process before the client sees its end.
    assert.ok(cutOff <= 2 * kills * WRITERS, `${cutOff} requests cut off by ${kills} kills`)
  })
})
