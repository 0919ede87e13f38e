/** Results in formats for analysis: typed columns, no pages, nothing lost, bounded memory. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromIPC } from 'apache-arrow'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { eventually } from '../eventually.ts'
import { bloodPressure, newEhr, postComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer({ env: { CAIRN_QUERY_MAX_FETCH: '50', CAIRN_QUERY_DEFAULT_FETCH: '20' } })
const TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
}
const COUNT = 120

async function run(q: string, accept: string, more = ''): Promise<Uint8Array> {
  const answer = await fetch(`${server.url}/openehr/v1/query/aql?q=${encodeURIComponent(q)}${more}`, {
    headers: { Authorization: `Bearer ${await server.token('api.read')}`, Accept: accept },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  assert.equal(answer.status, 200, Buffer.from(bytes).toString())
  assert.ok(answer.headers.get('content-type')?.startsWith(accept))
  return bytes
}

const text = async (q: string, accept: string) => Buffer.from(await run(q, accept)).toString()

const parquetRows = async (q: string): Promise<Record<string, unknown>[]> => {
  const bytes = await run(q, TYPES.parquet)
  return (await parquetReadObjects({ file: bytes.slice().buffer })) as Record<string, unknown>[]
}

const EVENT = 'o/data[at0001]/events[at0006]'
const Q = `SELECT e/ehr_id/value AS ehr_id, c/context/start_time/value AS started,
  ${EVENT}/data[at0003]/items[at0004]/value AS systolic,
  ${EVENT}/data[at0003]/items[at0005]/value/magnitude AS diastolic,
  c/category AS category, c/composer/name AS composer
  FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`

let ehrId = ''
before(async () => {
  await uploadTemplate(server)
  ehrId = await newEhr(server)
  for (let at = 0; at < COUNT; at++) {
    const answer = await postComposition(
      server,
      ehrId,
      bloodPressure([{ systolic: 100 + at / 2, diastolic: 60 + at }]),
    )
    assert.equal(answer.status, 201, answer.text)
  }
})

const STARTED = new Date('2026-11-14T10:00:00Z')

describe('?format=', () => {
  const get = async (format: string, accept = '*/*') =>
    fetch(`${server.url}/openehr/v1/query/aql?format=${format}&q=${encodeURIComponent(Q)}`, {
      headers: { Authorization: `Bearer ${await server.token('api.read')}`, Accept: accept },
    })

  it('names each format', async () => {
    for (const [name, type] of Object.entries({ ...TYPES, json: 'application/json' })) {
      const answer = await get(name)
      assert.equal(answer.status, 200)
      assert.ok(answer.headers.get('content-type')?.startsWith(type), name)
      await answer.arrayBuffer()
    }
  })

  it('takes precedence over Accept', async () => {
    const answer = await get('csv', 'application/json')
    assert.match(await answer.text(), /^ehr_id,started,/)
    assert.match(await (await get('json', 'text/csv')).text(), /^\{"meta":/)
  })

  it('works for queries by POST', async () => {
    const answer = await server.call('POST /openehr/v1/query/aql?format=ndjson', {
      scopes: 'api.read',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ q: Q }),
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.text.trim().split('\n').length, COUNT)
  })

  it('is refused if there is no such format', async () => {
    const answer = await get('xlsx')
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /json, csv, ndjson, parquet, arrow/)
  })
})

describe('AQL results for analysis', () => {
  it('as Parquet: all rows, times as timestamps, quantities and coded values as groups', async () => {
    const rows = await parquetRows(Q)
    assert.equal(rows.length, COUNT)
    assert.deepEqual(rows[3], {
      ehr_id: ehrId,
      started: STARTED,
      systolic: { magnitude: 101.5, units: 'mm[Hg]' },
      diastolic: 63,
      category: { value: 'event', code: '433', terminology: 'openehr' },
      composer: rows[3]?.['composer'],
      _other: null,
    })
    const { schema } = parquetMetadata((await run(Q, TYPES.parquet)).slice().buffer)
    const started = schema.find(({ name }) => name === 'started')
    assert.equal(started?.logical_type?.type, 'TIMESTAMP')
  })

  it('as Arrow: the same', async () => {
    const table = tableFromIPC(await run(Q, TYPES.arrow))
    assert.equal(table.numRows, COUNT)
    const row = table.get(3)?.toJSON()
    assert.equal(row?.['ehr_id'], ehrId)
    assert.equal(Number(row?.['started']), STARTED.getTime())
    assert.deepEqual(row?.['systolic'].toJSON(), { magnitude: 101.5, units: 'mm[Hg]' })
    assert.deepEqual(row?.['category'].toJSON(), { value: 'event', code: '433', terminology: 'openehr' })
    assert.match(String(table.schema.fields[1]?.type), /Timestamp/)
  })

  it('as CSV: a quantity is two columns, a coded value three', async () => {
    const lines = (await text(Q, TYPES.csv)).trimEnd().split('\r\n')
    assert.equal(lines.length, COUNT + 1)
    assert.equal(
      lines[0],
      'ehr_id,started,systolic,systolic.units,diastolic,category,category.code,category.terminology,composer',
    )
    assert.ok(
      lines[4]?.startsWith(`${ehrId},2026-11-14T10:00:00Z,101.5,mm[Hg],63,event,433,openehr,`),
      lines[4],
    )
  })

  it('as NDJSON: an object for each row, with its cells as they are', async () => {
    const lines = (await text(Q, TYPES.ndjson)).trimEnd().split('\n')
    assert.equal(lines.length, COUNT)
    const row = JSON.parse(lines[3] ?? '')
    assert.equal(row.systolic._type, 'DV_QUANTITY')
    assert.equal(row.started, '2026-11-14T10:00:00Z')
  })

  it('loses nothing that does not fit the type of its column', async () => {
    const own = await newEhr(server)
    const odd = bloodPressure([{ systolic: 120 }])
    await postComposition(server, own, odd)
    const at = (time: string) => ({
      ...odd,
      context: { ...(odd['context'] as object), start_time: { _type: 'DV_DATE_TIME', value: time } },
    })
    const audit = { change_type: '249', committer: { name: 'Dr A' } }
    const version = { data: at('2026-11-14T10:00:00Z'), lifecycle_state: '532', commit_audit: audit }
    for (let number = 0; number < 10; number++) {
      const made = await server.call(`POST /openehr/v1/ehr/${own}/contribution`, {
        scopes: 'api.write',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ audit, versions: Array.from({ length: 100 }, () => version) }),
      })
      assert.equal(made.status, 201, made.text)
    }
    await postComposition(server, own, at('2026-11'))
    const q = 'SELECT c/context/start_time/value AS started FROM EHR e CONTAINS COMPOSITION c'
    const bytes = await run(q, TYPES.parquet, `&ehr_id=${own}`)
    const rows = (await parquetReadObjects({ file: bytes.slice().buffer })) as Record<string, unknown>[]
    assert.equal(rows.length, 1002)
    assert.deepEqual(rows[0], { started: STARTED, _other: null })
    assert.deepEqual(rows[1001], { started: null, _other: '{"started":"2026-11"}' })
    const table = tableFromIPC(await run(q, TYPES.arrow, `&ehr_id=${own}`))
    assert.equal(table.getChild('_other')?.get(1001), '{"started":"2026-11"}')
  })

  it('honours fetch and offset beyond the largest page, and is an error where the query is one', async () => {
    const some = Buffer.from(await run(Q, TYPES.ndjson, `&fetch=60&offset=10&ehr_id=${ehrId}`)).toString()
    assert.equal(some.trimEnd().split('\n').length, 60)
    const wrong = await server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent('SELECT x FROM')}`, {
      scopes: 'api.read',
      headers: { Accept: TYPES.parquet },
    })
    assert.equal(wrong.status, 400)
    const none = await parquetRows(
      "SELECT c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c WHERE c/composer/name = 'nobody'",
    )
    assert.deepEqual(none, [])
  })

  it('tells the audit trail the digest of the query and whose data were shown', async () => {
    await run(Q, TYPES.parquet)
    await eventually('the event with the EHR', async () => {
      const trail = await server.call(`GET /admin/v1/audit?ehr_id=${ehrId}&action=E&limit=50`, {
        scopes: 'api.admin',
      })
      return trail
        .json()
        .events.some(({ detail }: { detail?: { query?: string } }) => detail?.query !== undefined)
    })
  })

  it('is read by DuckDB as it was meant', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-duck-'))
    try {
      const file = join(folder, 'a.parquet')
      writeFileSync(file, await run(`${Q} WHERE e/ehr_id/value = '${ehrId}'`, TYPES.parquet))
      const connection = await (await DuckDBInstance.create()).connect()
      const read = await connection.runAndReadAll(
        `select count(*)::int, max(systolic.magnitude), min(started)::timestamptz = '${STARTED.toISOString()}'::timestamptz,
          any_value(category.code) from '${file}'`,
      )
      assert.deepEqual(read.getRowsJson(), [[COUNT, 100 + (COUNT - 1) / 2, true, '433']])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
