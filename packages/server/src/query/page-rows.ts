/** The rows of one page. The batches may hold one row more than the page: it tells that there are more pages. */
import { DatabaseError } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'
import type { Ending, Running } from './result.ts'
import type { ShownEhrs } from './shown-ehrs.ts'

type Rows = readonly (readonly unknown[])[]
type Batches = AsyncGenerator<Rows, void, undefined>

export const asRefusal = (error: unknown): unknown =>
  error instanceof DatabaseError && error.isTimeout
    ? new Refusal('query.timeout', 'The query took longer than it may, and was ended.')
    : error

/**
 * Without `rest`, `first` holds all rows, and the ending is known at once. With `shownEhrs`, the last cell of each row is its EHR. By hand and not as a generator, which takes several
 * turns of the event loop a row.
 */
export function rowsOfPage(
  first: Rows,
  rest: Batches | undefined,
  most: number,
  shownEhrs: ShownEhrs | undefined,
): Pick<Running, 'rows' | 'ending' | 'shownEhrs'> {
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
  const next = async (): Promise<IteratorResult<readonly unknown[]>> => {
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
    count += 1
    const row = batch[at++] ?? []
    if (shownEhrs) shownEhrs.add((row as unknown[]).pop() as string)
    return { done: false, value: row }
  }
  const iterator: AsyncIterator<readonly unknown[]> = {
    next: () =>
      next().catch(error => {
        throw asRefusal(error)
      }),
    return: async () => {
      await rest?.return()
      return { done: true, value: undefined }
    },
  }
  return { shownEhrs, ending: () => ending, rows: { [Symbol.asyncIterator]: () => iterator } }
}
