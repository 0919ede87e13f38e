/** Random queries over random records: what SQL answers must be what the reference evaluator answers, row by row. */

import assert from 'node:assert/strict'
import { bindParameters, checkAql, evaluate, parseAql, type ResultSet } from '@cairn-ehr/openehr/aql'
import fc from 'fast-check'
import { randomQuery, TooManyRows, tickUpTo } from '../../packages/openehr/test/aql/random-queries.ts'
import { randomRecords } from '../../packages/openehr/test/aql/random-records.ts'
import { readEhrId } from '../../packages/server/src/ids/index.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { EVERY_INDEX } from './index-choices.ts'
import { queryTexts } from './query-texts.ts'
import { asStored, store } from './stored-records.ts'
import { testPushdown } from './test-pushdown.ts'
import { valuesOf } from './values-of.ts'

const NOW = Date.parse('2026-11-14T10:00:00Z')
const { database } = await testDatabase()
const dictionary = openPathDictionary(database)
const needs = { dictionary, now: () => NOW }
const pushdown = testPushdown(database, needs)
const byIndexes = testPushdown(database, { ...needs, indexes: EVERY_INDEX })

/** `undefined` where there would be too many rows to compare. */
function answerOf(evaluated: () => ResultSet): ResultSet | undefined {
  try {
    return evaluated()
  } catch (error) {
    if (error instanceof TooManyRows) return undefined
    throw error
  }
}

const seen = { answered: 0, rows: 0, left: new Map<string, number>() }

/** Throws where they differ, with the seed that finds the difference again. */
export async function agree(runs: number): Promise<void> {
  const query = fc.tuple(
    fc.tuple(randomQuery, queryTexts).map(([parts, text]) => text(parts)),
    fc.constantFrom(false, false, false, true),
    fc.constantFrom(0, 0, 1, 3),
    fc.constantFrom(2, 1000, 100_000),
  )
  const queries = fc.array(query, { minLength: 12, maxLength: 12 })
  const property = fc.asyncProperty(randomRecords, queries, async (records, asked) => {
    const { records: stored, query: renamed } = asStored(records)
    await store(database, dictionary, stored)
    for (const [asIs, inFirst, offset, fetch] of asked) {
      const text = renamed(asIs)
      if (checkAql(parseAql(text)).length > 0) continue
      const bound = bindParameters(parseAql(text), {})
      const ehrId = inFirst ? readEhrId(stored[0]?.ehr_id ?? '') : undefined
      const prepared = prepareOnce(bound, { ehrId, offset, fetch })
      const options = {
        now: new Date(NOW).toISOString(),
        tick: tickUpTo(50_000),
        ...(ehrId && { ehr: ehrId }),
      }
      const expected = answerOf(() => evaluate(bound, stored, options))
      if (!expected) continue
      const running = await pushdown.run(prepared, new AbortController().signal, 'test').catch(cause => {
        throw new Error(text, { cause })
      })
      if (!running) {
        const { text: reason } = await pushdown.explain(prepared)
        seen.left.set(reason, (seen.left.get(reason) ?? 0) + 1)
        continue
      }
      const rows: unknown[] = []
      for await (const row of valuesOf(running)) rows.push(row)
      const page = JSON.parse(JSON.stringify(expected.rows.slice(offset, offset + fetch)))
      assert.deepEqual(rows, page, text)
      const indexed = await byIndexes.run(prepared, new AbortController().signal, 'test')
      assert.ok(indexed)
      const found: unknown[] = []
      for await (const row of valuesOf(indexed)) found.push(row)
      assert.deepEqual(found, page, `by indexes: ${text}`)
      assert.deepEqual(running.columns, expected.columns)
      seen.answered += 1
      seen.rows += rows.length
    }
  })
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
  assert.ok(seen.answered > runs, `only ${seen.answered} queries were answered by SQL`)
}
