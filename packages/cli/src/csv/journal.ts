/** Keeps which rows of a file were committed, and the uid that each becomes, so that a second run commits none of them again. */
import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { RowRecord } from './records.ts'

/** The same row of the same file has the same digest. */
const digestOf = ({ line, ehrId, subject, record }: RowRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([line, ehrId, subject, record]))
    .digest('hex')

/** A record that a row became: the uid of its version, or of the record if an earlier run has committed it. */
interface WrittenRow {
  /** Left out if the record is in another EHR than the row names now. */
  readonly ehr_id?: string
  readonly uid: string
}

/** A line of the file; which members it has says what it is about. */
interface Entry {
  /** The id of the journal, a part of the uids of all its rows. */
  readonly journal?: string
  /** The digest of a row that is committed, or that a person said to skip. */
  readonly row?: string
  /** The digest of a row that is about to be sent without a uid of its own. */
  readonly begun?: string
  /** The digest of such a row that was refused, so that nothing became of it. */
  readonly refused?: string
}

export interface Journal {
  readonly file: string
  isCommitted(row: RowRecord): boolean
  /** True if the row was sent without a uid of its own, and nobody knows what became of it. */
  isDoubtful(row: RowRecord): boolean
  /** Makes the file, if there is none. Its id is on the disk before the first row is sent: with another, a second run would make other uids. */
  begin(): void
  /** The uid of the record that the row becomes, the same in each run. */
  uidOf(row: RowRecord): string
  addCommitted(row: RowRecord, written: WrittenRow): void
  addSkipped(row: RowRecord): void
  addBegun(row: RowRecord): void
  addRefused(row: RowRecord): void
}

/** A line that a killed process left half written is no entry. */
function readEntry(line: string): Entry {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return {}
  }
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

interface Rows {
  readonly id: string | undefined
  readonly committed: ReadonlySet<string>
  readonly doubtful: ReadonlySet<string>
}

function rowsIn(text: string): Rows {
  const [committed, doubtful] = [new Set<string>(), new Set<string>()]
  let id: string | undefined
  for (const { journal, row, begun, refused } of text.split('\n').slice(0, -1).map(readEntry)) {
    // The first counts: two commands that begin at the same time may write one each.
    id ??= journal
    if (begun !== undefined) doubtful.add(begun)
    if (refused !== undefined) doubtful.delete(refused)
    if (row === undefined) continue
    committed.add(row)
    doubtful.delete(row)
  }
  return { id, committed, doubtful }
}

/** Appends to the file, and waits for the disk: the text is there even if the machine stops. */
function appendLasting(file: string, text: string): void {
  const handle = openSync(file, 'a')
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** A UUID of version 8 (RFC 9562, section 5.8) from a SHA-256. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** `<file>.imported.ndjson`, beside the file. */
export function openJournal(path: string): Journal {
  const file = `${path}.imported.ndjson`
  const { committed, doubtful } = rowsIn(textOf(file))
  let id = ''
  const add = (row: RowRecord, entry: Entry & Partial<WrittenRow>, write = appendLasting) =>
    write(file, `${JSON.stringify({ line: row.line, ...entry })}\n`)
  return {
    file,
    isCommitted: row => committed.has(digestOf(row)),
    isDoubtful: row => doubtful.has(digestOf(row)),
    begin: () => {
      const text = textOf(file)
      const half = text === '' || text.endsWith('\n') ? '' : '\n'
      const entry = rowsIn(text).id === undefined ? `${JSON.stringify({ journal: randomUUID() })}\n` : ''
      if (half !== '' || entry !== '') appendLasting(file, half + entry)
      id = rowsIn(textOf(file)).id ?? ''
    },
    uidOf: row => uuidOf(`${id} ${digestOf(row)}`),
    // A line that is lost here costs a request: the uid of the row says that it is committed.
    addCommitted: (row, written) => add(row, { ...written, row: digestOf(row) }, appendFileSync),
    addSkipped: row => add(row, { row: digestOf(row) }),
    addBegun: row => add(row, { begun: digestOf(row) }),
    addRefused: row => add(row, { refused: digestOf(row) }),
  }
}
