/** Calls that are narrowed to some EHRs, to some versions in them, or run in each of them: the rows are those of the same query without. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { RECORDS } from '../../packages/openehr/test/aql/records.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { type EhrId, readEhrId } from '../../packages/server/src/ids/index.ts'
import type { Among } from '../../packages/server/src/query/calls/index.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { asStored, store } from './stored-records.ts'
import { testPushdown } from './test-pushdown.ts'
import { valuesOf } from './values-of.ts'

const { database } = await testDatabase()
const dictionary = openPathDictionary(database)
const pushdown = testPushdown(database, { dictionary, now: () => Date.parse('2026-11-14T10:00:00Z') })
const { records } = asStored(RECORDS)
await store(database, dictionary, records)
const ehrs = records.map(({ ehr_id }) => readEhrId(String(ehr_id)) as EhrId)

const FROM = 'FROM EHR e CONTAINS COMPOSITION c'
/** The last column is the EHR. */
const QUERIES = [
  `SELECT c/uid/value, c/name/value, e/ehr_id/value ${FROM}`,
  `SELECT c, e/ehr_id/value ${FROM} ORDER BY c/name/value DESC`,
  `SELECT c/uid/value, e/ehr_id/value ${FROM} CONTAINS OBSERVATION o ORDER BY c/context/start_time/value DESC LIMIT 2`,
  `SELECT c/uid/value, e/ehr_id/value ${FROM} ORDER BY c/uid/value LIMIT 1 OFFSET 1`,
]

async function rowsOf(text: string, wanted: { readonly ehrId?: EhrId; readonly among?: Among }) {
  const { ehrId, among } = wanted
  const prepared = prepareOnce(bindParameters(parseAql(text), {}), { ehrId, offset: 0, fetch: 1000 })
  const running = await pushdown.run({ ...prepared, among }, new AbortController().signal, 'test')
  if (!running) return undefined
  const rows: unknown[][] = []
  for await (const row of valuesOf(running)) rows.push(row as unknown[])
  return rows
}

const allRowsOf = async (...asked: Parameters<typeof rowsOf>): Promise<unknown[][]> => {
  const rows = await rowsOf(...asked)
  assert.ok(rows, `${asked[0]} is not answered by SQL`)
  return rows
}

const texts = (rows: readonly unknown[]) => rows.map(row => JSON.stringify(row)).sort()

for (const text of QUERIES) {
  it(`in each EHR: ${text}`, async () => {
    const each = await allRowsOf(text, { among: { ehrs, isEach: true } })
    for (const ehrId of ehrs) {
      const own = await allRowsOf(text, { ehrId })
      assert.deepEqual(
        each.filter(row => row.at(-1) === ehrId),
        own,
      )
    }
    assert.ok(each.length > 0)
    assert.deepEqual(await allRowsOf(text, { among: { ehrs: [], isEach: true } }), [])
  })

  if (/LIMIT/.test(text)) continue
  it(`in some EHRs, and of some versions: ${text}`, async () => {
    const all = await allRowsOf(text, {})
    for (const some of [ehrs.slice(0, 1), ehrs.slice(1), ehrs, []]) {
      const found = await allRowsOf(text, { among: { ehrs: some } })
      const expected = all.filter(row => some.includes(row.at(-1) as EhrId))
      assert.deepEqual(texts(found), texts(expected))
    }
    const commits = (
      await database.query(
        sql<{ commit_number: number }>({
          name: 'test.commits',
          text: 'select commit_number from cairn.version order by commit_number',
        }),
      )
    ).map(({ commit_number }) => commit_number)
    const half = commits.filter((_, at) => at % 2 === 0)
    const rest = commits.filter((_, at) => at % 2 === 1)
    const parts = [
      await allRowsOf(text, { among: { ehrs, commits: half } }),
      await allRowsOf(text, { among: { ehrs, commits: rest } }),
    ]
    assert.deepEqual(texts(parts.flat()), texts(all))
  })
}
