/** Cuts the body of an import into lines, and reads them one by one. */
import { setImmediate } from 'node:timers/promises'
import { Problem } from '@cairn-ehr/openehr'
import { parseJson } from '@cairn-ehr/openehr/format'
import { isMembers, type Members, rejected } from './fields.ts'
import { KINDS, type LineKind } from './print-lines.ts'

/** A line with its number, from 1, its kind and its members. */
export interface NumberedLine {
  readonly number: number
  readonly kind: LineKind
  readonly members: Members
  /** Bytes of the line. */
  readonly size: number
}

/** A contribution has one document for each of its versions, so a line may be larger than a document. */
const LIMITS = { size: 64 * 1024 * 1024, containers: 2_000_000 }

const LINE_FEED = 0x0a

/** Space, tab, carriage return. */
const BLANKS: readonly number[] = [0x20, 0x09, 0x0d]

function* cutLines(body: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(LINE_FEED, start)
    const end = found < 0 ? body.length : found
    yield body.subarray(start, end)
    start = end + 1
  }
}

const isKind = (text: unknown): text is LineKind => (KINDS as readonly unknown[]).includes(text)

function parseLine(bytes: Uint8Array): Pick<NumberedLine, 'kind' | 'members'> {
  const members = parseJson(bytes, LIMITS)
  if (!isMembers(members)) throw rejected('A line must be a JSON object.')
  const { record } = members
  if (!isKind(record)) throw rejected(`"record" must be one of ${KINDS.join(', ')}.`)
  return { kind: record, members }
}

/** Yields the lines that can be read; `reject` is told of the others. */
export async function* readLines(
  body: Uint8Array,
  reject: (number: number, problem: Problem<string>) => void,
): AsyncGenerator<NumberedLine> {
  let number = 0
  for (const bytes of cutLines(body)) {
    number += 1
    if (bytes.every(byte => BLANKS.includes(byte))) continue
    // Reading a line takes as long as a request, so other requests run in between.
    await setImmediate()
    let line: NumberedLine
    try {
      line = { number, size: bytes.length, ...parseLine(bytes) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      reject(number, error)
      continue
    }
    yield line
  }
}
