/** Connections without requests: they are closed in time, and never keep others out. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'

const sockets: Socket[] = []
after(() => {
  for (const socket of sockets) socket.destroy()
})

/** Opens connections that send no more than `bytes`. */
const openConnections = (url: string, count: number, bytes = ''): Promise<Socket[]> => {
  const { hostname, port } = new URL(url)
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>(done => {
          const socket = connect(Number(port), hostname, () => socket.write(bytes, () => done(socket)))
          socket.on('error', () => {})
          // Without a reader, the end of the connection is not noticed.
          socket.resume()
          sockets.push(socket)
        }),
    ),
  )
}
const openOf = (opened: readonly Socket[]) => opened.filter(({ closed }) => !closed).length

const PATIENT = { CAIRN_FIRST_BYTE_TIMEOUT_MS: '600000', CAIRN_REQUEST_TIMEOUT_MS: '600000' }
const HALF = 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n'

describe('a connection that sends no byte', async () => {
  const server = await testServer({ env: { CAIRN_FIRST_BYTE_TIMEOUT_MS: '300' } })

  it('is closed, without an answer and without an audit event', async () => {
    const [silent, begun] = [await openConnections(server.url, 3), await openConnections(server.url, 1, HALF)]
    await eventually('all three are closed', () => openOf(silent) === 0)
    assert.equal(openOf(begun), 1, 'one that has begun has the time of a request')
    assert.deepEqual(
      silent.map(({ bytesRead }) => bytesRead),
      [0, 0, 0],
    )
  })
})

describe('more connections than there is room for', async () => {
  const MOST = 12
  const server = await testServer({
    env: { ...PATIENT, CAIRN_MAX_CONNECTIONS: String(MOST), CAIRN_MAX_CONNECTIONS_PER_PEER: '0' },
  })

  for (const [what, bytes] of [
    ['that send nothing', ''],
    ['whose headers never end', HALF],
    ['whose body never ends', `${HALF}Content-Length: 100\r\n\r\ngrant_`],
    ['that are idle after a request', 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'],
  ] as const)
    it(`${what}: health checks and requests are served`, async () => {
      const opened = await openConnections(server.url, 3 * MOST, bytes)
      assert.equal((await server.call('GET /health/live')).status, 200)
      assert.equal(
        (await server.call('GET /openehr/v1/ehr?subject_id=x&subject_namespace=y', { scopes: 'api.read' }))
          .status,
        404,
      )
      await eventually('those that are too many are closed', () => openOf(opened) < MOST)
      for (const socket of opened) socket.destroy()
    })
})

describe('more connections of one address than it may have', async () => {
  const MOST = 6
  const env = { ...PATIENT, CAIRN_MAX_CONNECTIONS_PER_PEER: String(MOST) }
  const server = await testServer({ env })
  const lockAll = sql({ name: 'test.lock', text: 'lock table cairn.ehr in access exclusive mode' })
  const waitingForLocks = sql<{ count: number }>({
    name: 'test.waiting',
    text: `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
  })

  it('a connection with a request under way is kept, and the new one is closed', async () => {
    const authorization = `Bearer ${await server.token('api.read')}`
    const read = 'GET /openehr/v1/ehr/9d1f5c0c-3a5e-4c39-9c5b-2f4e1f6a7b8c HTTP/1.1\r\nHost: x\r\n'
    const { busy, refused } = await server.db.transaction(async holder => {
      await holder.execute(lockAll)
      const busy: Socket[] = []
      for (let count = 1; count <= MOST; count++) {
        busy.push(...(await openConnections(server.url, 1, `${read}Authorization: ${authorization}\r\n\r\n`)))
        await eventually(
          `${count} wait`,
          async () => ((await server.db.query(waitingForLocks))[0]?.count ?? 0) === count,
        )
      }
      const refused = await openConnections(server.url, 1)
      await eventually('the new one is closed', () => openOf(refused) === 0)
      return { busy, refused }
    })
    await eventually('the others are answered', () => busy.every(({ bytesRead }) => bytesRead > 0))
    assert.equal(refused[0]?.bytesRead, 0)
  })

  it('is not for a proxy that many clients share', async () => {
    const behind = await testServer({ env: { ...env, CAIRN_TRUSTED_PROXIES: 'loopback' } })
    const opened = await openConnections(behind.url, 3 * MOST)
    assert.equal((await behind.call('GET /health/live')).status, 200)
    await sleep(50)
    assert.equal(openOf(opened), 3 * MOST)
  })
})
