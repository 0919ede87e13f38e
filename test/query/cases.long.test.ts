/** The AQL cases of the corpus through the executors: the rows of the reference evaluator, whichever of them runs a case. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bindParameters, checkAql, evaluate, parseAql } from '@cairn-ehr/openehr/aql'
import { corpusMissing } from '../../packages/openehr/fixtures/corpus.ts'
import { aqlCases, type PreparedCase, requestOf } from '../../packages/openehr/test/aql/cases.ts'
import { fromFlat } from '../../packages/openehr/test/aql/from-flat.ts'
import { type Setup, SYSTEM, setUp } from '../../packages/openehr/test/aql/setup.ts'
import { openConnectionLine, openExecutor, openQueryReads } from '../../packages/server/src/query/open.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { allRecords } from './all-records.ts'
import { NO_INDEX } from './index-choices.ts'
import { store } from './stored-records.ts'
import { valuesOf } from './values-of.ts'

const { database: db, url: databaseUrl, beforeDrop } = await testDatabase()
const dictionary = openPathDictionary(db)
const NOW = Date.parse('2026-11-14T10:00:00Z')
const config = {
  queryTimeout: 60_000,
  queryPool: 4,
  queryWorkers: 1,
  queriesPerClient: 4,
  queriesWaiting: 50,
  queryStall: 60_000,
  terminologyUrl: undefined,
  databaseReadUrl: undefined,
  readLag: 1000,
}
const reads = await openQueryReads({ db, databaseUrl, config, traced: pool => pool }, () => {})
const executor = openExecutor({
  identityKey: 'key',
  db,
  reads,
  connectionLine: openConnectionLine(config),
  databaseUrl,
  dictionary,
  indexes: NO_INDEX,
  config,
  now: () => NOW,
})
beforeDrop(async () => {
  await executor.close()
  await reads.close()
})

/** The text and parameters of a case, with the ids of its records in place. */
function asked({ case: each }: PreparedCase, setup: Setup) {
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
  return bindParameters(parseAql(fill(q)), JSON.parse(fill(JSON.stringify(parameters))))
}

const asJson = (rows: unknown) => JSON.parse(JSON.stringify(rows))

it('every AQL case of the corpus has the rows of the reference evaluator', {
  skip: corpusMissing,
}, async () => {
  const counts = { run: 0, refused: 0, rows: 0, bySql: 0 }
  let before = ''
  let setup: Setup | undefined
  for (const prepared of aqlCases()) {
    const steps = JSON.stringify(prepared.steps)
    if (!setup || steps !== before) {
      setup = setUp(prepared.steps, fromFlat)
      await store(db, dictionary, setup.ehrs)
      before = steps
    }
    const query = (() => {
      try {
        return asked(prepared, setup)
      } catch {
        return undefined
      }
    })()
    if (!query || checkAql(query).length > 0) {
      counts.refused += 1
      continue
    }
    const now = new Date(NOW).toISOString()
    const expected = evaluate(query, await allRecords(db), { now })
    const call = prepareOnce(query, { ehrId: undefined, offset: 0, fetch: 100_000 })
    const rows: unknown[] = []
    const running = await executor.run(call, new AbortController().signal, 'test')
    for await (const row of valuesOf(running)) rows.push(row)
    assert.deepEqual(asJson(running.columns), asJson(expected.columns), prepared.case.id)
    assert.deepEqual(asJson(rows), asJson(expected.rows), prepared.case.id)
    counts.run += 1
    counts.rows += rows.length
    if (!(await executor.explain(call)).includes('Not by SQL alone')) counts.bySql += 1
  }
  console.log(JSON.stringify(counts))
  assert.ok(counts.run > 580 && counts.rows > 1000, JSON.stringify(counts))
})
