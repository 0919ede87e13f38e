/** Rows of any source as a table with typed columns, read in batches. */
import type { BreakReason, LastLine } from '../break-off.ts'
import { type ColumnKind, fitCell, kindOf, type TableColumn, type TypedCell } from './column-kind.ts'

export type Row = readonly unknown[]

/** Turns rows into bytes, a batch at a time. */
export interface Encoder {
  /** Rows of a batch: what can be encoded without keeping other requests waiting. */
  readonly batchRows: number
  head(): Uint8Array
  batch(rows: readonly Row[]): Uint8Array
  end(): Uint8Array
  /** The last line of an answer that breaks off; absent where the format has no form for it. */
  broken?(reason: BreakReason): LastLine<Uint8Array>
}

/** Rows as they come, some at a time: to wait for each of a million would take longer than to encode it. */
export type RowBatches = AsyncIterable<readonly Row[]>

/** A source of rows; a kind that is undefined is found from the first rows. */
export interface TableSource {
  readonly columns: readonly { readonly name: string; readonly kind?: ColumnKind | undefined }[]
  readonly batches: RowBatches
}

/** Rows that kinds are found from; fewer where they are large. */
const SAMPLE_ROWS = 1000
const SAMPLE_CHARACTERS = 4 * 1024 * 1024

const sizeOf = (row: Row): number =>
  row.reduce<number>(
    (size, cell) => size + (typeof cell === 'object' && cell !== null ? JSON.stringify(cell).length : 20),
    0,
  )

/** A table whose columns have types; `batches` gives the rows of the sample again. */
export interface TypedTable {
  readonly columns: readonly TableColumn[]
  readonly batches: RowBatches
}

/** Names that a format may not have twice get a number. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map(name => {
    let unique = name
    for (let number = 2; taken.has(unique); number++) unique = `${name}_${number}`
    taken.add(unique)
    return unique
  })
}

/** Adds the rows of a batch to a sample until it is large enough, and returns how many characters it has then. */
function addToSample(sample: Row[], batch: readonly Row[], before: number): number {
  let size = before
  for (const row of batch) {
    if (sample.length >= SAMPLE_ROWS || size >= SAMPLE_CHARACTERS) break
    sample.push(row)
    size += sizeOf(row)
  }
  return size
}

/** Reads the first rows and decides on the types of the columns. */
export async function typedTable({ columns, batches }: TableSource): Promise<TypedTable> {
  const iterator = batches[Symbol.asyncIterator]()
  const begun: (readonly Row[])[] = []
  const sample: Row[] = []
  let isOver = false
  if (columns.some(({ kind }) => kind === undefined))
    for (let size = 0; sample.length < SAMPLE_ROWS && size < SAMPLE_CHARACTERS; ) {
      const next = await iterator.next()
      if (next.done) {
        isOver = true
        break
      }
      begun.push(next.value)
      size = addToSample(sample, next.value, size)
    }
  const names = uniqueNames(columns.map(({ name }) => name))
  return {
    columns: columns.map(({ kind }, at) => ({
      name: names[at] ?? '',
      kind: kind ?? kindOf(sample.map(row => row[at])),
    })),
    batches: restOf(begun, iterator, isOver),
  }
}

async function* restOf(
  begun: (readonly Row[])[],
  iterator: AsyncIterator<readonly Row[]>,
  isOver: boolean,
): AsyncGenerator<readonly Row[]> {
  try {
    yield* begun
    begun.length = 0
    while (!isOver) {
      const next = await iterator.next()
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}

/** The column that has, as JSON, cells that the types of their columns cannot hold. */
export const OTHER = '_other'

/** Some rows, column by column, and what does not fit of each row. */
export interface TypedBatch {
  readonly length: number
  readonly cells: readonly (readonly TypedCell[])[]
  readonly other: readonly (string | null)[]
}

export function typedBatch(columns: readonly TableColumn[], rows: readonly Row[]): TypedBatch {
  const cells: TypedCell[][] = columns.map(() => [])
  const other = rows.map(row => {
    const unfit: Record<string, unknown> = {}
    columns.forEach(({ name, kind }, at) => {
      const { value, isWhole } = fitCell(row[at], kind)
      cells[at]?.push(value)
      if (!isWhole) unfit[name] = row[at]
    })
    return Object.keys(unfit).length === 0 ? null : JSON.stringify(unfit)
  })
  return { length: rows.length, cells, other }
}
