/** The AQL cases of the corpus: over real documents too, what SQL answers is what the reference evaluator answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bindParameters, checkAql, evaluate, parseAql } from '@cairn-ehr/openehr/aql'
import { corpusMissing } from '../../packages/openehr/fixtures/corpus.ts'
import { type AqlCase, aqlCases, requestOf } from '../../packages/openehr/test/aql/cases.ts'
import { fromFlat } from '../../packages/openehr/test/aql/from-flat.ts'
import { type Setup, SYSTEM, setUp } from '../../packages/openehr/test/aql/setup.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { EVERY_INDEX } from './index-choices.ts'
import { storable, store } from './stored-records.ts'
import { testPushdown } from './test-pushdown.ts'
import { valuesOf } from './values-of.ts'

const NOW = Date.parse('2026-11-14T10:00:00Z')
const { database } = await testDatabase()
const dictionary = openPathDictionary(database)
const needs = { dictionary, now: () => NOW }
const pushdown = testPushdown(database, needs)
const byIndexes = testPushdown(database, { ...needs, indexes: EVERY_INDEX })

/** The query of a case, with its parameters in; undefined where it is none that can be run. */
function queryOf(each: AqlCase, setup: Setup) {
  const { q, parameters } = requestOf(each)
  const vars = {
    system_id_with_tenant: SYSTEM,
    ehr_id: '{{ehr.1.id}}',
    compo_id: '{{composition.1.uid}}',
    ...each.vars,
  }
  const values = new Map(Object.entries(vars).map(([name, value]) => [name, setup.fill(String(value))]))
  const fill = (text: string) =>
    setup.fill(text).replace(/\$\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole)
  try {
    const query = bindParameters(parseAql(fill(q)), JSON.parse(fill(JSON.stringify(parameters))))
    return checkAql(query).length === 0 ? query : undefined
  } catch {
    return undefined
  }
}

test('every case that SQL answers has the rows of the evaluator', { skip: corpusMissing }, async () => {
  const left = new Map<string, number>()
  let stored = ''
  let setup: Setup | undefined
  let answered = 0
  for (const { case: each, steps } of aqlCases()) {
    const key = JSON.stringify(steps)
    if (setup === undefined || key !== stored) {
      const made = setUp(steps, fromFlat)
      setup = { ...made, ehrs: storable(made.ehrs) }
      stored = key
      await store(database, dictionary, setup.ehrs)
    }
    const query = queryOf(each, setup)
    if (!query) continue
    const prepared = prepareOnce(query, { ehrId: undefined, offset: 0, fetch: 10_000 })
    const running = await pushdown.run(prepared, new AbortController().signal, 'test').catch(cause => {
      throw new Error(`${each.id}: ${each.q}`, { cause })
    })
    if (!running) {
      const { text } = await pushdown.explain(prepared)
      left.set(text, (left.get(text) ?? 0) + 1)
      continue
    }
    const rows: unknown[] = []
    for await (const row of valuesOf(running)) rows.push(row)
    const expected = evaluate(query, setup.ehrs, { now: new Date(NOW).toISOString() })
    assert.deepEqual(rows, JSON.parse(JSON.stringify(expected.rows)), `${each.id}: ${each.q}`)
    const byIndex = await byIndexes.run(prepared, new AbortController().signal, 'test')
    assert.ok(byIndex)
    const found: unknown[] = []
    for await (const row of valuesOf(byIndex)) found.push(row)
    assert.deepEqual(found, rows, `by indexes, ${each.id}: ${each.q}`)
    answered += 1
  }
  if (process.env['CAIRN_TEST_RUNS']) console.log(answered, left)
  assert.ok(answered >= 540, `only ${answered} cases were answered by SQL`)
})
