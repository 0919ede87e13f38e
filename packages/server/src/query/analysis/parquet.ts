/** Rows as Parquet: times are TIMESTAMP, quantities and coded values are groups. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ColumnKind, TableColumn, TypedCell } from './column-kind.ts'
import { type Encoder, OTHER, typedBatch } from './table.ts'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

const optional = (name: string, element: Omit<SchemaElement, 'name'>): SchemaElement => ({
  name,
  repetition_type: 'OPTIONAL',
  ...element,
})

const text = (name: string) =>
  optional(name, { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } })
const double = (name: string) => optional(name, { type: 'DOUBLE' })
const timestamp = (name: string, isAdjustedToUTC: boolean) =>
  optional(name, {
    type: 'INT64',
    ...(isAdjustedToUTC ? { converted_type: 'TIMESTAMP_MILLIS' } : {}),
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MILLIS' },
  })

const ELEMENTS: Readonly<Record<ColumnKind, (name: string) => readonly SchemaElement[]>> = {
  boolean: name => [optional(name, { type: 'BOOLEAN' })],
  integer: name => [optional(name, { type: 'INT64' })],
  number: name => [double(name)],
  text: name => [text(name)],
  json: name => [text(name)],
  timestamp: name => [timestamp(name, true)],
  local_timestamp: name => [timestamp(name, false)],
  date: name => [optional(name, { type: 'INT32', converted_type: 'DATE' })],
  quantity: name => [optional(name, { num_children: 2 }), double('magnitude'), text('units')],
  coded: name => [optional(name, { num_children: 3 }), text('value'), text('code'), text('terminology')],
}

const asDate = (cell: TypedCell): unknown => (typeof cell === 'number' ? new Date(cell) : null)
const asInt64 = (cell: TypedCell): unknown => (typeof cell === 'number' ? BigInt(cell) : null)

/** Values as the writer wants them. */
const VALUES: Partial<Readonly<Record<ColumnKind, (cell: TypedCell) => unknown>>> = {
  integer: asInt64,
  timestamp: asDate,
  local_timestamp: asInt64,
  date: asDate,
}

/** About as many cells are encoded in 10 ms on an idle machine. */
const CELLS_AT_ONCE = 20_000

export function parquetEncoder(columns: readonly TableColumn[]): Encoder {
  const elements = columns.flatMap(({ name, kind }) => ELEMENTS[kind](name))
  const schema = [{ name: 'root', num_children: columns.length + 1 }, ...elements, text(OTHER)]
  const writer = new ByteWriter()
  const file = new ParquetWriter({ writer, schema })
  /** Returns the bytes written so far; the writer goes on counting from there. */
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  return {
    batchRows: Math.max(500, Math.floor(CELLS_AT_ONCE / (elements.length + 1))),
    head: taken,
    batch: rows => {
      const { cells, other } = typedBatch(columns, rows)
      const columnData = columns.map(({ name, kind }, at) => {
        const values = cells[at] ?? []
        const convert = VALUES[kind]
        return { name, data: convert ? values.map(convert) : [...values] }
      })
      // A writer in memory has nothing to wait for.
      void file.write({
        columnData: [...columnData, { name: OTHER, data: [...other] }],
        rowGroupSize: rows.length,
      })
      return taken()
    },
    end: () => {
      void file.finish()
      return taken()
    },
  }
}
