import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corpusFile, corpusMissing } from '../../fixtures/corpus.ts'
import { bindParameters, evaluate, parseAql, type ResultSet } from '../../src/aql/index.ts'
import { Problem } from '../../src/problem.ts'
import { type AqlCase, aqlCases, type PreparedCase, requestOf } from './cases.ts'
import { DIFFERENCES } from './differences.ts'
import { fromFlat } from './from-flat.ts'
import { difference } from './rows.ts'
import { type Setup, SYSTEM, setUp } from './setup.ts'

/** Puts values into a text; inside JSON, as JSON writes them. */
type Fill = (text: string, place?: 'json') => string

const setups = new Map<string, Setup>()

/** Cases of one suite mostly share their records, which nothing changes. */
function setupFor({ steps }: PreparedCase): Setup {
  const key = JSON.stringify(steps)
  const setup = setups.get(key) ?? setUp(steps, fromFlat)
  setups.set(key, setup)
  return setup
}

function outcome(prepared: PreparedCase): string | undefined {
  try {
    return run(prepared, setupFor(prepared))
  } catch (error) {
    const { expected_file_blank, expected_row_count } = prepared.case
    const refusable = expected_file_blank === true && expected_row_count === undefined
    return refusable && error instanceof Problem ? undefined : `${error}`
  }
}

function run(prepared: PreparedCase, setup: Setup): string | undefined {
  const { q, parameters } = requestOf(prepared.case)
  const vars = {
    system_id_with_tenant: SYSTEM,
    ehr_id: '{{ehr.1.id}}',
    compo_id: '{{composition.1.uid}}',
    ...prepared.case.vars,
  }
  const values = new Map(Object.entries(vars).map(([name, value]) => [name, setup.fill(String(value))]))
  const fill: Fill = (text, place) => {
    const shown = (value: string) => (place === 'json' ? JSON.stringify(value).slice(1, -1) : value)
    return setup.fill(text).replace(/\$\{(\w+)\}/g, (whole, name: string) => shown(values.get(name) ?? whole))
  }
  const query = bindParameters(parseAql(fill(q)), JSON.parse(fill(JSON.stringify(parameters), 'json')))
  return verdict(prepared.case, evaluate(query, setup.ehrs, { now: '2026-11-14T10:00:00Z' }), fill)
}

function verdict(each: AqlCase, { rows, columns }: ResultSet, fill: Fill): string | undefined {
  if (each.expected_row_count !== undefined && rows.length !== each.expected_row_count) {
    return `${rows.length} rows instead of ${each.expected_row_count}: ${JSON.stringify(rows).slice(0, 300)}`
  }
  for (const [keyword, actual, expected] of each.other_asserts ?? []) {
    const cell = cellAt(rows, actual)
    if (cell === undefined) continue
    const wanted = fill(expected).replaceAll('\\', '')
    const holds = keyword === 'Should Contain' ? String(cell).includes(wanted) : String(cell) === wanted
    if (keyword.startsWith('Should') && !holds) return `${actual} is ${String(cell)} instead of ${wanted}`
  }
  if (each.expected_file === undefined) return undefined
  // Some files quote a query with escapes that JSON does not have.
  const text = corpusFile(`integration-tests/${each.expected_file}`).replace(/\\(?!["\\/bfnrtu])/g, '\\\\')
  const expected = JSON.parse(fill(text, 'json'))
  const names = (list: readonly { name: string }[]) => list.map(column => column.name).join()
  if (expected.columns && names(columns) !== names(expected.columns)) {
    return `columns ${names(columns)} instead of ${names(expected.columns)}`
  }
  // Without ORDER BY the order of rows is nobody's to expect.
  const anyOrder = each.ignore_order === true || !/order by/i.test(each.q ?? '')
  return difference(rows, expected.rows, each.exclude_paths ?? [], anyOrder)
}

/** `${resp_body['rows'][0][1]}` → that cell. */
function cellAt(rows: ResultSet['rows'], path: string): unknown {
  const match = /^\$\{resp_body(?:_actual)?\['rows'\](\[.*\])\}$/.exec(path)
  if (!match) return undefined
  const keys = [...(match[1] ?? '').matchAll(/\['?(\w+)'?\]/g)].map(([, key]) => key ?? '')
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], rows)
}

test('every AQL case of the corpus gives the expected rows, or its difference is explained', {
  skip: corpusMissing,
}, () => {
  const differing = new Map<string, string>()
  let count = 0
  for (const prepared of aqlCases()) {
    count += 1
    const found = outcome(prepared)
    if (found !== undefined) differing.set(prepared.case.id, found)
  }
  assert.equal(count, 616)
  const reasons = new Map(
    DIFFERENCES.flatMap(({ cases, because }) => cases.map(id => [id, because] as const)),
  )
  const unexplained = [...differing]
    .filter(([id]) => !reasons.has(id))
    .map(([id, found]) => `${id}: ${found}`)
  assert.deepEqual(unexplained, [])
  const settled = [...reasons.keys()].filter(id => !differing.has(id))
  assert.deepEqual(settled, [], 'these are listed and pass: take them off the list')
})
