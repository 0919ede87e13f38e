/** A bound on the requests under way: beyond it, one more would only make all of them slower. */
import { Refusal } from '../refusal/index.ts'

export interface UnderWay {
  /** True where the request may go on; `leave` is to be called once when it is over. */
  enter(): boolean
  leave(): void
  count(): number
}

export function boundUnderWay(most: number): UnderWay {
  let count = 0
  return {
    enter: () => {
      if (count >= most) return false
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
    'The server has as many requests under way as it takes; try again in a moment.',
    [],
    { retryAfter: '1' },
  )
