/** Prints guarded SQL: with the tables themselves, or with the rows of them that a limit reaches. */
import { CONDITIONS, type ReachValue } from './conditions.ts'
import type { GuardedSql, GuardedTable, TableUse } from './guarded-sql.ts'
import type { LimitKind } from './row-limit.ts'

/** The condition on a row of a table; undefined: every row is seen. */
type ConditionOf = ((table: GuardedTable, row: string) => string) | undefined

function printUse(use: TableUse, conditionOf: ConditionOf): string {
  switch (use.use) {
    case 'open':
      return `cairn.${use.name}`
    case 'insert':
      return `insert into cairn.${use.table}`
    case 'row':
      return conditionOf ? `row(${use.alias}.*)::cairn.${use.table}` : use.alias
    case 'rows': {
      const { table, alias } = use
      if (!conditionOf) return alias === undefined ? `cairn.${table}` : `cairn.${table} ${alias}`
      return `(select * from cairn.${table} reached where ${conditionOf(table, 'reached')}) ${alias ?? table}`
    }
    case 'change': {
      const { verb, table, alias, rest } = use
      const target = alias === undefined ? table : `${table} ${alias}`
      const where = print(use.where, conditionOf)
      const condition = conditionOf ? `(${conditionOf(table, alias ?? table)}) and (${where})` : where
      return `${verb} cairn.${target}${print(rest, conditionOf)} where ${condition}`
    }
  }
}

const print = ({ pieces }: GuardedSql, conditionOf: ConditionOf): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : printUse(piece, conditionOf))).join('')

/** The text that sees all rows. */
export const printWhole = (sql: GuardedSql): string => print(sql, undefined)

type GivenValue = (value: ReachValue) => string

const printLimited = (sql: GuardedSql, kind: LimitKind, given: GivenValue): string =>
  print(sql, (table, row) => CONDITIONS[table]({ kind, row, given }))

/** Of the setting of the connection, once for each table of a statement. */
const ON_SERVER: Readonly<Record<ReachValue, string>> = {
  ehrs: '(select cairn.reached_ehrs())::uuid[]',
  records: '(select cairn.reached_records())',
  setting: '(select cairn.reach())',
}

export const printOnServer = (sql: GuardedSql, kind: LimitKind): string =>
  printLimited(sql, kind, value => ON_SERVER[value])

const TYPES: Readonly<Record<ReachValue, string>> = { ehrs: 'uuid[]', records: 'jsonb', setting: 'jsonb' }

interface PrintedOnNodes {
  readonly text: string
  /** Values to add to those of the statement, in order. */
  readonly added: readonly ReachValue[]
}

/**
 * For a distributed database. Its nodes do not know the setting, so the values are parameters, after the `count` that the statement
 * has by itself.
 */
export function printOnNodes(sql: GuardedSql, kind: LimitKind, count: number): PrintedOnNodes {
  const added: ReachValue[] = []
  const text = printLimited(sql, kind, value => {
    if (!added.includes(value)) added.push(value)
    return `$${count + added.indexOf(value) + 1}::${TYPES[value]}`
  })
  return { text, added }
}
