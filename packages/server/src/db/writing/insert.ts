/** Prints inserts from the descriptions of the tables (decision 0096), for one server and for the nodes of a distributed database alike. */
import { type GuardedSql, type GuardedTable, guarded, insertInto } from '../../access/index.ts'
import type { LimitedQueries } from '../database.ts'
import { NUMBERED_COLUMNS } from '../distribution/placement.ts'
import { type GuardedStatement, sql } from '../statement.ts'
import { type Column, rowsAsLists } from './rows-as-lists.ts'
import { TABLES, type Table, type TableName, typeOf } from './tables.ts'

/** Rows to insert: the SQL of each column, over the rows of `from`. */
export interface Relation {
  readonly from: string
  readonly columns: Readonly<Record<string, string>>
}

/** Columns of a table with their values, as lists or as parameters of a statement take them. */
export const columnsOf = <Row>(
  table: TableName,
  values: Readonly<Record<string, (row: Row) => unknown>>,
): Readonly<Record<string, Column<Row>>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { type: typeOf(table, name), value }]),
  )

/** All columns of a table but some, of rows that have their values by the same names. */
export const columnsBut = <Row extends object>(
  table: TableName,
  except: readonly string[],
): Readonly<Record<string, Column<Row>>> =>
  columnsOf(
    table,
    Object.fromEntries(
      Object.keys(TABLES[table].columns)
        .filter(name => !except.includes(name))
        .map(name => [name, (row: Row) => row[name as keyof Row]]),
    ),
  )

/** A relation that has columns under their own names, and others by their SQL. */
export const relation = (
  from: string,
  names: readonly string[],
  others: Relation['columns'] = {},
): Relation => ({ from, columns: { ...Object.fromEntries(names.map(name => [name, name])), ...others } })

/** One row, of the parameters from `$1` on, and of others by their SQL. */
export const parameters = (
  names: readonly string[],
  others: Relation['columns'] = {},
): Pick<Relation, 'columns'> => ({
  columns: { ...Object.fromEntries(names.map((name, at) => [name, `$${at + 1}`])), ...others },
})

/**
 * Inserts into those columns of the table that the relation has; the others get their defaults. Columns that PostgreSQL numbers take the
 * numbers of the relation too.
 */
export function printInsert(
  table: GuardedTable & TableName,
  { from, columns }: Partial<Relation> & Pick<Relation, 'columns'>,
  ending: string | GuardedSql = '',
): GuardedSql {
  const described: Table = TABLES[table]
  const names = Object.keys(described.columns).filter(name => columns[name] !== undefined)
  // A list has arrays as text.
  const values = names.map(name => {
    const type = typeOf(table, name)
    return type.endsWith('[]') ? `${columns[name]}::${type}` : columns[name]
  })
  const isNumbered = NUMBERED_COLUMNS.some(([own, column]) => own === table && names.includes(column))
  const overriding = isNumbered ? ' overriding system value' : ''
  const rows =
    from === undefined ? `values (${values.join(', ')})` : `select ${values.join(', ')} from ${from}`
  return guarded`${insertInto[table]} (${names.join(', ')})${overriding}
    ${rows} ${ending}`
}

interface RowWriter<Row> {
  readonly statement: GuardedStatement<never, readonly unknown[]>
  write(db: LimitedQueries, rows: readonly Row[]): Promise<void>
}

/** A statement that inserts any number of rows, which a distributed database divides among its nodes; `others` are columns by their SQL. */
export function insertRows<Row>({
  table,
  columns,
  others,
  ...options
}: {
  readonly name: string
  readonly table: GuardedTable & TableName
  readonly columns: Readonly<Record<string, Column<Row>>>
  readonly others?: Relation['columns']
  readonly waitsForLocks?: true
}): RowWriter<Row> {
  const lists = rowsAsLists<Row>(columns)
  const statement = sql<never, readonly unknown[]>({
    ...options,
    text: printInsert(table, relation(lists.from('r', 1), lists.names, others)),
  })
  return {
    statement,
    write: async (db, rows) => {
      if (rows.length > 0) await db.execute(statement, lists.values(rows))
    },
  }
}
