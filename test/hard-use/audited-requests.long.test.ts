/** Ten thousand requests of many kinds are ten thousand events, and who saw a record is found among very many of them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { addEvents, minutesAgo } from '../audit/trail.ts'
import { eventually } from '../eventually.ts'
import { bloodPressure, idOf, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { type CallOptions, testServer } from '../server.ts'
import { quantile } from './probe.ts'
import { record } from './report.ts'

const REQUESTS = 10_000
const AT_ONCE = 16
const MANY_EVENTS = 1_000_000

const server = await testServer({ env: { CAIRN_LOG_LEVEL: 'error' } })
await uploadTemplate(server)
const ehrs = await Promise.all(Array.from({ length: 20 }, () => newEhr(server)))
const first = idOf(await postComposition(server, ehrs[0] ?? ''))
const json = { 'Content-Type': 'application/json' }
const body = JSON.stringify(bloodPressure())
const aql = (text: string) => `/openehr/v1/query/aql?q=${encodeURIComponent(text)}`

/** A request of each kind: allowed, refused, malformed, unknown. */
const KINDS: readonly ((ehrId: string) => [request: string, options: CallOptions])[] = [
  ehrId => [`GET /openehr/v1/ehr/${ehrId}`, { scopes: 'api.read' }],
  ehrId => [`POST /openehr/v1/ehr/${ehrId}/composition`, { scopes: 'api.write', headers: json, body }],
  ehrId => [`POST /openehr/v1/ehr/${ehrId}/composition`, { scopes: 'api.read', headers: json, body }],
  ehrId => [`POST /openehr/v1/ehr/${ehrId}/composition`, { scopes: 'api.write', headers: json, body: '{' }],
  () => [`GET /openehr/v1/ehr/${ehrs[0]}/composition/${first}`, { scopes: 'api.read' }],
  () => [`GET /openehr/v1/ehr/${randomUUID()}`, { scopes: 'api.read' }],
  ehrId => [`GET /openehr/v1/ehr/${ehrId}`, {}],
  ehrId => [
    `GET ${aql('SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c LIMIT 3')}&ehr_id=${ehrId}`,
    { scopes: 'api.read' },
  ],
  () => [`GET ${aql('SELECT')}`, { scopes: 'api.read' }],
  ehrId => [`DELETE /openehr/v1/admin/ehr/${ehrId}`, { scopes: 'api.read' }],
]

const ofRequests = sql<{ events: number; requests: number; whole: number }, [prefix: string]>({
  name: 'test.countEvents',
  text: `select count(*)::int as events, count(distinct request_id)::int as requests,
                count(*) filter (where at is not null and address <> '' and action <> '' and outcome <> '' and route <> '')::int as whole
         from cairn.audit_event where starts_with(request_id, $1)`,
})

test(`${REQUESTS} requests`, { timeout: 900_000 }, async () => {
  const prefix = `count-${randomUUID()}-`
  let sent = 0
  const statuses = new Map<number, number>()
  const client = async () => {
    for (let at = sent++; at < REQUESTS; at = sent++) {
      const [request, { headers = {}, ...rest }] = (KINDS[at % KINDS.length] ?? KINDS[0])?.(
        ehrs[at % ehrs.length] ?? '',
      ) ?? ['', {}]
      const { status } = await server.call(request, {
        ...rest,
        headers: { ...headers, 'X-Request-Id': `${prefix}${at}` },
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  const count = async () => (await server.db.query(ofRequests, [prefix]))[0]
  await eventually('all events are stored', async () => ((await count())?.events ?? 0) >= REQUESTS)
  assert.deepEqual(await count(), { events: REQUESTS, requests: REQUESTS, whole: REQUESTS })
  const seen = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  assert.ok(seen.length >= 6, seen.join())
  record({
    check: '71',
    subject: 'Requests and audit events',
    method: `${REQUESTS} requests of ${KINDS.length} kinds, ${AT_ONCE} at a time: reads, commits, queries, without a token, with a lesser one, malformed, unknown`,
    figure: `${REQUESTS} events, one for each request id, each with time, address, action, outcome and route; answers ${seen.join(', ')}`,
  })
})

test('who saw a record, among very many events', { timeout: 900_000 }, async () => {
  const batch = 5000
  for (let added = 0; added < MANY_EVENTS; added += batch)
    await addEvents(
      server.db,
      Array.from({ length: batch }, (_, at) => ({
        at: minutesAgo(2 + (added + at) / 60_000),
        request_id: 'many',
        ehr_id: randomUUID(),
      })),
    )
  const target = ehrs[1] ?? ''
  const ask = (rest: string) =>
    server.call(`GET /admin/v1/audit?ehr_id=${target}&limit=1000${rest}`, { scopes: 'api.admin' })
  const ofEhr = sql<{ events: number }, [ehr: string]>({
    name: 'test.ofEhr',
    text: 'select count(*)::int as events from cairn.audit_event where ehr_id = $1',
  })
  const stored = (await server.db.query(ofEhr, [target]))[0]?.events ?? 0
  const times: number[] = []
  let found: readonly unknown[] = []
  for (let time = 0; time < 20; time++) {
    const began = performance.now()
    const answer = await ask('')
    times.push(performance.now() - began)
    assert.equal(answer.status, 200)
    found = answer.json().events
  }
  assert.ok(stored > 100)
  assert.ok(found.length >= Math.min(stored, 1000), `${found.length} of ${stored}`)
  record({
    check: '76',
    subject: 'Who saw a record',
    method: `the search for one EHR in a trail of ${REQUESTS + MANY_EVENTS} events, 20 times, the first 1,000 events each`,
    figure: `all ${stored} events of the EHR that name it are found (page of ${found.length}); p50 ${Math.round(quantile(times, 0.5))} ms, most ${Math.round(quantile(times, 1))} ms`,
  })
})
