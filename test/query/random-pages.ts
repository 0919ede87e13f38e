/** Pages of queries over random records: SQL must give the rows of the evaluator. */
import assert from 'node:assert/strict'
import { bindParameters, type EhrData, evaluate, parseAql } from '@cairn-ehr/openehr/aql'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { asStored, store } from './stored-records.ts'
import { testPushdown } from './test-pushdown.ts'
import { valuesOf } from './values-of.ts'

const NOW = Date.parse('2026-11-14T10:00:00Z')

interface PageOfRows {
  readonly offset: number
  readonly fetch: number
}

interface Compared {
  /** The plan as text. */
  readonly plan: string
  /** The number of its rows. */
  readonly count: number
}

export interface RandomPages {
  readonly isDistributed: boolean
  /** Stores the records, and compares every page of every query. */
  compare(
    records: readonly EhrData[],
    queries: readonly string[],
    pages: readonly PageOfRows[],
  ): Promise<readonly Compared[]>
}

export async function openRandomPages(): Promise<RandomPages> {
  const { database } = await testDatabase()
  const dictionary = openPathDictionary(database)
  const pushdown = testPushdown(database, { dictionary, now: () => NOW })

  const comparePage = async (
    aql: string,
    records: readonly EhrData[],
    page: PageOfRows,
  ): Promise<Compared> => {
    const query = bindParameters(parseAql(aql), {})
    const prepared = prepareOnce(query, { ehrId: undefined, ...page })
    const running = await pushdown.run(prepared, new AbortController().signal, 'test')
    assert.ok(running, aql)
    const found: unknown[] = []
    for await (const row of valuesOf(running)) found.push(row)
    const { rows } = evaluate(query, records, { now: new Date(NOW).toISOString() })
    const wanted = rows.slice(page.offset, page.offset + page.fetch)
    assert.deepEqual(found, JSON.parse(JSON.stringify(wanted)), aql)
    return { plan: (await pushdown.explain(prepared)).text, count: found.length }
  }

  return {
    isDistributed: database.isDistributed,
    compare: async (given, queries, pages) => {
      const { records, query: renamed } = asStored(given)
      await store(database, dictionary, records)
      const compared: Compared[] = []
      for (const aql of queries)
        for (const page of pages) compared.push(await comparePage(renamed(aql), records, page))
      return compared
    },
  }
}
