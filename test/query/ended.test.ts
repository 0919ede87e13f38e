/** Queries that are ended: by the time limit, by a client that hangs up, by want of memory; and what is left of them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { becomesBusy, becomesIdle } from './activity.ts'
import { type Asking, asking, newEhr, record } from './queries.ts'

/** One thread, and twelve records. */
async function recordsWithin(limitMs: number): Promise<Asking> {
  const asked = await asking({ env: { CAIRN_QUERY_TIMEOUT_MS: String(limitMs), CAIRN_QUERY_WORKERS: '1' } })
  const ehr = await newEhr(asked.server)
  for (let count = 0; count < 12; count++) await record(asked, ehr)
  return asked
}

const limited = await recordsWithin(2000)
/** No query reaches this limit: what ends here was ended by something else. */
const patient = await recordsWithin(120_000)

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

/** Asked again at a 408: a thread may have to be started first, from source and on a busy machine. */
const countWithin = async ({ ask }: Asking, q: string): Promise<unknown> => {
  let answer = await ask(q)
  for (let tries = 0; tries < 20 && answer.status === 408; tries++) answer = await ask(q)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().rows[0][0]
}

// A query is ended while it computes: its thread has been started before.
await countWithin(limited, WAYS[1][1])

for (const [how, light, heavy] of WAYS) {
  it(`a query that computes too long ${how} is ended with 408, and the next one runs`, async () => {
    const answer = await limited.ask(heavy)
    assert.equal(answer.status, 408, answer.text)
    assert.equal(answer.json().code, 'query.timeout')
    assert.ok(await becomesIdle(limited.server.db))
    assert.equal(await countWithin(limited, light), 12)
  })

  it(`a query that waits too long for the database ${how} is ended there as well`, async () => {
    const { db } = limited.server
    await db.transaction(async queries => {
      await queries.execute(lockDocuments)
      const answer = await limited.ask(light)
      assert.equal(answer.status, 408, answer.text)
      assert.ok(await becomesIdle(db))
    })
    assert.equal(await countWithin(limited, light), 12)
  })

  it(`who waits in line for too long ${how} is told so`, async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => limited.ask(heavy)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [408])
    assert.ok(await becomesIdle(limited.server.db))
    assert.equal(await countWithin(limited, light), 12)
  })

  it(`a client that hangs up ends its query while it computes ${how}`, async () => {
    const { db } = patient.server
    const { hangUp, answer } = await hangingUp(heavy)
    assert.ok(await becomesBusy(db))
    hangUp()
    await answer
    assert.ok(await becomesIdle(db))
    assert.equal(await countWithin(patient, light), 12)
  })

  it(`a client that hangs up ends its query while the database works ${how}`, async () => {
    const { db } = patient.server
    await db.transaction(async queries => {
      await queries.execute(lockDocuments)
      const { hangUp, answer } = await hangingUp(light)
      assert.ok(await becomesBusy(db))
      hangUp()
      await answer
      assert.ok(await becomesIdle(db))
    })
    assert.equal(await countWithin(patient, light), 12)
  })
}

const hangingUp = async (q: string) => {
  const hangUp = new AbortController()
  const { server } = patient
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
  for (const { server } of [limited, patient])
    assert.deepEqual(
      server.logged.filter(line => line.includes('internal error while')),
      [],
    )
})
