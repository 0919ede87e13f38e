/** Live queries: the rows first, then what commits change in them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually } from '../eventually.ts'
import { asking, ehrStatus, newEhr, OBSERVATIONS, record, SYSTOLIC } from '../query/queries.ts'
import { bloodPressure, putComposition } from '../records.ts'
import { testServer } from '../server.ts'
import { type LiveReader, openLive } from './live-calls.ts'

const asked = await asking({ env: { CAIRN_LIVE_INTERVAL_MS: '100' } })
const { server } = asked

const PATIENT = `SELECT ${SYSTOLIC} AS systolic FROM EHR e[ehr_id/value=$ehr] CONTAINS ${OBSERVATIONS}`
const HIGH = `SELECT e/ehr_id/value, ${SYSTOLIC} FROM EHR e CONTAINS ${OBSERVATIONS} WHERE ${SYSTOLIC} >= $least`

const becomeRows = (reader: LiveReader, rows: readonly unknown[]) =>
  eventually(JSON.stringify(rows), () => JSON.stringify(reader.rows()) === JSON.stringify(rows))

const send = async (request: string, scopes: string, body?: unknown, headers = {}) => {
  const answer = await server.call(request, {
    scopes,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  assert.ok(answer.status < 300, answer.text)
  return answer
}

describe('a live query of one patient', () => {
  it('has its rows, then those that commits add, change and remove', async () => {
    const [ehrId, other] = [await newEhr(server), await newEhr(server)]
    await record(asked, ehrId, [{ systolic: 120 }])
    const reader = await openLive(server, { q: PATIENT, query_parameters: { ehr: ehrId } })
    assert.equal(reader.status, 200)
    await becomeRows(reader, [[120]])
    const [first] = reader.events
    assert.equal(first?.event, 'rows')
    assert.deepEqual([first?.data.kept, first?.data.columns[0].name], ['ehr', 'systolic'])
    await record(asked, other, [{ systolic: 111 }])
    const uid = await record(asked, ehrId, [{ systolic: 130 }])
    await becomeRows(reader, [[120], [130]])
    const [, { key = 0 } = {}] = reader.keyed()
    await putComposition(server, ehrId, uid, bloodPressure([{ systolic: 140 }]))
    await becomeRows(reader, [[120], [140]])
    assert.deepEqual(reader.events.at(-1)?.data, {
      added: [],
      changed: [{ key, row: [140], at: 1 }],
      removed: [],
    })
    await send(`DELETE /openehr/v1/ehr/${ehrId}/composition/${uid.replace(/::1$/, '::2')}`, 'api.write')
    await becomeRows(reader, [[120]])
    assert.deepEqual(reader.events.at(-1)?.data, { added: [], changed: [], removed: [key] })
    await reader.close()
  })

  it('ends up empty when the EHR is erased', async () => {
    const ehrId = await newEhr(server)
    await record(asked, ehrId)
    const reader = await openLive(server, { q: PATIENT, query_parameters: { ehr: ehrId } })
    await becomeRows(reader, [[120]])
    await send(`DELETE /openehr/v1/admin/ehr/${ehrId}`, 'api.admin')
    await becomeRows(reader, [])
    await reader.close()
  })
})

describe('a live query of all patients', () => {
  it('is kept by the EHRs that change', async () => {
    const [ehrId, second] = [await newEhr(server), await newEhr(server)]
    const reader = await openLive(server, { q: HIGH, query_parameters: { least: 200 } })
    await becomeRows(reader, [])
    assert.equal((await firstOf(reader)).data.kept, 'ehrs')
    const uid = await record(asked, ehrId, [{ systolic: 210 }])
    await becomeRows(reader, [[ehrId, 210]])
    await record(asked, second, [{ systolic: 150 }])
    await record(asked, second, [{ systolic: 220 }])
    await becomeRows(reader, [
      [ehrId, 210],
      [second, 220],
    ])
    const { key = 0 } = reader.keyed()[0] ?? {}
    await putComposition(server, ehrId, uid, bloodPressure([{ systolic: 215 }]))
    await becomeRows(reader, [
      [ehrId, 215],
      [second, 220],
    ])
    assert.deepEqual(reader.events.at(-1)?.data.changed, [{ key, row: [ehrId, 215] }])
    const status = await send(`GET /openehr/v1/ehr/${second}/ehr_status`, 'api.read')
    await send(`PUT /openehr/v1/ehr/${second}/ehr_status`, 'api.write', ehrStatus({ is_queryable: false }), {
      'If-Match': status.headers.get('etag') ?? '',
    })
    await becomeRows(reader, [[ehrId, 215]])
    await record(asked, second, [{ systolic: 230 }])
    const into = await newEhr(server)
    await send(`POST /openehr/v1/admin/ehr/${into}/merge`, 'api.admin', { from: ehrId })
    await becomeRows(reader, [[into, 215]])
    await reader.close()
  })

  it('has the rows of its own EHR, where many readers follow charts of the same text', async () => {
    const q = `SELECT ${SYSTOLIC} FROM ${OBSERVATIONS} ORDER BY ${SYSTOLIC} DESC LIMIT 3`
    const ehrs = await Promise.all(Array.from({ length: 12 }, () => newEhr(server)))
    await Promise.all(ehrs.map((ehrId, at) => record(asked, ehrId, [{ systolic: 100 + at }])))
    const charts = await Promise.all(ehrs.map(ehr_id => openLive(server, { q, ehr_id })))
    for (const values of [[200], [150, 160], [250]]) {
      await Promise.all(
        ehrs.flatMap((ehrId, at) => values.map(value => record(asked, ehrId, [{ systolic: value + at }]))),
      )
      for (const [at, chart] of charts.entries()) {
        const fresh = await asked.ask(q, { ehr_id: ehrs[at] })
        assert.equal(fresh.status, 200, fresh.text)
        await becomeRows(chart, fresh.json().rows)
      }
    }
    assert.deepEqual(charts[5]?.rows(), [[255], [205], [165]])
    for (const chart of charts) await chart.close()
  })

  it('is kept where FROM names no EHR', async () => {
    const ehrId = await newEhr(server)
    const q = `SELECT ${SYSTOLIC} FROM ${OBSERVATIONS} WHERE ${SYSTOLIC} >= 300`
    const reader = await openLive(server, { q })
    assert.equal((await firstOf(reader)).data.kept, 'ehrs')
    await record(asked, ehrId, [{ systolic: 301 }])
    await becomeRows(reader, [[301]])
    await reader.close()
  })

  it('is run again as a whole where rows depend on each other, at the interval that it names', async () => {
    const ehrs = [await newEhr(server), await newEhr(server)]
    const where = `WHERE e/ehr_id/value matches {'${ehrs.join(`','`)}'}`
    const from = `FROM EHR e CONTAINS ${OBSERVATIONS} ${where}`
    const readers = await Promise.all(
      [
        `SELECT COUNT(*) ${from}`,
        `SELECT e/ehr_id/value, MAX(${SYSTOLIC}) ${from}`,
        `SELECT ${SYSTOLIC} ${from} ORDER BY ${SYSTOLIC} DESC LIMIT 2`,
        `SELECT DISTINCT ${SYSTOLIC} ${from} ORDER BY ${SYSTOLIC}`,
      ].map(q => openLive(server, { q })),
    )
    const [count, groups, highest, distinct] = readers as [LiveReader, LiveReader, LiveReader, LiveReader]
    await becomeRows(count, [[0]])
    assert.deepEqual([count.events[0]?.data.kept, count.events[0]?.data.interval_ms >= 100], ['query', true])
    await record(asked, ehrs[0] ?? '', [{ systolic: 120 }])
    await record(asked, ehrs[1] ?? '', [{ systolic: 120 }])
    await becomeRows(count, [[2]])
    await becomeRows(distinct, [[120]])
    await becomeRows(highest, [[120], [120]])
    await record(asked, ehrs[1] ?? '', [{ systolic: 150 }])
    await becomeRows(highest, [[150], [120]])
    await becomeRows(distinct, [[120], [150]])
    await eventually('the groups', () => {
      const greatest = new Map(groups.rows() as [string, number][])
      return greatest.get(ehrs[0] ?? '') === 120 && greatest.get(ehrs[1] ?? '') === 150
    })
    await becomeRows(count, [[3]])
    assert.deepEqual(count.events.at(-1)?.data, {
      added: [],
      changed: [{ key: count.keyed()[0]?.key, row: [3], at: 0 }],
      removed: [],
    })
    for (const reader of readers) await reader.close()
  })

  it('follows the time that it asks for', async () => {
    const ehrId = await newEhr(server)
    await record(asked, ehrId)
    const q = `SELECT NOW() FROM EHR e[ehr_id/value='${ehrId}'] CONTAINS ${OBSERVATIONS}`
    const reader = await openLive(server, { q })
    await eventually('another time', () => reader.events.length >= 3)
    await reader.close()
  })
})

const firstOf = async (reader: LiveReader) => {
  await eventually('the first event', () => reader.events.length > 0)
  return reader.events[0] as LiveReader['events'][number]
}

describe('a live query', () => {
  it('may be a stored one', async () => {
    await asked.store('org.example::high', '1.0.0', HIGH)
    const ehrId = await newEhr(server)
    const body = { ehr_id: ehrId, query_parameters: { least: 100 } }
    for (const path of ['/org.example::high', '/org.example::high/1.0.0']) {
      const reader = await openLive(server, body, { path })
      assert.equal(reader.status, 200, reader.refused)
      await record(asked, ehrId, [{ systolic: 160 }])
      await eventually('a row', () => reader.rows().length > 0)
      await reader.close()
    }
    assert.equal((await openLive(server, {}, { path: '/org.example::none' })).status, 404)
  })

  it('is shown by every process', async () => {
    const beside = await testServer({ beside: server })
    const ehrId = await newEhr(server)
    const reader = await openLive(beside, { q: PATIENT, query_parameters: { ehr: ehrId } })
    await record(asked, ehrId, [{ systolic: 123 }])
    await becomeRows(reader, [[123]])
    await reader.close()
  })

  it('goes on after the last event that its reader has', async () => {
    const ehrId = await newEhr(server)
    const body = { q: PATIENT, query_parameters: { ehr: ehrId } }
    const reader = await openLive(server, body)
    await becomeRows(reader, [])
    const first = (await firstOf(reader)).id
    await reader.close()
    await record(asked, ehrId, [{ systolic: 101 }])
    const again = await openLive(server, body, { lastId: first })
    assert.deepEqual([(await firstOf(again)).event, again.events[0]?.data.added[0].row], ['change', [101]])
    await again.close()
    const lost = await openLive(server, body, { lastId: '00000000-7' })
    assert.equal((await firstOf(lost)).event, 'rows')
    await lost.close()
  })

  const REFUSED: readonly (readonly [what: string, body: unknown, status: number, says: RegExp])[] = [
    ['a query with a mistake', { q: 'SELECT FROM' }, 400, /line 1, column 8/],
    ['a query of parties', { q: 'SELECT p FROM PERSON p' }, 400, /of parties/],
    ['no query', {}, 400, /no \\"q\\"/],
    ['a page', { q: 'SELECT e FROM EHR e', fetch: 5 }, 400, /fetch/],
    ['a parameter without a value', { q: PATIENT }, 400, /ehr/],
  ]
  for (const [what, body, status, says] of REFUSED)
    it(`refuses ${what}`, async () => {
      const reader = await openLive(server, body)
      assert.equal(reader.status, status)
      assert.match(reader.refused, says)
    })
})
