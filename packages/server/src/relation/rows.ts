/** Builders of rows. */
import { column } from './expressions/expressions.ts'
import type {
  Column,
  Derived,
  Filter,
  Fragment,
  Join,
  RootScan,
  Rows,
  TableName,
  TableScan,
} from './nodes.ts'

/** All columns of `cairn.root`: a sub-query that stands in place of a scan has them, since any may be read. */
const ROOT_COLUMNS: readonly string[] = [
  'ehr_id',
  'commit_number',
  'num',
  'cap',
  'parent',
  'via',
  'at',
  'archetype_key',
  'latest',
  'leaves',
  'shared_key',
  'event_path',
  'event_time',
]

export const rootColumns = (alias: string): readonly Column[] =>
  ROOT_COLUMNS.map(name => ({ name, sql: column(alias, name) }))

export const roots = (
  alias: string,
  archetypes: readonly number[],
  { isLatest = false, isOutermost = false }: Partial<Pick<RootScan, 'isLatest' | 'isOutermost'>> = {},
): RootScan => ({ kind: 'roots', alias, archetypes, isLatest, isOutermost })

export const table = (name: TableName, alias: string): TableScan => ({ kind: 'table', table: name, alias })

/** `scan`: the roots that they bring. */
export const derived = (from: string, sql: Fragment, scan?: RootScan): Derived => ({
  kind: 'derived',
  from,
  sql,
  ...(scan && { roots: scan }),
})

export const join = (joined: Rows, on: readonly Fragment[], isOptional: boolean): Join => ({
  kind: 'join',
  joined,
  on,
  isOptional,
})

/** With each of the joins, one after the other. */
export const lookup = (rows: Rows, joins: readonly Join[]): Rows =>
  joins.reduce<Rows>((before, each) => ({ kind: 'lookup', rows: before, join: each }), rows)

/** The same rows where there is no condition. */
export const filter = (rows: Rows, conditions: readonly Fragment[]): Rows =>
  conditions.length === 0 ? rows : ({ kind: 'filter', rows, conditions } satisfies Filter)
