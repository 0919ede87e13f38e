/** Streams a table in a format for analysis: as fast as its reader takes it, with one batch in memory. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type Pieces, withReason } from '../break-off.ts'
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
  /** Called at the end in any case. */
  readonly over: () => void
}

/** By hand: a generator that was never asked for anything would not pass on that its reader left. */
function guarded(
  bytes: Pieces<Uint8Array>,
  batches: RowBatches,
  { failed, over }: StreamEvents,
): AsyncIterable<Uint8Array> {
  let isOver = false
  const end = () => {
    if (!isOver) over()
    isOver = true
  }
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      for (;;) {
        const piece = await bytes.next()
        if (piece.done) {
          end()
          return { done: true, value: undefined }
        }
        if (piece.value.length > 0) return piece
      }
    } catch (error) {
      failed(error)
      end()
      throw error
    }
  }
  const leave = async (): Promise<IteratorResult<Uint8Array>> => {
    end()
    await bytes.return()
    await batches[Symbol.asyncIterator]().return?.()
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
    return Readable.from(guarded(bytes, batches, events), { objectMode: false })
  } catch (error) {
    events.failed(error)
    events.over()
    throw error
  }
}
