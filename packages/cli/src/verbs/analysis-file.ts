/** Results that go to a file in a format for analysis, which the name of the file says. */
import {
  closeSync,
  createWriteStream,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { CommandError } from '../command/exit-codes.ts'
import { UsageError } from '../command/usage-error.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.parquet': 'application/vnd.apache.parquet',
  '.arrow': 'application/vnd.apache.arrow.stream',
}

export const ANALYSIS_OUT = {
  out: {
    type: 'string',
    short: 'o',
    value: 'file',
    about: `all rows to this file; its name ends with ${Object.keys(TYPES).join(', ')}`,
  },
} as const

/** The media type that the name of a file asks for. */
export function analysisTypeOf(file: string, words: string): string {
  const type = TYPES[extname(file).toLowerCase()]
  if (type !== undefined) return type
  throw new UsageError(`The name of the file must end with ${Object.keys(TYPES).join(', ')}.`, words)
}

const LONGEST_REASON = 4096
const LAST_LINE = /(?:^|\n)(?:"?#error [\w.]+: (.*?)"?|(\{"#error":.*\}))(?:\r?\n)?$/

/** The reason that the server wrote as the last line of a CSV or NDJSON file. */
function lastReasonIn(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const { size } = statSync(file)
  const tail = Buffer.alloc(Math.min(size, LONGEST_REASON))
  const descriptor = openSync(file, 'r')
  readSync(descriptor, tail, 0, tail.length, size - tail.length)
  closeSync(descriptor)
  const [, text, json] = LAST_LINE.exec(tail.toString('utf8')) ?? []
  if (json !== undefined) return (JSON.parse(json) as { '#error': { message: string } })['#error'].message
  return text?.replaceAll('""', '"')
}

/** A connection that ends before the answer does; `fetch` calls it a TypeError. */
const isCut = (error: unknown): boolean =>
  error instanceof TypeError || (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET'

/** Parquet and Arrow have no last line. */
function whereToLook({ headers }: Response): string {
  const requestId = headers.get('X-Request-Id')
  return requestId === null
    ? 'Start it again.'
    : `The log of the server has the reason, under the request id ${requestId}.`
}

/** A file that is not complete has another name, so that nobody takes it for one that is. */
export async function saveAnswer(answer: Response, file: string, signal: AbortSignal): Promise<void> {
  if (!answer.body) throw new Error('The answer has no body.')
  const part = `${file}.part`
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(part), { signal })
    renameSync(part, file)
  } catch (error) {
    const reason = lastReasonIn(part)
    rmSync(part, { force: true })
    if (isCut(error) && !signal.aborted)
      throw new CommandError(
        `The answer broke off before its end: nothing was written. ${reason ?? whereToLook(answer)}`,
      )
    throw error
  }
}
