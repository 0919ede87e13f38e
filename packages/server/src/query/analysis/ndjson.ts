/** Rows as NDJSON: one object for each, with its cells as they are. */
import type { TableColumn } from './column-kind.ts'
import type { Encoder } from './table.ts'

export function ndjsonEncoder(columns: readonly TableColumn[]): Encoder {
  const keys = columns.map(({ name }, at) => `${at === 0 ? '' : ','}${JSON.stringify(name)}:`)
  return {
    batchRows: 1000,
    head: () => Buffer.alloc(0),
    batch: rows => {
      let lines = ''
      for (const row of rows) {
        lines += '{'
        for (let at = 0; at < keys.length; at++) lines += keys[at] + JSON.stringify(row[at] ?? null)
        lines += '}\n'
      }
      return Buffer.from(lines)
    },
    end: () => Buffer.alloc(0),
    broken: reason => [Buffer.from(JSON.stringify({ '#error': reason })), Buffer.from('\n')],
  }
}
