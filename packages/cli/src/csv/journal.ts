/** Keeps which rows of a file were committed, so that a second run commits none of them again. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { WrittenRow } from './import.ts'
import type { RowRecord } from './records.ts'

/** The same row of the same file has the same digest. */
const digestOf = ({ line, ehrId, subject, record }: RowRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([line, ehrId, subject, record]))
    .digest('hex')

export interface Journal {
  readonly file: string
  isCommitted(row: RowRecord): boolean
  add(row: RowRecord, written: WrittenRow): void
}

/** A line that a killed process left half written is no entry. */
function entriesIn(file: string): ReadonlySet<string> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  return new Set(lines.map(line => (JSON.parse(line) as { readonly row: string }).row))
}

/** `<file>.imported.ndjson`, beside the file. */
export function openJournal(path: string): Journal {
  const file = `${path}.imported.ndjson`
  const committed = entriesIn(file)
  return {
    file,
    isCommitted: row => committed.has(digestOf(row)),
    add: (row, written) => appendFileSync(file, `${JSON.stringify({ ...written, row: digestOf(row) })}\n`),
  }
}
