/** Rows as an Arrow IPC stream: times are timestamps, quantities and coded values are structs. */
import {
  Bool,
  type Data,
  type DataType,
  DateDay,
  Field,
  Float64,
  Int64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
} from 'apache-arrow'
import type { Coded, ColumnKind, Quantity, TableColumn, TypedCell } from './column-kind.ts'
import { type Encoder, OTHER, typedBatch } from './table.ts'

type Cells = readonly (TypedCell | undefined)[]

const isGiven = (cell: TypedCell | undefined): boolean => cell !== null && cell !== undefined

/** One bit for each row, set where there is a value. */
function validityOf(cells: Cells): { readonly nullBitmap: Uint8Array; readonly nullCount: number } {
  const nullBitmap = new Uint8Array(Math.ceil(cells.length / 8))
  let nullCount = 0
  cells.forEach((cell, at) => {
    if (isGiven(cell)) nullBitmap[at >> 3] = (nullBitmap[at >> 3] ?? 0) | (1 << (at & 7))
    else nullCount += 1
  })
  return { nullBitmap, nullCount }
}

function doubles(cells: Cells): Data {
  const data = Float64Array.from(cells, cell => (typeof cell === 'number' ? cell : 0))
  return makeData({ type: new Float64(), length: cells.length, data, ...validityOf(cells) })
}

function integers(cells: Cells): Data {
  const data = BigInt64Array.from(cells, cell => (typeof cell === 'number' ? BigInt(cell) : 0n))
  return makeData({ type: new Int64(), length: cells.length, data, ...validityOf(cells) })
}

function texts(cells: Cells): Data {
  const strings = cells.map(cell => (typeof cell === 'string' ? cell : ''))
  const valueOffsets = new Int32Array(cells.length + 1)
  let size = 0
  strings.forEach((text, at) => {
    size += Buffer.byteLength(text)
    valueOffsets[at + 1] = size
  })
  const data = Buffer.from(strings.join(''))
  return makeData({ type: new Utf8(), length: cells.length, valueOffsets, data, ...validityOf(cells) })
}

function booleans(cells: Cells): Data {
  const data = new Uint8Array(Math.ceil(cells.length / 8))
  cells.forEach((cell, at) => {
    if (cell === true) data[at >> 3] = (data[at >> 3] ?? 0) | (1 << (at & 7))
  })
  return makeData({ type: new Bool(), length: cells.length, data, ...validityOf(cells) })
}

const timestamps =
  (type: TimestampMillisecond) =>
  (cells: Cells): Data => {
    const data = BigInt64Array.from(cells, cell => (typeof cell === 'number' ? BigInt(cell) : 0n))
    return makeData({ type, length: cells.length, data, ...validityOf(cells) })
  }

const DAY_MS = 86_400_000

function dates(cells: Cells): Data {
  const data = Int32Array.from(cells, cell => (typeof cell === 'number' ? cell / DAY_MS : 0))
  return makeData({ type: new DateDay(), length: cells.length, data, ...validityOf(cells) })
}

const QUANTITY = new Struct([
  new Field('magnitude', new Float64(), true),
  new Field('units', new Utf8(), true),
])
const CODED = new Struct(['value', 'code', 'terminology'].map(name => new Field(name, new Utf8(), true)))

const quantities = (cells: Cells): Data => {
  const all = cells as readonly (Quantity | null)[]
  const children = [doubles(all.map(cell => cell?.magnitude)), texts(all.map(cell => cell?.units))]
  return makeData({ type: QUANTITY, length: cells.length, children, ...validityOf(cells) })
}

const codedValues = (cells: Cells): Data => {
  const all = cells as readonly (Coded | null)[]
  const members = ['value', 'code', 'terminology'] as const
  const children = members.map(name => texts(all.map(cell => cell?.[name])))
  return makeData({ type: CODED, length: cells.length, children, ...validityOf(cells) })
}

const INSTANT = new TimestampMillisecond('UTC')
const LOCAL = new TimestampMillisecond(null)

interface ArrowKind {
  readonly type: DataType
  readonly data: (cells: Cells) => Data
}

const ARROW: Readonly<Record<ColumnKind, ArrowKind>> = {
  boolean: { type: new Bool(), data: booleans },
  integer: { type: new Int64(), data: integers },
  number: { type: new Float64(), data: doubles },
  text: { type: new Utf8(), data: texts },
  json: { type: new Utf8(), data: texts },
  timestamp: { type: INSTANT, data: timestamps(INSTANT) },
  local_timestamp: { type: LOCAL, data: timestamps(LOCAL) },
  date: { type: new DateDay(), data: dates },
  quantity: { type: QUANTITY, data: quantities },
  coded: { type: CODED, data: codedValues },
}

/** A stream ends with a mark of continuation and a length of zero (Arrow columnar format, IPC streaming). */
const END = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)

export function arrowEncoder(columns: readonly TableColumn[]): Encoder {
  const fields = columns.map(({ name, kind }) => new Field(name, ARROW[kind].type, true))
  const schema = new Schema([...fields, new Field(OTHER, new Utf8(), true)])
  const head = tableToIPC(new Table(schema), 'stream').slice(0, -END.length)
  return {
    batchRows: 4000,
    head: () => head,
    batch: rows => {
      const { length, cells, other } = typedBatch(columns, rows)
      const children = columns.map(({ kind }, at) => ARROW[kind].data(cells[at] ?? []))
      const data = makeData({
        type: new Struct(schema.fields),
        length,
        nullCount: 0,
        children: [...children, texts(other)],
      })
      // A table of one batch is printed with its schema and its end, which the stream has once.
      const whole = tableToIPC(new Table([new RecordBatch(schema, data)]), 'stream')
      return whole.slice(head.length, -END.length)
    },
    end: () => END,
  }
}
