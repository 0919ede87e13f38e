/** The executor over documents as such: memory, threads that die, rows in great number, the end of it all. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import {
  bloodPressure,
  composition,
  ehr,
  reading,
  status,
  version,
} from '../../packages/openehr/test/aql/build.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { readsFrom } from '../../packages/server/src/db/reads/index.ts'
import { openDocuments } from '../../packages/server/src/query/documents/executor.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { becomesIdle, busyQueries } from './activity.ts'
import { storable, store } from './stored-records.ts'
import { valuesOf } from './values-of.ts'
import { wideLine } from './wide-line.ts'

const { database: db, url: databaseUrl, beforeDrop } = await testDatabase()

const open = (memory: number) =>
  openDocuments({
    identityKey: 'key',
    reads: readsFrom(db),
    databaseUrls: [databaseUrl],
    line: wideLine(),
    memory,
    timeoutMs: 60_000,
    terminology: async () => null,
    now: Date.now,
  })
const executor = open(128)
beforeDrop(() => executor.close())

const events = Array.from({ length: 50 }, (_, at) =>
  reading('Any event', '2024-03-01T09:00:00Z', 100 + at, 80),
)
const documents = Array.from({ length: 10 }, (_, at) =>
  version(
    `ehr0-${at}`,
    1,
    at + 1,
    composition('encounter', 'Visit', 'Dr. Ada', { content: [bloodPressure(`o${at}`, 'BP', events)] }),
  ),
)
const records = [ehr('ehr0', [version('ehr0-status', 1, 0, status(true)), ...documents])]
await store(db, openPathDictionary(db), storable(records))

const prepared = (q: string, fetch = 1000) =>
  prepareOnce(bindParameters(parseAql(q), {}), { ehrId: undefined, offset: 0, fetch })
const signal = new AbortController().signal
const PAIRS =
  'FROM EHR e CONTAINS ((COMPOSITION a CONTAINS ELEMENT x) AND (COMPOSITION b CONTAINS ELEMENT y))'

async function first(q: string, by = executor) {
  for await (const row of valuesOf(await by.run(prepared(q), signal, 'test'))) return row
  return undefined
}

it('a hundred thousand rows come in pieces, no faster than they are read', async () => {
  const q = `SELECT x/name/value, y/value/magnitude, a/name/value ${PAIRS}`
  const { rows } = await executor.run(prepared(q, 100_000), signal, 'test')
  let count = 0
  let largest = 0
  let pieces = 0
  for await (const piece of rows) {
    largest = Math.max(largest, piece.json.length)
    count += JSON.parse(`[${piece.json}]`).length
    pieces += 1
    // A slow reader: what is not read yet waits in the thread, not here.
    if (pieces === 3) {
      const before = process.memoryUsage().heapUsed
      await sleep(300)
      assert.ok(process.memoryUsage().heapUsed - before < 8_000_000)
      assert.equal((await busyQueries(db)).length, 1)
    }
  }
  assert.equal(count, 100_000)
  assert.ok(pieces > 20 && largest < 100_000, `${pieces} pieces, the largest ${largest}`)
})

it('who stops reading ends the query', async () => {
  const { rows } = await executor.run(prepared(`SELECT x/name/value ${PAIRS}`, 100_000), signal, 'test')
  for await (const _ of rows) break
  assert.ok(await becomesIdle(db))
  assert.deepEqual(await first('SELECT COUNT(*) FROM COMPOSITION c'), [10])
})

it('a query that needs too much memory is refused, and the next one runs', async () => {
  const greedy =
    'SELECT DISTINCT a, b, c FROM EHR e CONTAINS (COMPOSITION a AND COMPOSITION b AND COMPOSITION c) LIMIT 1 OFFSET 1000000'
  const small = open(32)
  await assert.rejects(first(greedy, small), { code: 'query.too_large' })
  assert.deepEqual(await first('SELECT COUNT(*) FROM COMPOSITION c', small), [10])
  await small.close()
  assert.ok(await becomesIdle(db))
})

it('a thread whose connection is cut off says so and goes on', async () => {
  const cut = sql<{ done: boolean }>({
    name: 'test.cut',
    text: `select pg_terminate_backend(pid) as done from pg_stat_activity
           where datname = current_database() and application_name = 'cairn query'`,
  })
  const { rows } = await executor.run(prepared(`SELECT x/name/value ${PAIRS}`, 20_000), signal, 'test')
  const reading = (async () => {
    for await (const _ of rows);
  })()
  await sleep(100)
  await db.query(cut)
  await reading.catch(error => assert.match(String(error.code), /^57P01$|^08/))
  assert.deepEqual(await first('SELECT COUNT(*) FROM COMPOSITION c'), [10])
})

it('closing ends what is under way', async () => {
  const closing = open(128)
  const { rows } = await closing.run(
    prepared(`SELECT COUNT(*) ${PAIRS.replace('((', '(COMPOSITION c AND COMPOSITION d AND (')}`),
    signal,
    'test',
  )
  const reading = (async () => {
    for await (const _ of rows);
  })()
  reading.catch(() => {})
  await sleep(1500)
  await closing.close()
  await assert.rejects(reading)
  assert.ok(await becomesIdle(db))
})
