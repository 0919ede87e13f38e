/** Queries, lists and exports from a replica: what they show, and what happens when the replica lags or is gone. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Database, openPool, sql } from '../../packages/server/src/db/index.ts'
import { furnishWard, postRecord } from '../datamap/ward.ts'
import { eventually } from '../eventually.ts'
import { becomesBusy, becomesIdle } from '../query/activity.ts'
import { idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type Answer, type RunningServer, testServer } from '../server.ts'
import { type ReplicatedDatabase, replicatedDatabase } from './replicated-database.ts'

/** Long enough for a look at the replica while it is paused, short enough to wait for. */
const LAG_MS = 4000

const pause = sql({ name: 'test.pause', text: 'select pg_wal_replay_pause()' })
const resume = sql({ name: 'test.resume', text: 'select pg_wal_replay_resume()' })
const pauseState = sql<{ state: string }>({
  name: 'test.pauseState',
  text: 'select pg_get_wal_replay_pause_state() as state',
})

let databases: ReplicatedDatabase
let server: RunningServer
let replica: Database
let ehrId: string
const closing: (() => unknown)[] = []

before(async () => {
  databases = await replicatedDatabase()
  const { primaryUrl: databaseUrl, replicaUrl } = databases
  const beforeDrop = (close: () => unknown) => void closing.push(close)
  // The parts of a running server that a second one beside it needs.
  const beside = { databaseUrl, beforeDrop } as unknown as RunningServer
  const env = { CAIRN_DATABASE_READ_URL: replicaUrl, CAIRN_READ_LAG_MS: String(LAG_MS) }
  server = await testServer({ beside, env })
  replica = openPool(replicaUrl, { max: 2, applicationName: 'cairn test' })
  closing.push(() => replica.close())
  await uploadTemplate(server)
  await furnishWard(server)
  ehrId = await newEhr(server)
})

after(async () => {
  for (const close of closing.reverse()) await close()
  await databases.stop()
})

const afterOf = (answer: Answer): string => answer.headers.get('cairn-after') ?? ''

const ask = (q: string, position?: string): Promise<Answer> =>
  server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}`, {
    scopes: 'api.read',
    headers: position === undefined ? {} : { 'cairn-after': position },
  })

async function countOf(q: string, position?: string): Promise<number> {
  const answer = await ask(q, position)
  assert.equal(answer.status, 200, answer.text)
  return answer.json().rows[0][0]
}

const COUNT = 'SELECT COUNT(*) FROM EHR e CONTAINS COMPOSITION c'
/** SQL cannot answer this alone. */
const OVER_DOCUMENTS = `${COUNT} WHERE TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'`

async function pauseReplica(): Promise<void> {
  await replica.execute(pause)
  await eventually('the replica is paused', async () => {
    const [row] = await replica.query(pauseState)
    return row?.state === 'paused'
  })
}

/** Until the replica is recent again, so that the next test begins with it. */
async function resumeReplica(): Promise<void> {
  await replica.execute(resume)
  const written = afterOf(await postComposition(server, ehrId))
  const count = await countOf(COUNT, written)
  await eventually('the replica has caught up', async () => (await countOf(COUNT)) === count)
  await eventually('reading from the replica again', () => lastSaid() === 'reading from the replica')
}

const lastSaid = (): string | undefined =>
  server.logged
    .map(line => (JSON.parse(line) as { msg: string }).msg)
    .filter(message => /\breplica\b/.test(message))
    .at(-1)

it('an answer to a write names its position, and a read does not', async () => {
  const written = await postComposition(server, ehrId)
  assert.match(afterOf(written), /^[0-9A-F]+\/[0-9A-F]+$/)
  const read = await server.call(`GET /openehr/v1/ehr/${ehrId}/composition/${idOf(written)}`, {
    scopes: 'api.read',
  })
  assert.equal(read.headers.get('cairn-after'), null)
})

it('a position that is none is refused', async () => {
  const answer = await ask(COUNT, 'yesterday')
  assert.equal(answer.status, 400)
  assert.equal(answer.json().code, 'request.malformed')
})

for (const [how, q] of [
  ['by SQL', COUNT],
  ['over documents', OVER_DOCUMENTS],
] as const)
  it(`a query ${how} reads from the replica, and with a position sees what was written`, async () => {
    const before = await countOf(q, afterOf(await postComposition(server, ehrId)))
    await pauseReplica()
    const position = afterOf(await postComposition(server, ehrId))
    assert.equal(await countOf(q), before, 'from the replica, which does not have it yet')
    assert.equal(await countOf(q, position), before + 1, 'from the primary, since the replica takes too long')
    await eventually(
      'a replica that is too old is not read from',
      async () => (await countOf(q)) === before + 1,
    )
    await eventually('it is told', () => lastSaid() === 'replica not in use; reading from the primary')
    await resumeReplica()
  })

it('lists and exports read from the replica, and with a position see what was written', async () => {
  const list = async (headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const answer = await server.call('GET /extra/v1/datamap/ward', { scopes: 'api.read', headers })
    assert.equal(answer.status, 200, answer.text)
    return answer.json().totalCount
  }
  const exported = async (headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const answer = await server.call('GET /admin/v1/export', { scopes: 'api.admin', headers })
    assert.equal(answer.status, 200, answer.text)
    return answer.text.split('\n').length
  }
  const first = await postRecord(server, ehrId, { remark: 'first' })
  const headers = { 'cairn-after': afterOf(first) }
  const before = { listed: await list(headers), exported: await exported(headers) }
  await pauseReplica()
  const now = { 'cairn-after': afterOf(await postRecord(server, ehrId, { remark: 'second' })) }
  assert.deepEqual({ listed: await list(), exported: await exported() }, before)
  assert.equal(await list(now), before.listed + 1)
  assert.ok((await exported(now)) > before.exported)
  await resumeReplica()
})

it('an erasure is answered when no query can show the EHR any more', async () => {
  const gone = await newEhr(server)
  const q = `SELECT COUNT(*) FROM EHR e[ehr_id/value='${gone}']`
  await resumeReplica()
  await pauseReplica()
  const erased = await server.call(`DELETE /openehr/v1/admin/ehr/${gone}`, { scopes: 'api.admin' })
  assert.equal(erased.status, 204, erased.text)
  assert.equal(await countOf(q), 0)
  await resumeReplica()
})

for (const [how, needs] of [
  ['by SQL', ''],
  ['over documents', ` AND TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'`],
] as const)
  it(`a query ${how} whose client hangs up is ended on the replica`, async () => {
    const sources = 'abcdfghijk'.split('').map(name => `COMPOSITION ${name}`)
    const heavy = `SELECT COUNT(*) FROM EHR e CONTAINS (${sources.join(' AND ')})
      WHERE LENGTH(CONCAT(a/uid/value, k/uid/value)) < LENGTH(b/name/value)${needs}`
    const hangUp = new AbortController()
    const answer = fetch(`${server.url}/openehr/v1/query/aql?q=${encodeURIComponent(heavy)}`, {
      headers: { Authorization: `Bearer ${await server.token('api.read')}` },
      signal: hangUp.signal,
    }).catch(() => 'hung up')
    assert.ok(await becomesBusy(replica), 'it is at work on the replica')
    hangUp.abort()
    assert.equal(await answer, 'hung up')
    assert.ok(await becomesIdle(replica))
  })

it('a replica that stops is replaced by the primary', async () => {
  const written = afterOf(await postComposition(server, ehrId))
  const count = await countOf(COUNT, written)
  await databases.stopReplica()
  for (const q of [COUNT, OVER_DOCUMENTS]) assert.equal(await countOf(q), count)
  await eventually('it is told', () => lastSaid() === 'replica not in use; reading from the primary')
  assert.equal((await postComposition(server, ehrId)).status, 201)
})
