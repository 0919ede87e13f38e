/** Sends the lines of an export to a server, some at a time, and goes on where an earlier run was ended. */
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CairnClient, CairnError } from '@cairn-ehr/client'
import { CommandError } from '../command/exit-codes.ts'
import type { Progress } from '../command/progress.ts'
import type { ImportSource } from './import-source.ts'
import { type ExportHeader, FORMAT, kindOf, type Manifest } from './lines.ts'

export interface ImportTotals {
  readonly added: number
  readonly skipped: number
  readonly rejected: number
}

/** The state of an import, kept in a file after every answer of the server. */
interface Saved extends ImportTotals {
  readonly server: string
  readonly sha256: string
  /** Bytes of the export that were answered for. */
  readonly offset: number
  /** Bytes of the file of rejected records. */
  readonly rejectedBytes: number
  /** Lines before the offset, and those of them that are contributions. */
  readonly lines: number
  readonly contributions: number
}

const START: Omit<Saved, 'server' | 'sha256'> = {
  offset: 0,
  rejectedBytes: 0,
  lines: 0,
  contributions: 0,
  added: 0,
  skipped: 0,
  rejected: 0,
}

export interface ImportRun {
  readonly client: CairnClient
  /** The address of the server, so that progress is not taken for that of another. */
  readonly server: string
  readonly source: ImportSource
  readonly manifest: Manifest | undefined
  readonly handling: 'strict' | 'lenient'
  /** Bytes that are sent at a time. */
  readonly batchBytes: number
  readonly stop: AbortSignal
  readonly begin: (contributions: number) => Progress
}

const progressFile = (beside: string): string => `${beside}.progress.json`
export const rejectedFile = (beside: string): string => `${beside}.rejected.ndjson`

/** The state that an earlier run left; rejected records that were written after it are cut off. */
function savedState({ source: { beside }, server, manifest }: ImportRun): Saved {
  const fresh = { ...START, server, sha256: manifest?.sha256 ?? '' }
  if (beside === undefined) return fresh
  const file = progressFile(beside)
  const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : undefined
  const state = saved?.server === server && saved.sha256 === fresh.sha256 ? saved : fresh
  const rejected = rejectedFile(beside)
  if (existsSync(rejected) && statSync(rejected).size > state.rejectedBytes)
    truncateSync(rejected, state.rejectedBytes)
  return state
}

/** Replaced as a whole, so that a killed process leaves the old state or the new one. */
function saveState(beside: string | undefined, state: Saved): void {
  if (beside === undefined) return
  const file = progressFile(beside)
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}

interface Batch {
  readonly lines: readonly Buffer[]
  readonly bytes: number
}

interface RejectedLine {
  readonly line: number
  readonly record: string
  readonly id: string
  readonly reason: string
}

interface Answer {
  readonly added: number
  readonly skipped: number
  readonly rejected: readonly RejectedLine[]
}

/**
 * The server writes its last records while nothing more comes, so larger batches are faster: 540 compositions a second with 4 MB, 690 with 8, 620 with
 * 16. A server takes no more than `CAIRN_BODY_LIMIT`.
 */
export const BATCH_BYTES = 8 * 1024 * 1024

async function* batchesOf(lines: AsyncIterable<Buffer>, most: number): AsyncGenerator<Batch> {
  let batch: Buffer[] = []
  let bytes = 0
  for await (const line of lines) {
    if (bytes > 0 && bytes + line.length > most) {
      yield { lines: batch, bytes }
      batch = []
      bytes = 0
    }
    batch.push(line)
    bytes += line.length
  }
  if (batch.length > 0) yield { lines: batch, bytes }
}

const PAUSES_SECONDS = [0.5, 1, 2, 5, 10]

const isPassing = (error: unknown): boolean =>
  error instanceof CairnError
    ? error.status === 503 || error.status === 429
    : error instanceof TypeError && error.cause !== undefined

/** Sent again after a lost connection or a busy server: what was taken over is skipped then. */
async function sendBatch(run: ImportRun, origin: string | undefined, body: string): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      const parameters = { body, handling: run.handling, ...(origin === undefined ? {} : { origin }) }
      return (await run.client.transfer.import(parameters, { signal: run.stop })) as Answer
    } catch (error) {
      const pause = PAUSES_SECONDS[attempt]
      if (pause === undefined || !isPassing(error)) throw error
      await sleep(pause * 1000, undefined, { signal: run.stop })
    }
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof CairnError && error.status === 413

/** A line that the server does not take for its size is rejected; several are sent again in halves, in their order. */
async function sendLines(
  run: ImportRun,
  origin: string | undefined,
  lines: readonly Buffer[],
): Promise<Answer> {
  if (lines.length === 0) return { added: 0, skipped: 0, rejected: [] }
  try {
    return await sendBatch(run, origin, Buffer.concat(lines).toString())
  } catch (error) {
    if (!isTooLarge(error)) throw error
    const [only] = lines
    if (lines.length === 1 && only) {
      const reason = `The record has ${only.length} bytes, more than the server takes: raise CAIRN_BODY_LIMIT.`
      return { added: 0, skipped: 0, rejected: [{ line: 1, record: kindOf(only), id: '', reason }] }
    }
    const half = Math.ceil(lines.length / 2)
    const first = await sendLines(run, origin, lines.slice(0, half))
    const second = await sendLines(run, origin, lines.slice(half))
    return {
      added: first.added + second.added,
      skipped: first.skipped + second.skipped,
      rejected: [...first.rejected, ...second.rejected.map(each => ({ ...each, line: each.line + half }))],
    }
  }
}

/** One line for each rejected record: its line in the export, why, and the record itself. */
const rejectedText = (rejected: readonly RejectedLine[], sent: readonly Buffer[], before: number): string =>
  rejected
    .map(({ line, reason }) => {
      const text = sent[line - 1]?.toString().trimEnd() ?? 'null'
      return `{"line":${before + line},"reason":${JSON.stringify(reason)},"rejected":${text}}\n`
    })
    .join('')

async function headerOf(source: ImportSource): Promise<ExportHeader> {
  for await (const line of source.lines(0)) {
    const header = JSON.parse(line.toString()) as ExportHeader
    if (header.format === FORMAT) return header
    break
  }
  throw new CommandError('This is no export: its first line says another format.')
}

/** Imports everything that an earlier run has not. */
export async function runImport(run: ImportRun): Promise<ImportTotals> {
  const { source, begin } = run
  let state = savedState(run)
  // Standard input can be read once: its first line comes with the others.
  let header = source.beside === undefined ? undefined : await headerOf(source)
  let progress = header && begin(header.expected.contributions - state.contributions)
  let isComplete = false
  for await (const { lines, bytes } of batchesOf(source.lines(state.offset), run.batchBytes)) {
    const [first] = lines
    if (!header) {
      header = JSON.parse(first?.toString() ?? 'null') as ExportHeader
      if (header?.format !== FORMAT)
        throw new CommandError('This is no export: its first line says another format.')
      progress = begin(header.expected.contributions)
    }
    const sent = lines.filter(line => !['export', 'manifest'].includes(kindOf(line)))
    isComplete ||= lines.some(line => kindOf(line) === 'manifest')
    const skippedLines = kindOf(first ?? Buffer.alloc(0)) === 'export' ? 1 : 0
    const contributions = lines.filter(line => kindOf(line) === 'contribution').length
    const answer = await sendLines(run, header.origin || undefined, sent)
    const text = rejectedText(answer.rejected, sent, state.lines + skippedLines)
    if (source.beside !== undefined && text !== '') appendFileSync(rejectedFile(source.beside), text)
    state = {
      ...state,
      offset: state.offset + bytes,
      lines: state.lines + lines.length,
      contributions: state.contributions + contributions,
      rejectedBytes: state.rejectedBytes + Buffer.byteLength(text),
      added: state.added + answer.added,
      skipped: state.skipped + answer.skipped,
      rejected: state.rejected + answer.rejected.length,
    }
    saveState(source.beside, state)
    progress?.add(contributions)
  }
  progress?.end()
  if (!isComplete && state.lines > 0 && source.beside === undefined)
    throw new CommandError('The export broke off: its end is missing. What came was taken over.')
  if (source.beside !== undefined) rmSync(progressFile(source.beside), { force: true })
  return { added: state.added, skipped: state.skipped, rejected: state.rejected }
}
