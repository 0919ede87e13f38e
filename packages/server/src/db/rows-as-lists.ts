/**
 * Passes rows as parameters: one list for each column, from which the statement makes rows again. So the statement is the same for any
 * number of rows, and `columns` alone defines its parameters.
 */

export interface Column<Row> {
  readonly type: string
  readonly value: (row: Row) => unknown
}

export interface RowsAsLists<Row> {
  /** The number of parameters. */
  readonly count: number
  /**
   * The expression for FROM: the rows as `name`, from parameter `first` on, each with its number `place`, from 1; with `only`
   * some of the columns.
   */
  from(name: string, first: number, only?: readonly string[]): string
  values(rows: readonly Row[]): unknown[]
}

/**
 * const readings = rowsAsLists<Reading>({
 *   taken_at: { type: 'timestamptz', value: reading => reading.takenAt },
 *   note: { type: 'text', value: reading => reading.note },
 * })
 * const add = sql<never, unknown[]>({ …, text: `insert into … select taken_at, note from ${readings.from('r', 1)}` })
 * await database.execute(add, readings.values(all))
 */
export function rowsAsLists<Row>(columns: Readonly<Record<string, Column<Row>>>): RowsAsLists<Row> {
  const names = Object.keys(columns)
  const all = Object.values(columns)
  return {
    count: all.length,
    from: (name, first, only = names) => {
      const lists = only.map(column => `$${first + names.indexOf(column)}::${columns[column]?.type}[]`)
      return `unnest(${lists.join(', ')}) with ordinality as ${name} (${only.join(', ')}, place)`
    },
    values: rows =>
      all.map(({ type, value }) => {
        const list = rows.map(value)
        const kind = BINARY[type]
        return kind ? binaryList(list as BinaryValue[], kind) : list
      }),
  }
}

interface BinaryKind {
  /** Of the type of the elements, in `pg_type`. */
  readonly oid: number
  /** Bytes before each element. */
  readonly mark: readonly number[]
}

type BinaryValue = string | Buffer | null

/** Types that are sent as binary lists: in a text list, the driver would have to escape every quote of a document. */
const BINARY: Readonly<Record<string, BinaryKind>> = {
  text: { oid: 25, mark: [] },
  bytea: { oid: 17, mark: [] },
  // The version of the format, which is that of the text.
  jsonb: { oid: 3802, mark: [1] },
}

const HEAD_BYTES = 20

/** An array as the database's own binary format has it (`array_recv`): dimensions, then each element after its length. */
function binaryList(values: readonly BinaryValue[], { oid, mark }: BinaryKind): Buffer {
  const sizes = values.map(value => (value === null ? -1 : Buffer.byteLength(value) + mark.length))
  let length = HEAD_BYTES
  for (const size of sizes) length += 4 + Math.max(size, 0)
  const bytes = Buffer.allocUnsafe(length)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(values.includes(null) ? 1 : 0, 4)
  bytes.writeInt32BE(oid, 8)
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = HEAD_BYTES
  values.forEach((value, index) => {
    at = bytes.writeInt32BE(sizes[index] ?? -1, at)
    if (value === null) return
    for (const byte of mark) at = bytes.writeUInt8(byte, at)
    at += typeof value === 'string' ? bytes.write(value, at) : value.copy(bytes, at)
  })
  return bytes
}
