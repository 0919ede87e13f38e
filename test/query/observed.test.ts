/** Log, metrics and statistics name each query with its rows, time and executor, and hold nothing of its text. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { freePort } from '../server.ts'
import { asking, newEhr, OBSERVATIONS, record, SYSTOLIC } from './queries.ts'

const adminPort = await freePort()
// A busy machine makes queries slow, and the log of slow ones has their text, without literals.
const asked = await asking({ env: { CAIRN_ADMIN_PORT: String(adminPort), CAIRN_SLOW_QUERY_MS: '0' } })
const { ask, send, server, store } = asked
const ehr = await newEhr(server)
await record(asked, ehr, [{ systolic: 120 }, { systolic: 140 }])

const CANARY = 'canary-query-literal'
const Q = `SELECT ${SYSTOLIC} FROM COMPOSITION c CONTAINS ${OBSERVATIONS} WHERE ${SYSTOLIC} > $least`
await store('org.example::above', '1.2.0', Q)
/** SQL cannot answer this alone. */
const DOCUMENTS = "TERMINOLOGY('lookup', 'openehr', 'code=433') = 'event'"
/** Twelve to the power of eight combinations, each of which has to be looked at. */
const HEAVY = `SELECT COUNT(*) FROM EHR e CONTAINS (${'abcdfghi'
  .split('')
  .map(name => `COMPOSITION ${name}`)
  .join(' AND ')}) WHERE LENGTH(CONCAT(a/uid/value, h/uid/value)) < LENGTH(b/name/value)`

interface Line {
  readonly msg: string
  readonly requestId: string
  readonly clientId: string
  readonly query: string
  readonly executor?: string
  readonly outcome: string
  readonly rows?: number
  readonly milliseconds: number
}

let count = 0
const newId = () => `observed-${count++}`
const queryLines = (): Line[] =>
  server.logged.map(line => JSON.parse(line)).filter(line => line.msg === 'query')

async function lineOf(id: string): Promise<Line> {
  for (let tries = 0; tries < 100; tries++) {
    const found = queryLines().find(line => line.requestId === id)
    if (found) return found
    await sleep(50)
  }
  return assert.fail('no line was logged')
}

async function logged(q: string, more: Record<string, unknown> = {}): Promise<Line> {
  const id = newId()
  await ask(q, more, { headers: { 'X-Request-Id': id } })
  return lineOf(id)
}

describe('the log', () => {
  it('has a line for a stored query: name and version, rows, time, executor, client', async () => {
    const id = newId()
    const answer = await send('GET /openehr/v1/query/org.example::above/1?least=130', undefined, {
      'X-Request-Id': id,
    })
    assert.equal(answer.status, 200, answer.text)
    const { query, executor, outcome, rows, milliseconds, clientId } = await lineOf(id)
    assert.deepEqual(
      [query, executor, outcome, rows, clientId],
      ['org.example::above/1.2.0', 'sql', 'ok', 1, server.client.id],
    )
    assert.ok(milliseconds > 0)
  })

  it('names an ad hoc query by a hash that is the same whatever its literals and parameters', async () => {
    const with120 = await logged(`${Q} AND c/name/value != '${CANARY}' LIMIT 5`, {
      query_parameters: { least: 1 },
    })
    const with7 = await logged(`${Q}  AND c/name/value\n != "other" LIMIT 7`, {
      query_parameters: { least: 130 },
    })
    const another = await logged(`${Q} AND c/uid/value != 'x'`, { query_parameters: { least: 1 } })
    assert.match(with120.query, /^adhoc:[0-9a-f]{16}$/)
    assert.equal(with7.query, with120.query)
    assert.notEqual(another.query, with120.query)
    assert.deepEqual([with120.rows, with7.rows], [2, 1])
  })

  it('says which executor it was', async () => {
    const line = await logged(`${Q} AND ${DOCUMENTS}`, { query_parameters: { least: 1 } })
    assert.deepEqual([line.executor, line.outcome, line.rows], ['documents', 'ok', 2])
  })

  it('has nothing of a text or its values', () => {
    assert.ok(queryLines().length > 3)
    for (const line of server.logged) assert.ok(!line.includes(CANARY) && !line.includes('SELECT'), line)
  })
})

const top = async (query = '') =>
  (await server.call(`GET /admin/v1/queries${query}`, { scopes: 'api.admin' })).json()

describe('the statistics', () => {
  it('are for api.admin alone', async () => {
    assert.equal((await server.call('GET /admin/v1/queries', { scopes: 'api.read api.write' })).status, 403)
  })

  it('have each query with its figures, the most expensive first', async () => {
    const { since, more, queries } = await top()
    assert.ok(Date.parse(since) <= Date.now())
    assert.equal(more, false)
    assert.equal(queries[0].executor, 'documents', 'a thread had to be started for it')
    const stored = queries.find((each: Line) => each.query === 'org.example::above/1.2.0')
    const { milliseconds, mean, slowest, last, ...others } = stored
    assert.deepEqual(others, {
      query: 'org.example::above/1.2.0',
      executor: 'sql',
      runs: 1,
      failed: 0,
      timeouts: 0,
      left: 0,
      rows: 1,
      indexable: [
        {
          archetype: 'openEHR-EHR-OBSERVATION.blood_pressure.v2',
          path: '/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude',
        },
      ],
    })
    assert.deepEqual([mean, slowest], [milliseconds, milliseconds])
    assert.ok(Date.parse(last) <= Date.now())
  })

  it('are ordered and cut as asked, and say that they are cut', async () => {
    for (let times = 0; times < 5; times++) await send('GET /query/org.example::above?least=1')
    const { more, queries } = await top('?order=runs&fetch=1')
    assert.deepEqual(
      [more, queries.length, queries[0].query, queries[0].runs],
      [true, 1, 'org.example::above/1.2.0', 6],
    )
    assert.equal((await server.call('GET /admin/v1/queries?order=name', { scopes: 'api.admin' })).status, 400)
  })

  it('are bounded, whatever callers send: what is left out is counted together', async () => {
    const before = (await top('?fetch=1000')).queries
    for (let n = 0; n < 130; n++) await ask(`SELECT e/ehr_id/value AS name_${n} FROM EHR e`)
    const { queries } = await top('?fetch=1000')
    const adhoc = queries.filter(({ query }: Line) => query.startsWith('adhoc:'))
    assert.equal(adhoc.length, 100)
    const other = queries.filter(({ query }: Line) => query === 'other')
    const sum = (list: { runs: number }[]) => list.reduce((all, { runs }) => all + runs, 0)
    assert.ok(sum(other) > 0)
    assert.equal(sum(queries), sum(before) + 130)
    assert.deepEqual(queries[0], before[0], 'the most expensive one stays')
  })

  it('are in the metrics, by query and executor', async () => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    const labels = 'query="org.example::above/1.2.0",executor="sql"'
    assert.ok(text.includes(`cairn_query_runs_total{${labels},outcome="ok"} 6`), text.slice(-2000))
    assert.ok(text.includes(`cairn_query_rows_total{${labels}} 11`))
    assert.match(
      text,
      /cairn_query_seconds_total\{query="org\.example::above\/1\.2\.0",executor="sql"\} 0\.\d+/,
    )
    assert.match(
      text,
      /cairn_query_runs_total\{query="adhoc:[0-9a-f]{16}",executor="documents",outcome="ok"\} 1/,
    )
    assert.ok(text.split('\n').filter(line => line.startsWith('cairn_query_')).length < 1000)
  })
})

it('explain shows the name that the others go by', async () => {
  const explain = async (path: string) =>
    (await server.call(`GET /openehr/v1/query/${path}`, { scopes: 'api.read api.admin' })).text
  assert.match(
    await explain('org.example::above?least=1&explain=true'),
    /^-- name\norg\.example::above\/1\.2\.0\n/,
  )
  const { query } = await logged(Q, { query_parameters: { least: 1 } })
  const text = await explain(`aql?least=1&explain=true&q=${encodeURIComponent(Q)}`)
  assert.ok(text.startsWith(`-- name\n${query}\n`), text)
})

it('cairn aql top shows them as a table', async () => {
  const cairn = cairnIn(testFolder(), settingsOf(server))
  const run = async (...args: string[]) => (await cairn(['aql', 'top', ...args])).out
  const [table, json] = await Promise.all([run('--order', 'slowest', '--fetch', '3'), run('--json')])
  assert.match(table, /^query +executor +runs +failed +timeouts +left +rows +total ms +mean ms +slowest ms\n/)
  assert.match(table, /adhoc:[0-9a-f]{16} +documents +1 +0 +0 +0 +2 /)
  assert.match(table, /3 rows since \d{4}-.*; there are more, by --fetch\n$/)
  assert.ok(JSON.parse(json).queries.length > 3)
})

it('a query that reaches the time limit is in the log and in the statistics', async () => {
  const hasty = await asking({ env: { CAIRN_QUERY_TIMEOUT_MS: '1000' } })
  const one = await newEhr(hasty.server)
  for (let added = 0; added < 12; added++) await record(hasty, one)
  assert.equal((await hasty.ask(HEAVY)).status, 408)
  const lines: Line[] = hasty.server.logged.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'query')
  assert.deepEqual(
    lines.map(({ executor, outcome, rows }) => [executor, outcome, rows]),
    [['sql', 'timeout', undefined]],
  )
  const answer = await hasty.server.call('GET /admin/v1/queries', { scopes: 'api.admin' })
  const [{ runs, timeouts, slowest }] = answer.json().queries
  assert.deepEqual([runs, timeouts], [1, 1])
  assert.ok(slowest >= 900)
})
