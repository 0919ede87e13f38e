/** `cairn import csv`: rows become compositions, and nothing is committed while a row has a fault. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { aboutSubject, openRecords, status } from '../admin/records.ts'
import { cairnIn, settingsOf, testFolder } from '../cli/program.ts'
import { testServer } from '../server.ts'
import { BROKEN, openProxy } from './csv-proxy.ts'
import { savePressureDatamap } from './pressure-datamap.ts'

const server = await testServer()
const records = await openRecords(server)
const folder = testFolder()
const cairn = cairnIn(folder, settingsOf(server))
await savePressureDatamap(records)

const save = (name: string, text: string) => writeFileSync(join(folder, name), text)

/** Passes requests on to the server, but answers 500 to a new record with this systolic pressure. */
const failingServer = async (systolic: number): Promise<string> =>
  openProxy(server, await server.token('api.read api.write'), async ({ record, forward, answer }) =>
    answer(record['systolic'] === systolic ? BROKEN : await forward()),
  )

/** Rows that the journal of a file has as committed, each with the uid of its version. */
const committedIn = (file: string): number =>
  readFileSync(join(folder, `${file}.imported.ndjson`), 'utf8').match(/::1"/g)?.length ?? 0

const countOf = async (ehrId: string): Promise<number> =>
  (await records.callAt(`GET /extra/v1/datamap/pressure?ehrUid=${ehrId}`)).json().totalCount

describe('cairn import csv', () => {
  it('checks without committing, then commits each row once', async () => {
    const one = await records.ehr()
    const two = await records.ehr(status(aboutSubject('p 7')))
    save(
      'good.csv',
      `ehr_id,subject_id,subject_namespace,systolic,diastolic,time\n${one},,,120,80,2026-01-02T10:00:00Z\n,p 7,hospital,131.5,,2026-01-02T11:00:00Z\n${one},,,125,,2026-01-03T10:00:00Z\n`,
    )
    const dry = await cairn(['import', 'csv', 'good.csv', '--datamap', 'pressure', '--dry-run'])
    assert.equal(dry.code, 0, dry.out + dry.err)
    assert.match(dry.out, /3 rows could be committed/)
    assert.deepEqual([await countOf(one), await countOf(two)], [0, 0])

    const done = await cairn(['import', 'csv', 'good.csv', '--datamap', 'pressure'])
    assert.equal(done.code, 0, done.out + done.err)
    assert.deepEqual([await countOf(one), await countOf(two)], [2, 1])
    assert.equal(committedIn('good.csv'), 3)

    save('good.csv', `${readFileSync(join(folder, 'good.csv'), 'utf8')}${one},,,99,,2026-01-04T10:00:00Z\n`)
    const again = await cairn(['import', 'csv', 'good.csv', '--datamap', 'pressure', '--json'])
    assert.deepEqual(JSON.parse(again.out), { rows: 1, committed: 1, committed_before: 3 })
    assert.equal(await countOf(one), 3)
  })

  it('tells all faults by line and column, and commits nothing', async () => {
    const ehrId = await records.ehr()
    save(
      'bad.csv',
      'systolic,diastolic,time\n120,80,2026-01-02T10:00:00Z\nhigh,80,2026-01-02T10:00:00Z\n5000,80,2026-01-02T10:00:00Z\n120,80,yesterday\n',
    )
    const ended = await cairn(['import', 'csv', 'bad.csv', '--datamap', 'pressure', '--ehr', ehrId, '--json'])
    assert.equal(ended.code, 1)
    const { faults } = JSON.parse(ended.out)
    assert.deepEqual(
      faults.map(({ line, column }: { line: number; column: string }) => [line, column]),
      [
        [3, 'systolic'],
        [4, 'systolic'],
        [5, 'time'],
      ],
    )
    assert.equal(await countOf(ehrId), 0)
    assert.equal(existsSync(join(folder, 'bad.csv.imported.ndjson')), false)
    const skipping = await cairn([
      ...['import', 'csv', 'bad.csv', '--datamap', 'pressure', '--ehr', ehrId, '--skip-faulty'],
    ])
    assert.equal(skipping.code, 1)
    assert.equal(await countOf(ehrId), 1)
  })

  it('ends at the first error of the server, knows what was committed, and goes on from there', async () => {
    const ehrId = await records.ehr()
    const rows = Array.from({ length: 40 }, (_, at) => `${100 + at},2026-01-02T10:00:00Z\n`)
    save('cut.csv', `systolic,time\n${rows.join('')}`)
    const args = ['import', 'csv', 'cut.csv', '--datamap', 'pressure', '--ehr', ehrId]
    const broken = await cairn(args, { env: { CAIRN_SERVER_URL: await failingServer(105) } })
    assert.equal(broken.code, 1)
    assert.match(broken.err, /Broken\./)
    const committed = await countOf(ehrId)
    assert.ok(committed < 20, `${committed} rows were committed after an error at the sixth`)
    assert.equal(committedIn('cut.csv'), committed)
    const again = await cairn([...args, '--json'])
    assert.deepEqual(JSON.parse(again.out), {
      rows: 40 - committed,
      committed: 40 - committed,
      committed_before: committed,
    })
    assert.equal(await countOf(ehrId), 40)
  })

  it('says what is wrong with the columns, the EHR and the command', async () => {
    save('columns.csv', 'sistolic\n1\n')
    const columns = await cairn(['import', 'csv', 'columns.csv', '--datamap', 'pressure'])
    assert.equal(columns.code, 1)
    assert.match(columns.out, /sistolic +The datamap has no such column/)
    save('nobody.csv', 'systolic,time\n120,2026-01-02T10:00:00Z\n')
    const nobody = await cairn(['import', 'csv', 'nobody.csv', '--datamap', 'pressure'])
    assert.match(nobody.out, /names no EHR/)
    assert.equal((await cairn(['import', 'csv', 'nobody.csv'])).code, 2)
    for (const [text, message] of [
      ['', /has no rows/],
      ['systolic,time\n', /has no rows/],
      [Buffer.from('systolic,time\n120,f\xfcnf\n', 'latin1'), /is not UTF-8 text/],
    ] as const) {
      writeFileSync(join(folder, 'odd.csv'), text)
      const odd = await cairn(['import', 'csv', 'odd.csv', '--datamap', 'pressure'])
      assert.deepEqual([odd.code, odd.out], [1, ''])
      assert.match(odd.err, message)
    }
    assert.equal((await cairn(['import', 'csv', '-', '--datamap', 'pressure'])).code, 2)
  })
})

describe('POST /extra/v1/datamap/{datamapName}/check', () => {
  it('answers as writing would, and commits nothing', async () => {
    const ehrId = await records.ehr()
    const path = `/extra/v1/datamap/pressure/check?ehrUid=${ehrId}`
    const good = await records.callAt(`POST ${path}`, { systolic: 120, time: '2026-01-02T10:00:00Z' })
    assert.equal(good.status, 200, good.text)
    assert.equal(good.json().data.systolic, 120)
    assert.equal((await records.callAt(`POST ${path}`, { systolic: 'x' })).status, 400)
    const invalid = await records.callAt(`POST ${path}`, { systolic: 5000, time: '2026-01-02T10:00:00Z' })
    assert.deepEqual([invalid.status, invalid.json().errors[0].path], [422, 'systolic'])
    assert.equal(await countOf(ehrId), 0)
    const nowhere = path.replace(ehrId, '7d44b88c-4199-4bad-97dc-d78268e01398')
    assert.equal((await records.callAt(`POST ${nowhere}`, { systolic: 1 })).status, 404)
  })
})
