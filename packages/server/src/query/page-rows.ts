/** The rows of one page. The batches may hold one row more than the page: it tells that there are more pages. */
import { DatabaseError } from '../db/index.ts'
import type { EhrCell } from './plan/row-cells.ts'
import type { Ending, Rows, Running } from './result.ts'
import type { ShownEhrs } from './shown-ehrs.ts'
import { outOfTime } from './time-limit.ts'

/** Rows as arrays of values, or of JSON texts. */
type Batch = readonly (readonly unknown[])[]
type Batches = AsyncGenerator<Batch, void, undefined>

export const asRefusal = (error: unknown): unknown =>
  error instanceof DatabaseError && error.isTimeout ? outOfTime() : error

export interface PageOfRows {
  /** Cells are JSON texts already. */
  readonly isJson: boolean
  /** Rows of the page at most. */
  readonly most: number
  /** Of rows over many EHRs: the cell of each that is its EHR, and those that were shown. */
  readonly ehrs: { readonly cell: EhrCell; readonly shown: ShownEhrs } | undefined
}

/** Characters of the rows that are printed at a time. */
const PIECE = 64 * 1024

/**
 * Without `rest`, `first` holds all rows, and the ending is known at once; few are printed at once too. By hand and not as a generator, which takes several turns of
 * the event loop for each piece.
 */
export function rowsOfPage(
  first: Batch,
  rest: Batches | undefined,
  { isJson, most, ehrs }: PageOfRows,
): Pick<Running, 'rows' | 'whole' | 'ending' | 'shownEhrs'> {
  let ending: Ending | undefined = rest
    ? undefined
    : { count: Math.min(first.length, most), hasMore: first.length > most }
  let batch = first
  let at = 0
  let count = 0
  const end = (hasMore: boolean): IteratorReturnResult<undefined> => {
    ending ??= { count, hasMore }
    return { done: true, value: undefined }
  }
  const printRow = (row: unknown[]): string => {
    if (ehrs) {
      const ehrId = String(ehrs.cell === 'last' ? row.pop() : row[ehrs.cell])
      ehrs.shown.add(isJson ? ehrId.slice(1, -1) : ehrId)
    }
    return isJson ? `[${row.join()}]` : JSON.stringify(row)
  }
  /** Some rows of the batch, and at least one. */
  const printPiece = (): string => {
    const until = Math.min(batch.length, at + most - count)
    let json = ''
    const start = at
    while (at < until && json.length < PIECE) {
      json += `${at === start ? '' : ','}${printRow((batch[at] ?? []) as unknown[])}`
      at += 1
    }
    count += at - start
    return json
  }
  /** Printed before it was asked for. */
  let ready = (rest ? '' : printPiece()) || undefined
  const whole = rest || count < Math.min(first.length, most) ? undefined : (ready ?? '')
  const next = async (): Promise<IteratorResult<{ readonly json: string }>> => {
    if (ready !== undefined) {
      const json = ready
      ready = undefined
      return { done: false, value: { json } }
    }
    while (at >= batch.length) {
      const more = await rest?.next()
      if (!more || more.done) return end(false)
      batch = more.value
      at = 0
    }
    if (count === most) {
      await rest?.return()
      return end(true)
    }
    return { done: false, value: { json: printPiece() } }
  }
  const iterator: AsyncIterator<{ readonly json: string }> = {
    next: () =>
      next().catch(error => {
        throw asRefusal(error)
      }),
    return: async () => {
      await rest?.return()
      return { done: true, value: undefined }
    },
  }
  const rows: Rows = { [Symbol.asyncIterator]: () => iterator }
  return { shownEhrs: ehrs?.shown, ending: () => ending, rows, whole }
}
