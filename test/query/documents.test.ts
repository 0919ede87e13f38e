/** The executor over documents gives what the reference evaluator gives over all records: narrowing takes nothing away. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bindParameters, checkAql, type EhrData, evaluate, parseAql } from '@cairn-ehr/openehr/aql'
import fc from 'fast-check'
import { randomQuery, TooManyRows, tickUpTo } from '../../packages/openehr/test/aql/random-queries.ts'
import { randomRecords } from '../../packages/openehr/test/aql/random-records.ts'
import { openKnowledge, runJob } from '../../packages/server/src/query/documents/job.ts'
import { openTextsByTemplate } from '../../packages/server/src/query/index.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { allRecords } from './all-records.ts'
import { storable, store, withUuids } from './stored-records.ts'

const { database: db } = await testDatabase()
const knowledge = openKnowledge(db)
const dictionary = openPathDictionary(db)
const NOW = '2026-11-14T10:00:00.000Z'

interface Asked {
  readonly ehrId?: string
  readonly offset?: number
  readonly fetch?: number
}

async function run(q: string, { ehrId, offset = 0, fetch = 100_000 }: Asked = {}): Promise<unknown[]> {
  let json = ''
  await runJob(
    {
      query: bindParameters(parseAql(q), {}),
      ehrId,
      offset,
      fetch,
      now: NOW,
      deadline: Date.now() + 60_000,
      server: 0,
    },
    {
      db,
      knowledge,
      texts: openTextsByTemplate(),
      terminology: () => null,
      tick: () => {},
      begun: () => {},
      send: async rows => {
        json += `${json === '' ? '' : ','}${rows}`
      },
    },
  )
  return JSON.parse(`[${json}]`)
}

const reference = (q: string, ehrs: readonly EhrData[], ehr?: string) =>
  JSON.parse(
    JSON.stringify(
      evaluate(bindParameters(parseAql(q), {}), ehrs, {
        now: NOW,
        tick: tickUpTo(50_000),
        ...(ehr && { ehr }),
      }).rows,
    ),
  )

function hasTooManyRows(q: string, ehrs: readonly EhrData[]): boolean {
  try {
    reference(q, ehrs)
    return false
  } catch (error) {
    if (error instanceof TooManyRows) return true
    throw error
  }
}

async function agree(q: string, ehrs: readonly EhrData[], ehrId?: string): Promise<number> {
  const expected = reference(q, ehrs, ehrId)
  assert.deepEqual(await run(q, ehrId === undefined ? {} : { ehrId }), expected, q)
  return expected.length
}

/** Shapes of FROM, and of paths from an EHR, beside those of the random queries. */
const SHAPES = [
  'SELECT e FROM EHR e',
  'SELECT e/ehr_id/value, e/ehr_status/subject/external_ref/id/value, c/uid/value FROM EHR e CONTAINS COMPOSITION c',
  'SELECT e, c/uid/value FROM EHR e CONTAINS COMPOSITION c ORDER BY c/uid/value DESC',
  'SELECT s/uid/value, e/ehr_status/uid/value FROM EHR e CONTAINS EHR_STATUS s',
  'SELECT e/ehr_id/value, e/compositions/uid/value, c/uid/value FROM EHR e CONTAINS COMPOSITION c',
  'SELECT e/contributions/id/value, c/uid/value FROM EHR e CONTAINS COMPOSITION c',
  'SELECT e/folders/name/value, e/directory/name/value, o/name/value FROM EHR e CONTAINS OBSERVATION o',
  'SELECT a/uid/value, b/uid/value FROM EHR e CONTAINS (COMPOSITION a AND COMPOSITION b)',
  'SELECT a/uid/value, b/uid/value FROM EHR e CONTAINS (COMPOSITION a[openEHR-EHR-COMPOSITION.encounter.v1] OR COMPOSITION b[openEHR-EHR-COMPOSITION.report.v1])',
  'SELECT a/uid/value, b/uid/value FROM COMPOSITION a AND COMPOSITION b',
  'SELECT e/ehr_id/value, f/ehr_id/value FROM EHR e AND EHR f',
  'SELECT e/ehr_id/value, c/uid/value FROM EHR e CONTAINS (COMPOSITION c AND FOLDER f)',
  'SELECT e/ehr_id/value FROM EHR e NOT CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1]',
  'SELECT e/ehr_id/value FROM EHR e NOT CONTAINS (COMPOSITION c CONTAINS EVALUATION v)',
  'SELECT c/uid/value FROM COMPOSITION c NOT CONTAINS OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]',
  'SELECT c/uid/value FROM COMPOSITION c CONTAINS (SECTION s NOT CONTAINS EVALUATION v)',
  'SELECT l/name/value FROM LOCATABLE l',
  'SELECT l/name/value, o/name/value FROM LOCATABLE l CONTAINS OBSERVATION o',
  'SELECT f/name/value, o/name/value FROM FOLDER f CONTAINS OBSERVATION o',
  'SELECT v/uid/value, f/name/value FROM EHR e CONTAINS VERSION v CONTAINS FOLDER f',
  'SELECT v/uid/value, f/name/value FROM EHR e CONTAINS (VERSION v[ALL_VERSIONS] AND FOLDER f CONTAINS COMPOSITION c)',
  'SELECT v/uid/value, c/uid/value FROM EHR e CONTAINS (VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION d[openEHR-EHR-COMPOSITION.report.v1] AND COMPOSITION c)',
  'SELECT COUNT(*), COUNT(DISTINCT e/ehr_id/value), MIN(v/uid/value) FROM EHR e CONTAINS VERSION v[ALL_VERSIONS]',
  'SELECT e/ehr_id/value, COUNT(*), MAX(c/context/start_time/value) FROM EHR e CONTAINS COMPOSITION c',
  'SELECT COUNT(*) FROM COMPOSITION c[openEHR-EHR-COMPOSITION.never_seen.v1]',
  'SELECT DISTINCT c/composer/name FROM COMPOSITION c',
  'SELECT DISTINCT c/name/value FROM COMPOSITION c ORDER BY c/composer/name, c/name/value LIMIT 2 OFFSET 1',
  'SELECT TOP 3 BACKWARD c/uid/value FROM COMPOSITION c',
  'SELECT TOP 3 BACKWARD c/uid/value FROM COMPOSITION c ORDER BY c/name/value',
  'SELECT c/uid/value FROM COMPOSITION c CONTAINS CLUSTER k[at0000] OR ELEMENT l[at0004]',
  "SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = 'ehr0'",
  "SELECT c/uid/value FROM EHR e CONTAINS COMPOSITION c WHERE e/ehr_id/value = 'ehr0' AND e/ehr_id/value = 'ehr1'",
  "SELECT e/ehr_status/uid/value FROM EHR e NOT CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.encounter.v1] WHERE e/ehr_id/value = 'ehr0' AND e/ehr_id/value = 'ehr1'",
  "SELECT c/uid/value FROM EHR e[ehr_id/value='ehr1'] CONTAINS COMPOSITION c",
  "SELECT a/uid/value FROM EHR e[ehr_id/value='ehr0'] AND COMPOSITION a",
  'SELECT c/uid/value FROM EHR e[ehr_status/is_queryable=true] CONTAINS COMPOSITION c',
].map(withUuids)

it('agrees with the reference evaluator on random queries and records', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(
      randomRecords,
      fc.array(randomQuery, { minLength: 12, maxLength: 12 }),
      async (records, queries) => {
        await store(db, dictionary, storable(records))
        const ehrs = await allRecords(db)
        const ehr0 = withUuids('ehr0')
        for (const q of SHAPES) seen += await agree(q, ehrs)
        for (const { columns, from, conditions, order } of queries) {
          const where = checkAql(parseAql(`SELECT 1 FROM ${from} WHERE ${conditions[0]}`)).length === 0
          const q = withUuids(
            `SELECT ${columns.join(', ')} FROM ${from}${where ? ` WHERE ${conditions[0]}` : ''}${order.length > 0 ? ` ORDER BY ${order.join(', ')}` : ''}`,
          )
          if (hasTooManyRows(q, ehrs)) continue
          seen += await agree(q, ehrs)
          await agree(q, ehrs, ehr0)
          const all = reference(q, ehrs)
          assert.deepEqual(await run(q, { offset: 1, fetch: 2 }), all.slice(1, 3), q)
        }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  )
  assert.ok(seen > 200, `only ${seen} rows were seen`)
})
