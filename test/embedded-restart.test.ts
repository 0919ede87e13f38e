/** An embedded database that dies while the server runs is started again, and the server goes on. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { mortalServer } from './crash.ts'

const server = await mortalServer()
after(() => server.end())
await server.start()

const call = async (request: string): Promise<Response> => {
  const [method = '', path = ''] = request.split(' ')
  const headers = { Authorization: `Bearer ${await server.token()}` }
  return fetch(`${server.url}/openehr/v1${path}`, { method, headers })
}
const idIn = (answer: Response) => (answer.headers.get('etag') ?? '').replaceAll('"', '')

/** Sessions of a killed database live on for a moment: only another main process is a new start. */
async function untilStartedAgain(dead: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const pid = await server.databasePid().catch(() => dead)
    if (pid !== dead && (await call('POST /ehr')).status === 201) return
    await sleep(50)
  }
  assert.fail('the database did not come back')
}

test('a killed database comes back by itself, with what was acknowledged, as often as it dies', async () => {
  for (let round = 0; round < 2; round++) {
    const created = await call('POST /ehr')
    assert.equal(created.status, 201)
    const pid = await server.databasePid()
    await server.killDatabase()
    await untilStartedAgain(pid)
    assert.equal((await call(`GET /ehr/${idIn(created)}`)).status, 200)
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200)
  }
})
