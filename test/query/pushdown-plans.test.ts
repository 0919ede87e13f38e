/** Plans over time: kept for queries that differ in values only, made anew when the dictionary grows, whoever it was. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, type EhrData, parseAql } from '@cairn-ehr/openehr/aql'
import type { RmObject } from '@cairn-ehr/openehr/rm'
import {
  bloodPressure,
  composition,
  ehr,
  node,
  reading,
  status,
  text,
  version,
} from '../../packages/openehr/test/aql/build.ts'
import { planCache } from '../../packages/server/src/query/plan/cache.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { QueryForm } from '../../packages/server/src/query/query-form.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { NO_INDEX } from './index-choices.ts'
import { asStored, store, storeInterleaved } from './stored-records.ts'
import { testPushdown } from './test-pushdown.ts'
import { valuesOf } from './values-of.ts'

const { database } = await testDatabase()
const dictionary = openPathDictionary(database)
/** As another process has it: it hears of additions only by asking. */
const elsewhere = openPathDictionary(database)
const pushdown = testPushdown(database, { dictionary: elsewhere, now: Date.now })

const BP = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const SYS = 'data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude'
const never = new AbortController().signal

const visit = (name: string, ...values: readonly number[]): RmObject =>
  composition('encounter', name, 'Dr. Ada', {
    content: [
      bloodPressure(
        'bp',
        'BP',
        values.map(value => reading('Any', '2024-03-01T10:00:00Z', value, undefined)),
      ),
    ],
  })

const recordOf = (id: string, ...documents: readonly RmObject[]): EhrData =>
  ehr(id, [
    version(`${id}-status`, 1, 0, status(true)),
    ...documents.map((data, at) => version(`${id}-${at}`, 1, at + 1, data)),
  ])

async function rowsOf(text: string, page: { offset: number; fetch: number } = { offset: 0, fetch: 1000 }) {
  const query = bindParameters(parseAql(text), {})
  const prepared = prepareOnce(query, { ehrId: undefined, ...page })
  const running = await pushdown.run(prepared, never, 'test')
  assert.ok(running, (await pushdown.explain(prepared)).text)
  const rows: unknown[] = []
  for await (const row of valuesOf(running)) rows.push(row)
  return rows
}

test('a plan knows what another process adds', async () => {
  const values = `SELECT o/${SYS} FROM OBSERVATION o[${BP}]`
  const count = 'SELECT COUNT(*) FROM EVALUATION v'
  assert.deepEqual(await rowsOf(values), [])
  await store(database, dictionary, asStored([recordOf('a', visit('One', 120))]).records)
  assert.deepEqual(await rowsOf(values), [[120]])
  assert.deepEqual(await rowsOf(count), [[0]])
  // The node that occurred once occurs several times now.
  await store(
    database,
    dictionary,
    asStored([recordOf('a', visit('One', 120), visit('More', 130, 140))]).records,
  )
  assert.deepEqual(await rowsOf(values), [[120], [130], [140]])
  const later = composition('encounter', 'Later', 'Dr. Ada', {
    content: [node('EVALUATION', 'openEHR-EHR-EVALUATION.new.v1', 'New', { data: text('x') })],
  })
  await store(database, dictionary, asStored([recordOf('a', later)]).records)
  assert.deepEqual(await rowsOf(count), [[1]])
})

test('one plan serves queries that differ in values', () => {
  const planned = planCache(dictionary, Date.now, NO_INDEX, false)
  const plan = (text: string, fetch = 10) =>
    planned(new QueryForm(bindParameters(parseAql(text), {})), false, { offset: 0, fetch }).plan
  const one = plan(`SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} > 120 LIMIT 5`)
  assert.equal(one, plan(`SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} > 99.5 LIMIT 7`))
  assert.equal(one, plan(`SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} > 'x'`))
  assert.notEqual(one, plan(`SELECT o/${SYS} FROM OBSERVATION o[${BP}] WHERE o/${SYS} > 120`, 100_000))
  assert.notEqual(one, plan(`SELECT o/${SYS} AS x FROM OBSERVATION o[${BP}] WHERE o/${SYS} > 120`))
  // Two steps are one node where they are written the same: names in steps are part of the plan.
  const events = (a: string, b: string) =>
    `SELECT o/data[at0001]/events[at0006,'${a}']/time/value, o/data[at0001]/events[at0006,'${b}']/name/value FROM OBSERVATION o[${BP}]`
  assert.notEqual(plan(events('A', 'A')), plan(events('A', 'B')))
})

test('rows of documents come in the order of commits, whatever EHR they belong to, and pages are parts of them', async () => {
  const { records } = asStored([
    recordOf('a', visit('1st', 1), visit('3rd', 3)),
    recordOf('b', visit('2nd', 2), visit('4th', 4)),
  ])
  await storeInterleaved(database, dictionary, records)
  const names = 'SELECT c/name/value FROM EHR e CONTAINS COMPOSITION c'
  const all = [['1st'], ['2nd'], ['3rd'], ['4th']]
  assert.deepEqual(await rowsOf(names), all)
  for (let offset = 0; offset < 4; offset++)
    assert.deepEqual(await rowsOf(names, { offset, fetch: 2 }), all.slice(offset, offset + 2))
  assert.deepEqual(await rowsOf(`${names} LIMIT 3 OFFSET 1`, { offset: 1, fetch: 10 }), [['3rd'], ['4th']])
  assert.deepEqual(await rowsOf(`${names} ORDER BY c/composer/name`), all)
  // Two documents at a time can only be in the order of EHRs.
  const pairs = 'SELECT a/name/value, b/name/value FROM EHR e CONTAINS (COMPOSITION a AND COMPOSITION b)'
  assert.deepEqual((await rowsOf(pairs)).slice(0, 4), [
    ['1st', '1st'],
    ['1st', '3rd'],
    ['3rd', '1st'],
    ['3rd', '3rd'],
  ])
})
