/**
 * As `limited-text.ts`, for a distributed database: its nodes do not know the setting that the views look at, and no view of a
 * distributed table can be written through. So the conditions of the views stand in the statement, over values that the coordinator
 * has read from the setting before.
 */
import type pg from 'pg'
import type { RowLimit } from '../access/index.ts'
import { withoutData } from './database-error.ts'
import {
  type LimitStatement,
  limitName,
  NAMED_TABLE,
  requireViewed,
  STRING,
  turnOnce,
} from './limited-text.ts'

type Views = RowLimit['views']

/** Values that say how far the rights of a caller reach: EHRs, the bits of rules, and the setting itself. */
type ReachValue = 'ehrs' | 'records' | 'setting'

const TYPES: Readonly<Record<ReachValue, string>> = { ehrs: 'uuid[]', records: 'jsonb', setting: 'jsonb' }

interface Scope {
  readonly views: Views
  /** The alias of the row that is asked about. */
  readonly row: string
  /** SQL of a value, as a parameter. */
  readonly given: (value: ReachValue) => string
}

type Condition = (scope: Scope) => string

const inEhr: Condition = ({ views, row, given }) =>
  views === 'template'
    ? `cairn.in_reach(${given('records')}, ${row}.ehr_id, null, null)`
    : `${row}.ehr_id = any(${given('ehrs')})`

/** The template of a composition by any of its versions: all are of one template, whose rights are by its name. */
const templateOf = (
  row: string,
): string => `coalesce((select max(reach_t.template_key) from cairn.version reach_t
  where reach_t.ehr_id = ${row}.ehr_id and reach_t.object_id = ${row}.object_id group by reach_t.ehr_id), 0)`

const inRecords =
  (part: (row: string) => string): Condition =>
  scope => {
    if (scope.views === 'ehr') return inEhr(scope)
    const { row, given } = scope
    return `${inEhr(scope)} and (${row}.kind <> 'COMPOSITION' or cairn.in_reach(${given('records')}, ${row}.ehr_id, ${part(row)}))`
  }

const inVersion = inRecords(row => `'templates', coalesce(${row}.template_key, ${templateOf(row)})`)

const inObject = inRecords(
  row => `case when ${row}.artefact_id is null then 'templates' else 'artefacts' end,
    coalesce(${row}.artefact_id, ${templateOf(row)})`,
)

/** Rows that belong to a row of another table, by columns that both have. */
const belonging =
  (table: string, alias: string, columns: readonly string[], condition: Condition): Condition =>
  scope => {
    if (scope.views === 'ehr') return inEhr(scope)
    const same = columns.map(column => `${alias}.${column} = ${scope.row}.${column}`)
    return `exists (select 1 from cairn.${table} ${alias} where ${same.join(' and ')} and ${condition({ ...scope, row: alias })})`
  }

const ofVersion = (column: string): Condition =>
  belonging('version', 'reach_v', ['ehr_id', column], inVersion)
const ofObject = belonging('versioned_object', 'reach_o', ['ehr_id', 'object_id'], inObject)

const byName =
  (column: string, list: string): Condition =>
  ({ row, given }) =>
    `cairn.matches_names(${row}.${column}, ${given('setting')} -> '${list}')`

/** The same rows as those of the views of migration 0023, table by table. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  ehr: inEhr,
  ehr_subject: inEhr,
  episode: inEhr,
  erased_ehr: inEhr,
  version: inVersion,
  versioned_object: inObject,
  root: ofVersion('commit_number'),
  contribution: ofVersion('contribution_id'),
  item_tag: ofObject,
  finding: ofObject,
  // The template of a composition that was erased is not known any more.
  erased_object: scope =>
    scope.views === 'ehr' ? inEhr(scope) : `${inEhr(scope)} and ${scope.row}.kind <> 'COMPOSITION'`,
  template: byName('template_id', 'template'),
  datamap: byName('template_id', 'datamap'),
  stored_query: byName('name', 'query'),
}

/** Strings, brackets, WHERE, and tables with what was before them. */
const TOKENS = new RegExp(
  `${STRING}|[()]|\\bwhere\\b|\\b(insert\\s+into\\s+|update\\s+|delete\\s+from\\s+)?${NAMED_TABLE}`,
  'gi',
)

interface LimitedForNodes {
  readonly text: string
  /** Values to add to those of the statement, in order. */
  readonly added: readonly ReachValue[]
}

/** A table that is written to: the condition on its rows is put where its WHERE begins. */
interface Target {
  readonly condition: string
  readonly depth: number
}

/** `count`: the number of values that the statement has by itself. */
export function limitForNodes(text: string, views: Views, count: number): LimitedForNodes {
  const added: ReachValue[] = []
  const given = (value: ReachValue): string => {
    if (!added.includes(value)) added.push(value)
    return `$${count + added.indexOf(value) + 1}::${TYPES[value]}`
  }
  let depth = 0
  let target: Target | undefined
  const limited = text.replace(TOKENS, (all: string, before = '', name?: string, alias = '') => {
    if (all === '(') depth += 1
    if (all === ')') depth -= 1
    if (name === undefined) {
      if (all.toLowerCase() !== 'where' || target?.depth !== depth) return all
      const { condition } = target
      target = undefined
      return `${all} ${condition} and`
    }
    const table = name.toLowerCase()
    if (!requireViewed(table) || /^insert/i.test(before)) return all
    const row = /(\w+)$/.exec(alias)?.[1] ?? table
    const condition = CONDITIONS[table]
    if (!condition) throw new Error(`cairn.${table} has no condition for callers with limited rights`)
    if (before !== '') {
      target = { condition: `(${condition({ views, row, given })})`, depth }
      return all
    }
    const rows = `(select * from cairn.${table} reached where ${condition({ views, row: 'reached', given })})`
    return `${rows}${alias === '' ? ` as ${table}` : alias}`
  })
  if (target) throw new Error('a statement that changes all rows is not for callers with limited rights')
  return { text: limited, added }
}

/** Read on the coordinator, which knows the setting and has the assignments. */
const READ_REACH = {
  name: 'reach',
  text: `select cairn.reached_ehrs()::text as ehrs, cairn.reached_records()::text as records`,
}

type ReachValues = Readonly<Record<ReachValue, string>>

async function readReach(client: pg.PoolClient, setting: string): Promise<ReachValues> {
  const { rows } = await client.query<Omit<ReachValues, 'setting'>>(READ_REACH).catch(error => {
    throw withoutData(error, READ_REACH.name)
  })
  return { ehrs: rows[0]?.ehrs ?? '{}', records: rows[0]?.records ?? '{}', setting }
}

/** Reads the reach of a caller once for each time that a connection is taken: for one statement, or for a transaction. */
export function nodeLimiter(): (limit: RowLimit) => (client: pg.PoolClient) => LimitStatement {
  const turned = turnOnce((statement, views, values) => {
    const { text, added } = limitForNodes(statement.text, views, values.length)
    return { statement: { ...statement, name: limitName(statement.name, views), text }, added }
  })
  return ({ views, setting }) =>
    client => {
      let reach: Promise<ReachValues> | undefined
      return async (asked, values) => {
        if (asked.seesAll) return { statement: asked, values }
        const { statement, added } = turned(asked, views, values)
        if (added.length === 0) return { statement, values }
        reach ??= readReach(client, setting)
        const known = await reach
        return { statement, values: [...values, ...added.map(value => known[value])] }
      }
    }
}
