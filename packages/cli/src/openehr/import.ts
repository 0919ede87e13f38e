/** Takes everything that an openEHR server tells over its REST API into this one: definitions first, then EHR by EHR. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CairnClient, CairnError } from '@cairn-ehr/client'
import type { Progress } from '../command/progress.ts'
import { readEhr } from './read-ehr.ts'
import type { OpenEhrSource } from './source.ts'
import { isJson, type Json, textAt } from './versions.ts'

export interface OpenEhrImport {
  readonly source: OpenEhrSource
  readonly client: CairnClient
  /** A folder for progress, rejected records and the report. */
  readonly folder: string
  /** Only these EHRs; empty: all that a query finds. */
  readonly ehrIds: readonly string[]
  readonly isLenient: boolean
  readonly stop: AbortSignal
  readonly begin: (ehrs: number) => Progress
}

export interface OpenEhrReport {
  templates: number
  queries: number
  ehrs: number
  /** EHRs that the run before had finished, when it was interrupted. */
  ehrs_before: number
  records_added: number
  records_skipped: number
  records_rejected: number
  /** Versions that the other server has not given, though their numbers say that they were there. */
  versions_missing: number
  /** Definitions that were refused, each with its reason. */
  refused: string[]
}

const isThere = (error: unknown): boolean => error instanceof CairnError && error.status === 409

/** Runs a write; that it is there already is no fault, and a refusal goes to the report. */
async function define(report: OpenEhrReport, what: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    if (!isThere(error)) report.refused.push(`${what}: ${error.message}`)
    return false
  }
}

async function importTemplates({ source, client }: OpenEhrImport, report: OpenEhrReport): Promise<void> {
  const list = await source.json('/definition/template/adl1.4')
  for (const each of Array.isArray(list) ? list : []) {
    const id = textAt(each, 'template_id')
    if (id === undefined) continue
    const opt = await source.text(`/definition/template/adl1.4/${encodeURIComponent(id)}`, 'application/xml')
    if (opt === undefined) report.refused.push(`template ${id}: the other server does not give it`)
    else if (await define(report, `template ${id}`, () => client.templates.upload({ body: opt })))
      report.templates += 1
  }
}

async function importQueries({ source, client }: OpenEhrImport, report: OpenEhrReport): Promise<void> {
  const list = await source.json('/definition/query')
  // EHRbase wraps the list.
  const queries = Array.isArray(list)
    ? list
    : isJson(list) && Array.isArray(list['versions'])
      ? list['versions']
      : []
  for (const each of queries) {
    const [name, version] = [textAt(each, 'name'), textAt(each, 'version')]
    if (name === undefined || version === undefined) continue
    const path = `/definition/query/${encodeURIComponent(name)}/${encodeURIComponent(version)}`
    const q = textAt(each, 'q') ?? textAt(await source.json(path), 'q')
    if (q === undefined) report.refused.push(`query ${name} ${version}: the other server does not give it`)
    else {
      const put = () =>
        client.call(`PUT /openehr/v1${path}`, { headers: { 'Content-Type': 'text/plain' }, body: q })
      if (await define(report, `query ${name} ${version}`, put)) report.queries += 1
    }
  }
}

async function findEhrs({ source, ehrIds }: OpenEhrImport): Promise<readonly string[]> {
  if (ehrIds.length > 0) return ehrIds
  const found: string[] = []
  const q = 'SELECT e/ehr_id/value AS ehr_id FROM EHR e ORDER BY e/ehr_id/value'
  for await (const [id] of source.rows(q)) if (typeof id === 'string') found.push(id)
  return found
}

interface Rejected {
  readonly line: number
  readonly reason: string
}

/** A body of this size is sent at once. */
const BATCH_CHARACTERS = 4 * 1024 * 1024

function* batchesOf(lines: readonly Json[]): Generator<readonly Json[]> {
  let batch: Json[] = []
  let size = 0
  for (const line of lines) {
    const length = JSON.stringify(line).length
    if (size > 0 && size + length > BATCH_CHARACTERS) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(line)
    size += length
  }
  if (batch.length > 0) yield batch
}

async function importEhr(run: OpenEhrImport, ehrId: string, report: OpenEhrReport): Promise<void> {
  const { client, folder, isLenient, source, stop } = run
  const read = await readEhr(source, ehrId)
  if (!read) {
    report.refused.push(`EHR ${ehrId}: the other server does not give it`)
    return
  }
  report.versions_missing += read.missing.length
  for (const uid of read.missing) report.refused.push(`version ${uid}: the other server does not give it`)
  for (const batch of batchesOf(read.lines)) {
    const body = batch.map(line => JSON.stringify(line)).join('\n')
    const handling = isLenient ? 'lenient' : 'strict'
    const result = await client.transfer.import({ body, handling }, { signal: stop })
    report.records_added += result.added
    report.records_skipped += result.skipped
    report.records_rejected += result.rejected.length
    for (const { line, reason } of result.rejected as readonly Rejected[])
      appendFileSync(
        rejectedFile(folder),
        `${JSON.stringify({ ehr_id: ehrId, reason, rejected: batch[line - 1] })}\n`,
      )
  }
  report.ehrs += 1
}

const finishedFile = (folder: string): string => join(folder, 'finished.txt')
const rejectedFile = (folder: string): string => join(folder, 'rejected.ndjson')

/** Whole lines of a file; a last one that is half written is none. */
const linesIn = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []

/** EHRs that a run that was interrupted had finished. Rejected records of others are forgotten, since those are read again. */
function finishedIn(folder: string): ReadonlySet<string> {
  const finished = new Set(linesIn(finishedFile(folder)))
  const file = rejectedFile(folder)
  const kept = linesIn(file).filter(line => finished.has(textAt(JSON.parse(line), 'ehr_id') ?? ''))
  if (kept.length > 0) writeFileSync(file, `${kept.join('\n')}\n`)
  else rmSync(file, { force: true })
  return finished
}

export async function runOpenEhrImport(run: OpenEhrImport): Promise<OpenEhrReport> {
  const { folder, begin } = run
  mkdirSync(folder, { recursive: true })
  const report: OpenEhrReport = {
    templates: 0,
    queries: 0,
    ehrs: 0,
    ehrs_before: 0,
    records_added: 0,
    records_skipped: 0,
    records_rejected: 0,
    versions_missing: 0,
    refused: [],
  }
  const finished = finishedIn(folder)
  await importTemplates(run, report)
  await importQueries(run, report)
  const all = await findEhrs(run)
  const open = all.filter(id => !finished.has(id))
  report.ehrs_before = all.length - open.length
  const progress = begin(open.length)
  try {
    for (const ehrId of open) {
      run.stop.throwIfAborted()
      await importEhr(run, ehrId, report)
      appendFileSync(finishedFile(folder), `${ehrId}\n`)
      progress.add(1)
    }
    // The next run is a new one: it takes what was written since, and what was rejected now.
    rmSync(finishedFile(folder), { force: true })
  } finally {
    progress.end()
    writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  }
  return report
}
