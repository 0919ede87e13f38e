/** Whole datamaps in formats for analysis, and whose their records are. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { aboutSubject, status } from '../admin/records.ts'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { bloodPressure, newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const COUNT = 1300
const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const DEFINITION = {
  template: 'Blood pressure.v1',
  paths: [
    { add: 'systolic', path: `${EVENT}/data[at0003]/items[at0004]/value` },
    { add: 'time', path: `${EVENT}/time` },
    { add: 'category', path: '/category' },
  ],
}
let ehrId = ''

const get = async (path: string, accept: string) => {
  const answer = await fetch(`${server.url}/extra/v1/datamap/pressure${path}`, {
    headers: { Authorization: `Bearer ${await server.token('api.read')}`, Accept: accept },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  assert.equal(answer.status, 200, Buffer.from(bytes).toString())
  return { bytes, text: Buffer.from(bytes).toString(), headers: answer.headers }
}

before(async () => {
  await uploadTemplate(server)
  const json = { 'Content-Type': 'application/json' }
  const saved = await server.call('PUT /extra/v1/definition/datamap/pressure', {
    scopes: 'api.write',
    headers: json,
    body: JSON.stringify(DEFINITION),
  })
  assert.equal(saved.status, 201, saved.text)
  ehrId = await newEhr(server, status(aboutSubject('p 1')))
  const audit = { change_type: '249', committer: { name: 'Dr A' } }
  for (let first = 0; first < COUNT; first += 100) {
    const versions = Array.from({ length: 100 }, (_, at) => ({
      data: bloodPressure([{ systolic: 50 + (first + at) / 10 }]),
      lifecycle_state: '532',
      commit_audit: audit,
    }))
    const made = await server.call(`POST /openehr/v1/ehr/${ehrId}/contribution`, {
      scopes: 'api.write',
      headers: json,
      body: JSON.stringify({ audit, versions }),
    })
    assert.equal(made.status, 201, made.text)
  }
})

describe('a whole datamap', () => {
  it('are asked for by name as well', async () => {
    const { text, headers } = await get('?format=csv', 'application/json')
    assert.ok(headers.get('content-type')?.startsWith('text/csv'))
    assert.equal(text.trim().split('\r\n').length, COUNT + 1)
  })

  it('as Parquet and Arrow has all records with typed columns and their EHR', async () => {
    const { bytes } = await get('?order_by=systolic&show=subject_id', 'application/vnd.apache.parquet')
    const rows = (await parquetReadObjects({ file: bytes.slice().buffer })) as Record<string, unknown>[]
    assert.equal(rows.length, COUNT)
    assert.deepEqual(
      rows.map(row => row['systolic']),
      Array.from({ length: COUNT }, (_, at) => 50 + at / 10),
    )
    const { time, category, ehr_id, subject_id, episode_id } = rows[7] ?? {}
    assert.deepEqual(time, new Date('2026-11-14T10:00:00Z'))
    assert.deepEqual([ehr_id, subject_id], [ehrId, 'p 1'])
    assert.match(String(episode_id), /^E\d+$/)
    assert.deepEqual(category, { value: 'event', code: '433', terminology: 'openehr' })
    const table = tableFromIPC((await get('', 'application/vnd.apache.arrow.stream')).bytes)
    assert.equal(table.numRows, COUNT)
    assert.equal(table.getChild('ehr_id')?.get(0), ehrId)
  })

  it('as CSV is whole, or the page that is asked for', async () => {
    const whole = await get('?show=ehr_id', 'text/csv')
    assert.equal(whole.headers.get('x-total-count'), String(COUNT))
    const lines = whole.text.trimEnd().split('\r\n')
    assert.equal(lines.length, COUNT + 1)
    assert.match(lines[0] ?? '', /,trunk_lifecycle_state,ehr_id,systolic,/)
    const page = await get('?limit=10', 'text/csv')
    assert.equal(page.text.trimEnd().split('\r\n').length, 11)
    assert.equal((await get('', 'application/x-ndjson')).text.trimEnd().split('\n').length, COUNT)
  })

  it('shows whose a record is in JSON too, and says which fields there are', async () => {
    const { text } = await get('?limit=1&show=ehr_id,subject_id,subject_namespace', 'application/json')
    const [record] = JSON.parse(text).data
    assert.deepEqual([record.ehr_id, record.subject_id, record.subject_namespace], [ehrId, 'p 1', 'hospital'])
    const wrong = await server.call('GET /extra/v1/datamap/pressure?show=name', { scopes: 'api.read' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.json().message, /ehr_id, subject_id, subject_namespace/)
  })

  it('goes to a file by its name, as the rows of a query do', async () => {
    const folder = testFolder()
    const cairn = cairnIn(folder, settingsOf(server))
    const records = await cairn(['datamap', 'records', 'pressure', '--out', 'records.parquet'])
    assert.equal(records.code, 0, records.err)
    const q = 'SELECT c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c'
    const rows = await cairn(['aql', q, '--out', 'rows.parquet'])
    assert.equal(rows.code, 0, rows.err)
    for (const file of ['records.parquet', 'rows.parquet']) {
      const bytes = new Uint8Array(readFileSync(join(folder, file)))
      assert.equal((await parquetReadObjects({ file: bytes.slice().buffer })).length, COUNT, file)
    }
    const wrong = await cairn(['aql', q, '--out', 'rows.xlsx'])
    assert.equal(wrong.code, 2)
    assert.match(wrong.err, /must end with \.csv, \.ndjson, \.parquet, \.arrow/)
  })
})
