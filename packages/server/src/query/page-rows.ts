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
  page: PageOfRows,
): Pick<Running, 'rows' | 'whole' | 'ending' | 'shownEhrs'> {
  const printed = new PrintedRows(first, rest, page)
  const rows: Rows = { [Symbol.asyncIterator]: () => printed }
  return { shownEhrs: page.ehrs?.shown, ending: () => printed.ending, rows, whole: printed.whole }
}

type Piece = { readonly json: string }

class PrintedRows implements AsyncIterator<Piece> {
  readonly #rest: Batches | undefined
  readonly #page: PageOfRows
  #batch: Batch
  #at = 0
  #count = 0
  /** Printed before it was asked for. */
  #ready: string | undefined
  /** All rows, where one piece holds them. */
  readonly whole: string | undefined
  ending: Ending | undefined

  constructor(first: Batch, rest: Batches | undefined, page: PageOfRows) {
    const { most } = page
    this.#rest = rest
    this.#page = page
    this.#batch = first
    if (rest) return
    this.ending = { count: Math.min(first.length, most), hasMore: first.length > most }
    this.#ready = this.#printPiece() || undefined
    if (this.#count === this.ending.count) this.whole = this.#ready ?? ''
  }

  next(): Promise<IteratorResult<Piece>> {
    return this.#next().catch(error => {
      throw asRefusal(error)
    })
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#rest?.return()
    return { done: true, value: undefined }
  }

  async #next(): Promise<IteratorResult<Piece>> {
    if (this.#ready !== undefined) {
      const json = this.#ready
      this.#ready = undefined
      return { done: false, value: { json } }
    }
    while (this.#at >= this.#batch.length) {
      const more = await this.#rest?.next()
      if (!more || more.done) return this.#end(false)
      this.#batch = more.value
      this.#at = 0
    }
    if (this.#count === this.#page.most) {
      await this.#rest?.return()
      return this.#end(true)
    }
    return { done: false, value: { json: this.#printPiece() } }
  }

  #end(hasMore: boolean): IteratorReturnResult<undefined> {
    this.ending ??= { count: this.#count, hasMore }
    return { done: true, value: undefined }
  }

  /** Some rows of the batch, and at least one. */
  #printPiece(): string {
    const batch = this.#batch
    const start = this.#at
    const until = Math.min(batch.length, start + this.#page.most - this.#count)
    let json = ''
    let at = start
    while (at < until && json.length < PIECE) {
      json += `${at === start ? '' : ','}${this.#printRow((batch[at] ?? []) as unknown[])}`
      at += 1
    }
    this.#at = at
    this.#count += at - start
    return json
  }

  #printRow(row: unknown[]): string {
    const { isJson, ehrs } = this.#page
    if (ehrs) {
      const ehrId = String(ehrs.cell === 'last' ? row.pop() : row[ehrs.cell])
      ehrs.shown.add(isJson ? ehrId.slice(1, -1) : ehrId)
    }
    return isJson ? `[${row.join()}]` : JSON.stringify(row)
  }
}
