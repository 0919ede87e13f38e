/** Builders of rows. */
import type { Derived, Filter, Fragment, Join, RootScan, Rows, TableName, TableScan } from './nodes.ts'

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
