/** Queries that are ended: by the time limit, by a client that hangs up, by want of memory; and what is left of them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { becomesBusy, becomesIdle } from './activity.ts'
import { asking, newEhr, record } from './queries.ts'

const asked = await asking({ env: { CAIRN_QUERY_TIMEOUT_MS: '2000', CAIRN_QUERY_WORKERS: '1' } })
const { server, ask, rows } = asked
const { db } = server
const ehr = await newEhr(server)
for (let count = 0; count < 12; count++) await record(asked, ehr)

/** 12 to the power of 8 combinations, each of which has to be looked at. */
const HEAVY = `SELECT COUNT(*) FROM EHR e CONTAINS (${'abcdfghi'
  .split('')
  .map(name => `COMPOSITION ${name}`)
  .join(' AND ')}) WHERE LENGTH(CONCAT(a/uid/value, h/uid/value)) < LENGTH(b/name/value)`
const LIGHT = 'SELECT COUNT(*) FROM COMPOSITION c'
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

// A thread takes its time to start from source.
for (let tries = 0; tries < 5 && (await ask(WAYS[1][1])).status !== 200; tries++);

for (const [how, light, heavy] of WAYS) {
  it(`a query that computes too long ${how} is ended with 408, and the next one runs`, async () => {
    const start = Date.now()
    const answer = await ask(heavy)
    assert.equal(answer.status, 408, answer.text)
    assert.equal(answer.json().code, 'query.timeout')
    assert.ok(Date.now() - start < 4000, `${Date.now() - start} ms`)
    assert.ok(await becomesIdle(db))
    assert.deepEqual(await rows(light), [[12]])
  })

  it(`a query that waits too long for the database ${how} is ended there as well`, async () => {
    await db.transaction(async queries => {
      await queries.execute(lockDocuments)
      const answer = await ask(light)
      assert.equal(answer.status, 408, answer.text)
      assert.ok(await becomesIdle(db))
    })
    assert.deepEqual(await rows(light), [[12]])
  })

  it(`who waits in line for too long ${how} is told so`, async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(heavy)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [408])
    assert.ok(await becomesIdle(db))
    assert.deepEqual(await rows(light), [[12]])
  })

  it(`a client that hangs up ends its query while it computes ${how}`, async () => {
    const { hangUp, answer } = await hangingUp(heavy)
    assert.ok(await becomesBusy(db))
    const start = Date.now()
    hangUp()
    await answer
    assert.ok(await becomesIdle(db))
    assert.deepEqual(await rows(light), [[12]])
    assert.ok(Date.now() - start < 1500, `the line waited ${Date.now() - start} ms`)
  })

  it(`a client that hangs up ends its query while the database works ${how}`, async () => {
    await db.transaction(async queries => {
      await queries.execute(lockDocuments)
      const { hangUp, answer } = await hangingUp(light)
      assert.ok(await becomesBusy(db))
      hangUp()
      await answer
      await sleep(300)
      assert.ok(await becomesIdle(db))
    })
    assert.deepEqual(await rows(light), [[12]])
  })
}

const hangingUp = async (q: string) => {
  const hangUp = new AbortController()
  const answer = fetch(`${server.url}/openehr/v1/query/aql`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await server.token('api.read')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ q }),
    signal: hangUp.signal,
  }).catch(() => undefined)
  return { hangUp: () => hangUp.abort(), answer }
}

it('nothing of this is a fault of the server', () => {
  assert.deepEqual(
    server.logged.filter(line => line.includes('fault of ours')),
    [],
  )
})
