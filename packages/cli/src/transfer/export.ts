/** Reads an export from the server, checks it on the way, and hands its lines to a file or folder. */
import { createHash } from 'node:crypto'
import type { CairnClient } from '@cairn-ehr/client'
import { CommandError } from '../command/exit-codes.ts'
import type { Progress } from '../command/progress.ts'
import type { ExportTarget } from './export-files.ts'
import { type ExportHeader, kindOf, linesOf, type Manifest } from './lines.ts'

export interface ExportRequest {
  readonly ehrIds: readonly string[]
  readonly q: string | undefined
  readonly signal: AbortSignal
}

const incomplete = () => new CommandError('The export broke off: its end is missing. Start it again.')

/** `begin` is told how many contributions to expect. */
export async function runExport(
  client: CairnClient,
  { ehrIds, q, signal }: ExportRequest,
  target: ExportTarget,
  begin: (contributions: number) => Progress,
): Promise<Manifest> {
  const parameters = { ...(ehrIds.length > 0 ? { ehr_id: ehrIds } : {}), ...(q === undefined ? {} : { q }) }
  // Compressing would cost the server more than the network takes.
  const headers = { 'Accept-Encoding': 'identity' }
  const answer = await client.request('transfer_export', parameters, { signal, headers })
  if (!answer.body) throw incomplete()
  const hash = createHash('sha256')
  let header: ExportHeader | undefined
  let manifest: Manifest | undefined
  let progress: Progress | undefined
  try {
    for await (const line of linesOf(answer.body)) {
      await target.write(line)
      const kind = kindOf(line)
      if (kind === 'export') {
        header = JSON.parse(line.toString()) as ExportHeader
        progress = begin(header.expected.contributions)
      }
      if (kind === 'manifest') manifest = JSON.parse(line.toString()) as Manifest
      else hash.update(line)
      if (kind === 'contribution') progress?.add(1)
    }
  } catch (error) {
    // `fetch` says so of a connection that ends before the answer does; anything else is told as it is, such as a full disk.
    throw error instanceof TypeError && !signal.aborted ? incomplete() : error
  } finally {
    progress?.end()
  }
  if (!header || !manifest) throw incomplete()
  if (manifest.sha256 !== hash.digest('hex'))
    throw new CommandError('The export was changed on its way: its digest is not that of its manifest.')
  await target.complete(header, manifest)
  return manifest
}
