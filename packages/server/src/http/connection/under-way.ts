/** Limits the number of running requests, and takes none while requests wait too long: more would only make all of them slower. */
import { Refusal } from '../../refusal/index.ts'

export interface UnderWay {
  /** Returns true if the request may go on; then call `leave` once at its end. */
  enter(): boolean
  leave(): void
  count(): number
}

export function boundUnderWay(most: number, waitIsTooLong: () => boolean): UnderWay {
  let count = 0
  return {
    enter: () => {
      if (count >= most || waitIsTooLong()) return false
      count++
      return true
    },
    leave: () => {
      count--
    },
    count: () => count,
  }
}

export const overloaded = (): Refusal =>
  new Refusal(
    'service.overloaded',
    'The server is processing as many requests as it can; try again in a moment.',
    [],
    { retryAfter: '1' },
  )
