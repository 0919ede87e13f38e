/** Queries of several clients beside each other: nobody has all places, short ones pass, readers that stall are cut off. */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { newClient } from '../auth/new-client.ts'
import { becomes } from '../eventually.ts'
import { addPersonWith, openTokens } from '../rights/tokens.ts'
import { becomesBusy, becomesIdle } from './activity.ts'
import { asking, newEhr, record } from './queries.ts'

const records = await asking({
  env: {
    CAIRN_QUERY_TIMEOUT_MS: '120000',
    CAIRN_QUERY_POOL: '3',
    CAIRN_QUERY_WORKERS: '2',
    CAIRN_QUERY_PER_CLIENT: '2',
    CAIRN_QUERY_WAITING: '2',
    CAIRN_QUERY_STALL_MS: '1000',
  },
})
const { server } = records
const { db } = server
const ehr = await newEhr(server)
for (let count = 0; count < 12; count++) await record(records, ehr)

const clients = await Promise.all(['a', 'b', 'c', 'd'].map(() => newClient(server, 'api.read')))
const [first = '', second = ''] = clients
const makeToken = await openTokens(server)
const people = await Promise.all(
  ['ann', 'bob'].map(async person => {
    await addPersonWith(server, person, { roles: ['clinician'] })
    return makeToken({ scope: 'api.read', person })
  }),
)

/** Queries sent so far. */
const asked = { count: 0 }

const ask = (token: string, q: string, signal?: AbortSignal) => {
  asked.count += 1
  return fetch(`${server.url}/openehr/v1/query/aql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ q, fetch: 1000 }),
    ...(signal ? { signal } : {}),
  })
}

const statuses = async (answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted()

/** Combinations of twelve documents: eight of them are too many to be looked at within the time limit. */
const combined = (names: string) => `(${[...names].map(name => `COMPOSITION ${name}`).join(' AND ')})`
const HEAVY = `SELECT COUNT(*) FROM EHR e CONTAINS ${combined('abcdfghi')}
  WHERE LENGTH(CONCAT(a/uid/value, h/uid/value)) < LENGTH(b/name/value)`
const LIGHT = `SELECT COUNT(*) FROM EHR e[ehr_id/value='${ehr}'] CONTAINS COMPOSITION c`
/** SQL cannot answer this alone. */
const NEEDS_DOCUMENTS = "TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'"
const WAYS = [
  ['by SQL', LIGHT, HEAVY],
  ['over documents', `${LIGHT} WHERE ${NEEDS_DOCUMENTS}`, `${HEAVY} AND ${NEEDS_DOCUMENTS}`],
] as const

const lockDocuments = sql({
  name: 'test.lock',
  text: 'lock table cairn.version, cairn.root in access exclusive mode',
})

for (const [how, light, heavy] of WAYS) {
  /** A shape of its own each time: a query that the machine made slow once is expected to be heavy the next time. */
  const newLight = () => light.replace('COUNT(*)', `COUNT(*) AS n${asked.count}`)

  describe(how, () => {
    for (const [who, one = '', other = ''] of [
      ['a client', first, second],
      ['a person', ...people],
    ])
      it(`${who} that has too many queries waiting is told so, and no other is`, async () => {
        await db.transaction(async queries => {
          await queries.execute(lockDocuments)
          // Two of the three places and two to wait in, so that the fifth is refused; for the second one, the fourth.
          const ofFirst = Array.from({ length: 5 }, () => ask(one, newLight()))
          const refused = await Promise.race(ofFirst)
          assert.equal(refused.status, 429)
          assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
          assert.equal(((await refused.json()) as { code: string }).code, 'query.too_many')
          const ofSecond = Array.from({ length: 4 }, () => ask(other, newLight()))
          assert.equal((await Promise.race(ofSecond)).status, 429)
          await queries.execute(sql({ name: 'test.unlock', text: 'rollback' }))
          assert.deepEqual(await statuses(ofFirst), [200, 200, 200, 200, 429])
          assert.deepEqual(await statuses(ofSecond), [200, 200, 200, 429])
        })
      })

    it('a short query does not wait for heavy ones, not even for those of its own client', async () => {
      const hangUp = new AbortController()
      let ended = 0
      const heavies = clients.map(token =>
        ask(token, heavy, hangUp.signal).then(
          () => ended++,
          () => undefined,
        ),
      )
      try {
        assert.ok(await becomesBusy(db, 2))
        for (const token of clients) {
          const answer = await ask(token, newLight())
          assert.equal(answer.status, 200)
          assert.deepEqual(((await answer.json()) as { rows: unknown }).rows, [[12]])
        }
        assert.equal(ended, 0, 'the heavy ones were over')
      } finally {
        hangUp.abort()
        await Promise.all(heavies)
      }
      assert.ok(await becomes(isAllAnswered))
      assert.ok(await becomesIdle(db))
    })

    it('who does not read an answer is cut off, and what it held is free', async () => {
      // A hundred megabytes: more than the buffers on the way can hold.
      const wide = `SELECT a, b FROM EHR e CONTAINS ${combined('abcd')}
        ${light === LIGHT ? '' : `WHERE ${NEEDS_DOCUMENTS}`}`
      const sockets = clients.map(token => unread(token, wide))
      assert.ok(await becomesBusy(db))
      assert.equal((await ask(first, newLight())).status, 200)
      assert.ok(await becomes(isAllAnswered))
      const texts = await Promise.all(sockets.map(textOn))
      for (const text of texts) {
        assert.match(text, /^HTTP\/1\.1 200 /)
        assert.ok(!text.endsWith('0\r\n\r\n'), 'the answer was complete')
      }
      assert.ok(await becomesIdle(db))
    })
  })
}

it('nothing of this is a fault of the server', () => {
  assert.deepEqual(
    server.logged.filter(line => line.includes('internal error while')),
    [],
  )
})

/** Asks, and takes nothing of the answer. */
function unread(token: string, q: string): Socket {
  asked.count += 1
  const { hostname, port } = new URL(server.url)
  const body = JSON.stringify({ q, fetch: 100_000 })
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.pause()
  socket.write(
    `POST /openehr/v1/query/aql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

/** True when the server is done with all queries, however they ended. */
const isAllAnswered = () => server.logged.filter(line => line.includes('/query/aql')).length === asked.count

/** The bytes that had been sent when the server closed the connection. */
async function textOn(socket: Socket): Promise<string> {
  const pieces: Buffer[] = []
  socket.on('data', piece => pieces.push(piece))
  socket.resume()
  await new Promise(done => socket.once('close', done))
  return Buffer.concat(pieces).toString('latin1')
}
