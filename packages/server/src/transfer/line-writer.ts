/** Writes lines in pieces, counts them by kind, and ends them with the manifest. */
import { createHash } from 'node:crypto'
import type { TakeText } from '../streams/index.ts'
import { type ExportCounts, KINDS, type LineKind, manifestLine } from './print-lines.ts'

/** Lines are handed over in pieces of about this size. */
const PIECE = 64 * 1024

export class LineWriter {
  readonly #take: TakeText
  readonly #hash = createHash('sha256')
  readonly #counts = new Map<LineKind | 'version', number>(
    [...KINDS, 'version' as const].map(kind => [kind, 0]),
  )
  #piece = ''

  constructor(take: TakeText) {
    this.#take = take
  }

  count(kind: LineKind | 'version', more = 1): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + more)
  }

  async write(line: string, kind?: LineKind | 'version'): Promise<void> {
    if (kind) this.count(kind)
    this.#piece += `${line}\n`
    if (this.#piece.length >= PIECE) await this.flush()
  }

  async flush(): Promise<void> {
    const piece = this.#piece
    this.#piece = ''
    this.#hash.update(piece)
    if (piece !== '') await this.#take(piece)
  }

  /** The last line; its digest is of all lines before it. `shown`: the counts of the kinds that the format has. */
  async end(shown: (counts: ExportCounts) => Partial<ExportCounts> = counts => counts): Promise<void> {
    await this.flush()
    const counts = shown(Object.fromEntries(this.#counts) as ExportCounts)
    await this.#take(`${manifestLine(counts, this.#hash.digest('hex'))}\n`)
  }
}
