/** Rows as NDJSON: one object for each, with its cells as they are. */
import type { TableColumn } from './column-kind.ts'
import type { Encoder } from './table.ts'

export function ndjsonEncoder(columns: readonly TableColumn[]): Encoder {
  return {
    batchRows: 1000,
    head: () => Buffer.alloc(0),
    batch: rows =>
      Buffer.from(
        rows
          .map(
            row => `${JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))}\n`,
          )
          .join(''),
      ),
    end: () => Buffer.alloc(0),
  }
}
