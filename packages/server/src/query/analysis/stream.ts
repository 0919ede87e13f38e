/** Streams a table in a format for analysis: as fast as its reader takes it, with one batch in memory. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { cutOff, type Pieces, withReason } from '../break-off.ts'
import { type AnalysisType, encoderFor } from './encoder.ts'
import { type Encoder, type Row, type RowBatches, type TableSource, typedTable } from './table.ts'

/** Batches of another size: as many rows as the encoder takes at a time, the last one fewer. */
async function* batchesOf(batches: RowBatches, size: number): AsyncGenerator<readonly Row[]> {
  let waiting: Row[] = []
  for await (const batch of batches)
    for (const row of batch) {
      waiting.push(row)
      if (waiting.length < size) continue
      yield waiting
      waiting = []
    }
  if (waiting.length > 0) yield waiting
}

async function* bytesOf(encoder: Encoder, batches: RowBatches, ended: (rows: number) => void) {
  let count = 0
  yield encoder.head()
  for await (const rows of batchesOf(batches, encoder.batchRows)) {
    count += rows.length
    yield encoder.batch(rows)
    // Encoding takes some milliseconds, so other requests run in between.
    await setImmediate()
  }
  yield encoder.end()
  ended(count)
}

export interface StreamEvents {
  readonly ended: (rows: number) => void
  readonly failed: (error: unknown) => void
  /** Called once: before the last piece, which waits for it and is not sent if it fails, or when the answer breaks off. */
  readonly over: () => Promise<void>
}

/**
 * Pieces of an answer, each held back until there is another, so that the last one can wait. By hand: a generator that was never asked for anything
 * would not pass on that its reader left.
 */
export function guardedPieces<Piece extends string | Uint8Array>(
  pieces: Pieces<Piece>,
  source: AsyncIterable<unknown>,
  { failed, over }: Pick<StreamEvents, 'failed' | 'over'>,
): AsyncIterable<Piece> {
  let isOver = false
  let held: Piece | undefined
  let broken: { readonly error: unknown } | undefined
  const end = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    await over()
  }
  const next = async (): Promise<IteratorResult<Piece>> => {
    if (broken) return cutOff(broken.error)
    try {
      while (!isOver) {
        const piece = await pieces.next()
        const ready = held
        if (piece.done) {
          await end()
          if (ready !== undefined) return { done: false, value: ready }
        } else if (piece.value.length > 0) {
          held = piece.value
          if (ready !== undefined) return { done: false, value: ready }
        }
      }
      return { done: true, value: undefined }
    } catch (error) {
      // An answer that breaks off ends with the line that says why; one whose event cannot be stored is cut.
      const value = isOver ? undefined : held
      failed(error)
      end().catch(() => {})
      if (value === undefined) throw error
      broken = { error }
      return { done: false, value }
    }
  }
  const leave = async (): Promise<IteratorResult<Piece>> => {
    // Nobody waits for an answer that was abandoned.
    end().catch(() => {})
    await pieces.return()
    await source[Symbol.asyncIterator]().return?.()
    return { done: true, value: undefined }
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }) }
}

/** Resolves when the first rows were read, so that an early error can still be sent as an error. */
export async function analysisStream(
  type: AnalysisType,
  source: TableSource,
  events: StreamEvents,
): Promise<Readable> {
  try {
    const { columns, batches } = await typedTable(source)
    const encoder = await encoderFor(type, columns)
    const bytes = withReason(
      bytesOf(encoder, batches, events.ended),
      reason => encoder.broken?.(reason) ?? [],
    )
    return Readable.from(guardedPieces(bytes, batches, events), { objectMode: false })
  } catch (error) {
    events.failed(error)
    events.over().catch(() => {})
    throw error
  }
}
