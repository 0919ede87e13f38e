/** Every shape that is pushed down: nodes, SQL and rows of each as they are written down in `pushdown.sql`; the rows are those of the evaluator. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { bindParameters, checkAql, evaluate, parseAql } from '@cairn-ehr/openehr/aql'
import { RECORDS } from '../../packages/openehr/test/aql/records.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import type { KnownIndexes } from '../../packages/server/src/indexes/index.ts'
import { prepareOnce } from '../../packages/server/src/query/prepare.ts'
import { rootColumns } from '../../packages/server/src/relation/index.ts'
import { openPathDictionary } from '../../packages/server/src/roots/index.ts'
import { testDatabase } from '../database.ts'
import { EVERY_INDEX, NO_INDEX } from './index-choices.ts'
import { INDEXED, LEFT, PUSHED } from './pushdown-shapes.ts'
import { asStored, store } from './stored-records.ts'
import { testPushdown } from './test-pushdown.ts'
import { valuesOf } from './values-of.ts'

const NOW = '2026-11-14T10:00:00.000Z'
const WRITTEN = new URL('pushdown.sql', import.meta.url)
/** CAIRN_ACCEPT=1 writes the file anew: the diff is to be read. */
const ACCEPT = process.env['CAIRN_ACCEPT'] !== undefined

const { database } = await testDatabase()
const dictionary = openPathDictionary(database)
const CODES = ['433', { terminology: 'openehr', code: '431' }]
const answerTo = (operation: string, parameters: string) =>
  operation === 'lookup' ? 'a rubric' : parameters.includes('none') ? [] : CODES
const pushdownWith = (indexes: KnownIndexes) =>
  testPushdown(database, {
    dictionary,
    indexes,
    now: () => Date.parse(NOW),
    terminology: async ([operation, , parameters]) => answerTo(operation, parameters),
  })
const pushdown = pushdownWith(NO_INDEX)
const OPTIONS = {
  now: NOW,
  terminology: (operation: string, _: string, parameters: string) => answerTo(operation, parameters),
}
const { records, query: renamed } = asStored(RECORDS)
await store(database, dictionary, records)

const never = new AbortController().signal
const boundOf = (text: string) => bindParameters(parseAql(renamed(text)), {})
const preparedOf = (text: string) => prepareOnce(boundOf(text), { ehrId: undefined, offset: 0, fetch: 1000 })

async function rowsOf(text: string, by = pushdown): Promise<unknown[] | undefined> {
  const running = await by.run(preparedOf(text), never, 'test')
  if (!running) return undefined
  const rows: unknown[] = []
  for await (const row of valuesOf(running)) rows.push(row)
  return rows
}

/** Cases by name: what stands between one name and the next. */
const written = new Map(
  (existsSync(WRITTEN) ? readFileSync(WRITTEN, 'utf8') : '')
    .split(/^-- (?! )/m)
    .slice(1)
    .map(part => [part.slice(0, part.indexOf('\n')), `-- ${part.trim()}`]),
)
const now = new Map<string, string>()

const MOST_ROWS = 5
const WIDEST_ROW = 160

function shownRows(rows: readonly unknown[]): readonly string[] {
  const shown = rows.slice(0, MOST_ROWS).map(row => JSON.stringify(row))
  const cut = shown.map(row => (row.length > WIDEST_ROW ? `${row.slice(0, WIDEST_ROW)}…` : row))
  return rows.length > MOST_ROWS ? [...cut, `… ${rows.length} rows`] : cut
}

/** The query, the nodes, the rows and the SQL of one case, which is a comment up to the SQL. */
function caseOf(name: string, text: string, plan: string, rows: readonly unknown[]): string {
  const [, nodes = '', sql = ''] = /-- nodes\n(.*)\n\n-- sql\n(.*)$/s.exec(plan) ?? []
  const comment = [text, 'nodes', ...indented(nodes.split('\n')), 'rows', ...indented(shownRows(rows))]
  return [`-- ${name}`, ...comment.map(line => `--   ${line}`), sql.trim()].join('\n')
}

const indented = (lines: readonly string[]): readonly string[] => lines.map(line => `  ${line}`)

const casesBy = (texts: Readonly<Record<string, string>>, by: typeof pushdown) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text, by }]))
const CASES = { ...casesBy(PUSHED, pushdown), ...casesBy(INDEXED, pushdownWith(EVERY_INDEX)) }

/** Shapes that the nodes of a cluster have no statement for: the evaluator runs them there. */
const NOT_ON_NODES: readonly string[] = ['EXISTS of something beside the column']

describe('pushed down', () => {
  for (const [name, { text, by }] of Object.entries(CASES))
    test(name, async () => {
      assert.deepEqual(checkAql(boundOf(text)), [])
      const { runs, text: plan } = await by.explain(preparedOf(text))
      if (database.isDistributed && NOT_ON_NODES.includes(name)) {
        assert.match(plan, /the nodes of the cluster cannot run its statement/)
        assert.equal(await rowsOf(text, by), undefined)
        return
      }
      assert.ok(runs, plan)
      const expected = JSON.parse(JSON.stringify(evaluate(boundOf(text), records, OPTIONS).rows))
      assert.deepEqual(await rowsOf(text, by), expected)
      const found = caseOf(name, text, plan, expected)
      now.set(name, found)
      // The golden file has the SQL for plain PostgreSQL; a cluster has other statements, and its rows are compared instead.
      if (!ACCEPT && !database.isDistributed)
        assert.equal(found, written.get(name), 'CAIRN_ACCEPT=1 writes it down')
    })

  test('what is written down is what is tested', () => {
    if (ACCEPT) writeFileSync(WRITTEN, `${[...now.values()].join('\n\n')}\n`)
    else assert.deepEqual([...written.keys()], Object.keys(CASES))
  })
})

describe('left to the evaluator', () => {
  for (const [name, [text, reason]] of Object.entries(LEFT))
    test(name, async () => {
      assert.equal(await rowsOf(text), undefined)
      assert.match((await pushdown.explain(preparedOf(text))).text, reason)
    })
})

test('a sub-query in place of a scan of roots has all columns of the table', async () => {
  const columns = await database.query(
    sql<{ name: string }>({
      name: 'test.root_columns',
      text: `select attname::text as name from pg_attribute
        where attrelid = 'cairn.root'::regclass and attnum > 0 and not attisdropped order by attnum`,
    }),
  )
  assert.deepEqual(
    rootColumns('r').map(({ name }) => name),
    columns.map(({ name }) => name),
  )
})
