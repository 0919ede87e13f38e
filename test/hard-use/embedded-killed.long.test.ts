/** The embedded database is killed under writers, again and again: nothing acknowledged is lost, and it comes back by itself. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mortalServer } from '../crash.ts'
import { record } from './report.ts'

const ROUNDS = 5
const WRITERS = 4

const server = await mortalServer()
after(() => server.end())
await server.start()

const call = async (request: string): Promise<Response> => {
  const [method = '', path = ''] = request.split(' ')
  const headers = { Authorization: `Bearer ${await server.token()}` }
  return fetch(`${server.url}/openehr/v1${path}`, { method, headers })
}

test('the server goes on, with all that it acknowledged', { timeout: 90_000 }, async () => {
  const acknowledged: string[] = []
  const statuses = new Set<number>()
  let isOver = false
  const writer = async () => {
    while (!isOver) {
      const answer = await call('POST /ehr')
      statuses.add(answer.status)
      if (answer.status === 201) acknowledged.push((answer.headers.get('etag') ?? '').replaceAll('"', ''))
      else await sleep(50)
    }
  }
  const writers = Array.from({ length: WRITERS }, writer)
  const downtimes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(500)
    const dead = await server.databasePid()
    const began = performance.now()
    await server.killDatabase()
    const isBack = async () =>
      (await server.databasePid().catch(() => dead)) !== dead &&
      (await fetch(`${server.url}/health/ready`)).status === 200
    while (!(await isBack())) await sleep(50)
    downtimes.push((performance.now() - began) / 1000)
  }
  isOver = true
  await Promise.all(writers)
  assert.deepEqual([...statuses].sort(), [201, 503])
  for (const id of acknowledged) assert.equal((await call(`GET /ehr/${id}`)).status, 200, id)
  record({
    check: '16',
    subject: 'The embedded database is killed',
    method: `kill -9 of its main process under ${WRITERS} writers, ${ROUNDS} times, without a restart of the server`,
    figure: `ready again after ${Math.max(...downtimes).toFixed(1)} s at most; meanwhile 503, no 500; ${acknowledged.length} acknowledged writes, none lost`,
  })
})
