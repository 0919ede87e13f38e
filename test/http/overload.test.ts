/** More requests than the server takes: refused at once, told when to come again, and no place is ever lost. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { openEvents } from '../events/feed-calls.ts'
import { openLive } from '../live/live-calls.ts'
import { testServer } from '../server.ts'
import { requestLine } from './raw.ts'

const MOST = 4
const server = await testServer({ env: { CAIRN_MAX_REQUESTS: String(MOST) } })
const scopes = 'api.read api.write'
const ehr = (await server.call('POST /openehr/v1/ehr', { scopes })).headers
  .get('etag')
  ?.replaceAll('"', '') as string
const read = () => server.call(`GET /openehr/v1/ehr/${ehr}`, { scopes })
await read()

const lockAll = sql({ name: 'test.lock', text: 'lock table cairn.ehr in access exclusive mode' })
const waitingForLocks = sql<{ count: number }>({
  name: 'test.waiting',
  text: `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
})

const until = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 400; tries++) {
    if (await condition()) return
    await sleep(25)
  }
  assert.fail(`never: ${what}`)
}

/** Requests that wait for the lock, as many as there may be; sent one by one, so that they do not go together. */
async function fill(send: () => Promise<unknown>): Promise<Promise<unknown>[]> {
  const waiting: Promise<unknown>[] = []
  for (let count = 1; count <= MOST; count++) {
    waiting.push(send())
    await until(`${count} wait`, async () => (await server.db.query(waitingForLocks))[0]?.count === count)
  }
  return waiting
}

/** A place is given back a moment after the caller has its answer. */
const assertRoomForAll = () =>
  until('there is room for as many as before', async () => {
    const answers = await Promise.all(Array.from({ length: MOST }, () => read()))
    return answers.every(({ status }) => status === 200)
  })

describe('more requests under way than CAIRN_MAX_REQUESTS', () => {
  it('the next is refused with 503 and Retry-After, health is not, and when they are over there is room', async () => {
    await server.db
      .transaction(async holder => {
        await holder.execute(lockAll)
        const waiting = await fill(read)
        const refused = await read()
        assert.equal(refused.status, 503, refused.text)
        assert.equal(refused.json().code, 'service.overloaded')
        assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
        const token = await server.call('POST /oauth/token', {
          headers: {
            Authorization: `Basic ${btoa(`${server.client.id}:${server.client.secret}`)}`,
            'Content-Type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({ grant_type: 'client_credentials' }).toString(),
        })
        assert.equal(token.status, 503, 'the token endpoint is no way around it')
        for (const path of ['live', 'ready'])
          assert.equal((await server.call(`GET /health/${path}`)).status, 200)
        return { waiting }
      })
      .then(({ waiting }) => Promise.all(waiting))
    await assertRoomForAll()
  })

  it('callers that hang up keep their place until their work is over, and then give it back', async () => {
    const token = await server.token(scopes)
    const hangUp = new AbortController()
    await server.db.transaction(async holder => {
      await holder.execute(lockAll)
      const waiting = await fill(() =>
        fetch(`${server.url}/openehr/v1/ehr/${ehr}`, {
          headers: { Authorization: `Bearer ${token}` },
          signal: hangUp.signal,
        }).catch(() => undefined),
      )
      hangUp.abort()
      await Promise.all(waiting)
      assert.equal((await read()).status, 503)
    })
    await assertRoomForAll()
  })
})

describe('streams of events', () => {
  it('take no place of requests: a server with many open dashboards serves others', async () => {
    const many = Array.from({ length: 2 * MOST })
    const q = 'SELECT e/ehr_id/value FROM EHR e'
    const readers: { readonly status: number; close(): Promise<void> }[] = []
    for (const _ of many) readers.push(await openLive(server, { q }), await openEvents(server, 'after=now'))
    assert.deepEqual(new Set(readers.map(({ status }) => status)), new Set([200]))
    await assertRoomForAll()
    for (const reader of readers) await reader.close()
    await assertRoomForAll()
  })
})

describe('requests that never become complete', () => {
  const { hostname, port } = new URL(server.url)
  const half = async (headers: readonly string[], target: string) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const request = requestLine(server.url, `POST ${target} HTTP/1.1`, headers, 'grant_')
    await new Promise<void>(done => socket.write(request, () => done()))
    return socket
  }
  const form = ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 100']

  it('of callers without a token take no place', async () => {
    const sockets = await Promise.all(Array.from({ length: 2 * MOST }, () => half(form, '/oauth/token')))
    sockets.push(...(await Promise.all(Array.from({ length: 2 * MOST }, () => half(form, '/nowhere')))))
    await sleep(100)
    await assertRoomForAll()
    for (const socket of sockets) socket.destroy()
  })

  it('give their place back when the caller hangs up, which is in the log as that and as no fault', async () => {
    const headers = [
      `Authorization: Bearer ${await server.token(scopes)}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      'X-Request-Id: hung-up',
    ]
    const target = `/openehr/v1/ehr/${ehr}/composition`
    const sockets: Socket[] = []
    await until('all places are taken', async () => {
      sockets.push(await half(headers, target))
      // A connection that is open already would overtake the new one.
      await sleep(50)
      return (await read()).status === 503
    })
    for (const socket of sockets) socket.destroy()
    await assertRoomForAll()
    const lines = server.logged.filter(line =>
      /"requestId":"hung-up".*"status":499,.*"msg":"served"/.test(line),
    )
    assert.equal(lines.length, MOST)
    assert.deepEqual(
      server.logged.filter(line => line.includes('internal error while')),
      [],
    )
  })
})
