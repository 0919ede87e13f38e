/** Runs exports and imports, and tells their progress. */
import { type CairnClient, isCairnError, isNetworkError } from '@cairn-ehr/client'
import { addJob, changeJob, type RejectedLine } from './jobs.ts'
import { batchesOf, headOf, isContribution, isManifest } from './transfer-lines.ts'

/** The sentences that a job ends with, in the language of the reader. */
export interface TransferTexts {
  readonly incomplete: string
  readonly noExport: string
  readonly failed: (error: unknown) => string
  readonly exported: (lines: number) => string
  readonly imported: (added: number, skipped: number, rejected: number) => string
}

export interface ExportRequest {
  readonly title: string
  readonly ehrIds: readonly string[]
  readonly q: string
}

interface JobEnd {
  readonly id: number
  readonly signal: AbortSignal
  /** The sentence for an error of the server or of the connection; other errors have one of ours. */
  readonly failed: (error: unknown) => string
}

/** Ends the job with what became of it. */
export async function ended({ id, signal, failed }: JobEnd, work: () => Promise<string>): Promise<void> {
  try {
    changeJob(id, { message: await work(), state: 'done' })
  } catch (error) {
    const isOurs = error instanceof Error && !isCairnError(error) && !isNetworkError(error)
    const message = isOurs ? error.message : failed(error)
    changeJob(id, signal.aborted ? { state: 'cancelled' } : { state: 'failed', message })
  }
}

function save(parts: readonly BlobPart[], name: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export function startExport(
  cairn: CairnClient,
  { title, ehrIds, q }: ExportRequest,
  texts: TransferTexts,
): void {
  const stop = new AbortController()
  const id = addJob({ kind: 'export', title, cancel: () => stop.abort() })
  void ended({ id, signal: stop.signal, failed: texts.failed }, async () => {
    const parameters = { ...(ehrIds.length > 0 ? { ehr_id: ehrIds } : {}), ...(q === '' ? {} : { q }) }
    const answer = await cairn.request('transfer_export', parameters, { signal: stop.signal })
    if (!answer.body) throw new Error(texts.incomplete)
    const parts: string[] = []
    let rest = ''
    let [lines, contributions, last] = [0, 0, '']
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parts.push(read.value)
      const whole = `${rest}${read.value}`.split('\n')
      rest = whole.pop() ?? ''
      for (const line of whole) {
        if (lines === 0) changeJob(id, { total: headOf(line)?.contributions ?? 0 })
        lines++
        if (isContribution(line)) contributions++
        last = line
      }
      changeJob(id, { done: contributions })
    }
    if (!isManifest(rest === '' ? last : rest)) throw new Error(texts.incomplete)
    save(parts, 'cairn-export.ndjson')
    return texts.exported(lines)
  })
}

/** As large as the server takes by its default. */
const BATCH_CHARACTERS = 2_000_000

export function startImport(cairn: CairnClient, file: File, texts: TransferTexts): void {
  const stop = new AbortController()
  const id = addJob({ kind: 'import', title: file.name, cancel: () => stop.abort() })
  void ended({ id, signal: stop.signal, failed: texts.failed }, async () => {
    const lines = (await file.text()).trimEnd().split('\n')
    const head = headOf(lines[0] ?? '')
    if (!head) throw new Error(texts.noExport)
    if (!isManifest(lines.at(-1) ?? '')) throw new Error(texts.incomplete)
    changeJob(id, { total: lines.length - 2 })
    let [added, skipped, done] = [0, 0, 0]
    const rejected: RejectedLine[] = []
    for (const batch of batchesOf(lines, BATCH_CHARACTERS)) {
      const result = await cairn.transfer.import(
        { origin: head.origin, body: batch.lines.join('\n') },
        { signal: stop.signal },
      )
      added += result.added
      skipped += result.skipped
      rejected.push(...result.rejected.map(each => ({ ...each, line: each.line + batch.first - 1 })))
      done += batch.lines.length
      changeJob(id, { done, rejected })
    }
    return texts.imported(added, skipped, rejected.length)
  })
}
