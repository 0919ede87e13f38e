/** A million rows of AQL in each format for analysis: streamed in bounded memory, and read back by DuckDB and Arrow. */
import assert from 'node:assert/strict'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, describe, it } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { RecordBatchReader } from 'apache-arrow'
import { loadRecords } from '../../bench/datamap-data.ts'
import { SECRET_KEY } from '../../bench/server-process.ts'
import { testDatabase } from '../database.ts'
import { notBuilt } from '../http/program.ts'
import { type ProgramServer, programServer } from '../program-server.ts'

/** Records with many events each: a row is an event. */
const [RECORDS, EVENTS] = [5000, 200]
const ROWS = RECORDS * EVENTS

const EVENT = 'o/data[at0001]/events[at0006]'
const Q = `SELECT e/ehr_id/value AS ehr_id, ${EVENT}/time/value AS time, ${EVENT}/data[at0003]/items[at0004]/value AS systolic,
  ${EVENT}/data[at0003]/items[at0005]/value/magnitude AS diastolic
  FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`

const TYPES = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
}

/** A tenth of the rows has shown all that a run needs by itself; what nine tenths more may add. */
const MOST_MORE_MB = 200

const folder = mkdtempSync(join(tmpdir(), 'cairn-million-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { database, url } = await testDatabase()

/** The most memory that a process has had so far, as Linux tells it. */
const peakMegabytes = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

async function start(): Promise<ProgramServer> {
  await loadRecords(database, RECORDS, { ehrs: 100, events: EVENTS })
  return programServer(
    { CAIRN_DATABASE_URL: url, CAIRN_SECRET_KEY: SECRET_KEY, CAIRN_QUERY_TIMEOUT_MS: '600000' },
    { built: true },
  )
}

// Not in a hook: it would be stopped with the hook.
const server = notBuilt ? undefined : await start()

describe('a million rows', { skip: notBuilt }, () => {
  const save = async (accept: string, file: string, more = ''): Promise<void> => {
    assert.ok(server)
    const answer = await server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(Q)}${more}`, {
      headers: { Accept: accept, 'Accept-Encoding': 'identity' },
    })
    assert.equal(answer.status, 200)
    assert.ok(answer.body)
    await pipeline(answer.body, createWriteStream(join(folder, file)))
  }

  it('take no more memory than a tenth of them does', { skip: process.platform !== 'linux' }, async t => {
    const pid = server?.program.child.pid ?? 0
    for (const type of Object.values(TYPES)) await save(type, 'some', `&fetch=${ROWS / 10}`)
    const some = peakMegabytes(pid)
    for (const [name, type] of Object.entries(TYPES)) {
      await save(type, `all.${name}`)
      const all = peakMegabytes(pid)
      t.diagnostic(`${name}: at most ${Math.round(all)} MB, ${Math.round(some)} MB for a tenth of the rows`)
      assert.ok(all < some + MOST_MORE_MB, `${name}: ${all} MB, ${some} MB for a tenth of the rows`)
    }
  })

  it('are all there, with typed columns, as DuckDB reads them', async () => {
    const duck = await (await DuckDBInstance.create()).connect()
    const rowsOf = async (text: string) => (await duck.runAndReadAll(text)).getRowsJson()
    const file = (name: string) => `'${join(folder, `all.${name}`)}'`
    const described = await rowsOf(`describe select * from ${file('parquet')}`)
    assert.deepEqual(
      described.map(([name, type]) => [name, type]),
      [
        ['ehr_id', 'VARCHAR'],
        ['time', 'TIMESTAMP WITH TIME ZONE'],
        ['systolic', 'STRUCT(magnitude DOUBLE, units VARCHAR)'],
        ['diastolic', 'DOUBLE'],
        ['_other', 'VARCHAR'],
      ],
    )
    const figures = (from: string, systolic: string) =>
      rowsOf(`select count(*)::int, count(distinct ehr_id)::int, round(avg(${systolic}), 6), round(sum(diastolic), 1),
        min(time)::timestamptz::varchar from ${from}`)
    const expected = await figures(file('parquet'), 'systolic.magnitude')
    assert.deepEqual(expected[0]?.slice(0, 2), [ROWS, 100])
    assert.deepEqual(await figures(`read_csv(${file('csv')})`, 'systolic'), expected)
    assert.deepEqual(
      await figures(`read_json(${file('ndjson')}, format = 'newline_delimited')`, 'systolic.magnitude'),
      expected,
    )
  })

  it('are all there in the stream of Arrow', async () => {
    let [rows, sum] = [0, 0]
    const reader = await RecordBatchReader.from(createReadStream(join(folder, 'all.arrow')))
    for await (const batch of reader) {
      rows += batch.numRows
      for (const value of batch.getChild('diastolic') ?? []) sum += Number(value ?? 0)
    }
    assert.equal(rows, ROWS)
    assert.ok(sum > 50 * ROWS)
  })
})
