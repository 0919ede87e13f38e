/** One EHR with many compositions: first pages, pages by their link and the newest ones read as many rows as in a short record. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { bindParameters, parseAql } from '@cairn-ehr/openehr/aql'
import { loadRecords } from '../../bench/datamap-data.ts'
import { ehrOf } from '../../bench/layout-data.ts'
import { openDatamapShelf } from '../../packages/server/src/datamap/index.ts'
import { keysOf, topOf } from '../../packages/server/src/datamap/list/list.ts'
import { printAfter } from '../../packages/server/src/datamap/list/order.ts'
import { pageIn, pageOf } from '../../packages/server/src/datamap/list/page.ts'
import { pageStatement } from '../../packages/server/src/datamap/list/statement.ts'
import { findPage } from '../../packages/server/src/datamap/list/store.ts'
import type { Queries } from '../../packages/server/src/db/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { openTemplateShelf } from '../../packages/server/src/definitions/index.ts'
import { planCache } from '../../packages/server/src/query/plan/cache.ts'
import { QueryForm } from '../../packages/server/src/query/query-form.ts'
import { valuesFor } from '../../packages/server/src/relation/index.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { rootsOf } from '../../packages/server/src/roots/writing/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { testDatabase } from '../database.ts'
import { bloodPressure } from '../records.ts'
import { rowsReadBy } from '../rows-read.ts'
import { NO_INDEX } from './index-choices.ts'

const { database: db } = await testDatabase()
const dictionary = openPathDictionary(db)

/** About 150 and 3,000 compositions, and some of others. */
const [SHORT, LONG] = [ehrOf(0), ehrOf(1)]
const COMPOSITIONS = 3500
const ehrAt = (random: number): number =>
  random < 0.043 ? 0 : random < 0.9 ? 1 : 2 + Math.floor((random - 0.9) * 300)

const ARCHETYPE = 'openEHR-EHR-OBSERVATION.blood_pressure.v2'
const EVENT = 'data[at0001]/events[at0006]'
const SYSTOLIC = `${EVENT}/data[at0003]/items[at0004]/value`
const START = 'c/context/start_time/value'

const DEFINITION = `<datamap template="Blood pressure.v1">
  <paths add="recorded" path="/context/start_time"/>
  <paths add="systolic" path="/content[${ARCHETYPE}]/${SYSTOLIC}"/>
</datamap>`

const saveDatamap = sql<never, [definition: string]>({
  name: 'test.saveDatamap',
  text: `insert into cairn.datamap (name, definition, format, template_id, template_key, saved_by)
    select 'pressures', $1, 'xml', template_id, template_key, 'test' from cairn.template`,
})

before(async () => {
  await loadRecords(db, COMPOSITIONS, { ehrs: 40, ehrAt })
  await db.execute(saveDatamap, [DEFINITION])
  await dictionary.refresh()
  // A query for any composition then names several archetypes.
  const report = { ...bloodPressure(), archetype_node_id: 'openEHR-EHR-COMPOSITION.report.v1' }
  await dictionary.learn([{ roots: rootsOf(report, 'COMPOSITION') }])
})

/** Runs the statement of a page, and returns the keys of its records. */
async function listOn(queries: Queries, query: string): Promise<readonly (readonly (string | null)[])[]> {
  const ready = await openDatamapShelf({ db, shelf: openTemplateShelf(db) }).named('pressures')
  const page = pageOf(ready.datamap, pageIn({ query: new URLSearchParams(query) }))
  const keys = keysOf(
    { dictionary },
    topOf({ dictionary }, ready),
    page.order.map(({ field }) => field),
  )
  const { records } = await findPage(queries, pageStatement(page, ready.template.artefactId, keys, false))
  return records.map(record => record.keys)
}

/** Runs the statement of a query in the context of an EHR. */
async function askOn(queries: Queries, q: string, ehrId: string): Promise<number> {
  const form = new QueryForm(bindParameters(parseAql(q), {}))
  const page = { offset: 0, fetch: 11 }
  const { plan } = planCache(dictionary, Date.now, NO_INDEX, false)(form, true, page)
  assert.ok('statement' in plan)
  const state = sql<{ generation: number }>({
    name: 'test.generation',
    text: 'select generation from cairn.dictionary_state',
  })
  const [{ generation } = { generation: 0 }] = await queries.query(state)
  const given = { literals: form.shape.literals, ehrId, ...page, now: '', answers: [], generation }
  const statement = sql<unknown, readonly unknown[]>({
    name: 'test.ask',
    text: plan.statement.text,
    prepare: false,
  })
  return (await queries.query(statement, valuesFor(plan.statement, given))).length
}

const LISTS: Readonly<Record<string, string>> = {
  'the first page': '',
  'the newest by start time': '&order_by=recorded desc',
}

const QUERIES: Readonly<Record<string, string>> = {
  'the newest compositions': `SELECT c/uid/value, ${START} FROM EHR e CONTAINS COMPOSITION c ORDER BY ${START} DESC LIMIT 10`,
  'the newest values by start time': `SELECT ${START}, o/${SYSTOLIC}/magnitude
    FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${ARCHETYPE}] ORDER BY ${START} DESC LIMIT 10`,
  'the newest values by start time, of those above a bound': `SELECT ${START}, o/${SYSTOLIC}/magnitude
    FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${ARCHETYPE}] WHERE o/${SYSTOLIC}/magnitude > 50
    ORDER BY ${START} DESC LIMIT 10`,
  'the newest versions': `SELECT c/uid/value, ${START}, v/commit_audit/time_committed/value
    FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c ORDER BY ${START} DESC LIMIT 10`,
  'the newest values by event time': `SELECT o/${EVENT}/time/value, o/${SYSTOLIC}/magnitude
    FROM EHR e CONTAINS OBSERVATION o[${ARCHETYPE}] ORDER BY o/${EVENT}/time/value DESC LIMIT 10`,
  'the newest values by event time, with their composition': `SELECT c/uid/value, o/${SYSTOLIC}/magnitude
    FROM EHR e CONTAINS COMPOSITION c CONTAINS OBSERVATION o[${ARCHETYPE}] ORDER BY o/${EVENT}/time DESC LIMIT 10`,
}

describe('a record twenty times as long', { skip: leftOutOnCitus('statistics of one server') }, () => {
  for (const [name, query] of Object.entries(LISTS))
    it(`reads as many rows for ${name} of a datamap`, async () => {
      const read = (ehrId: string) =>
        rowsReadBy(db, async queries =>
          assert.equal((await listOn(queries, `ehrUid=${ehrId}&limit=50${query}`)).length, 51),
        )
      const [short, long] = [await read(SHORT), await read(LONG)]
      assert.ok(long <= short * 1.2, `${long} rows, ${short} of the short record`)
    })

  it('reads as many rows for a page by its link, however deep', async () => {
    const [first] = await listOn(db, `ehrUid=${LONG}&limit=1`)
    const [deep] = await listOn(db, `ehrUid=${LONG}&limit=1&offset=2800`)
    assert.ok(first && deep)
    const read = (keys: readonly (string | null)[]) =>
      rowsReadBy(db, async queries =>
        assert.equal((await listOn(queries, `ehrUid=${LONG}&limit=50&after=${printAfter(keys)}`)).length, 51),
      )
    assert.ok((await read(deep)) <= (await read(first)) * 1.2)
  })

  // PostgreSQL plans the first runs of a prepared statement for their EHR, and may plan later ones for any.
  for (const mode of ['force_custom_plan', 'force_generic_plan'])
    for (const [name, q] of Object.entries(QUERIES))
      it(`reads as many rows for ${name} (${mode})`, async () => {
        const setMode = sql({
          name: 'test.mode',
          text: `set local plan_cache_mode to ${mode}`,
          prepare: false,
        })
        const read = (ehrId: string) =>
          rowsReadBy(db, async queries => {
            await queries.execute(setMode)
            assert.equal(await askOn(queries, q, ehrId), 11)
          })
        const [short, long] = [await read(SHORT), await read(LONG)]
        assert.ok(long <= short * 1.2, `${long} rows, ${short} of the short record`)
      })
})
