/** Queries that need more memory than a thread has. */
import { Refusal } from '../../refusal/index.ts'

/** The messages of V8 for a text, a set or an array that has grown too large. */
const GROWN = /^Invalid (?:string|array) length|maximum size exceeded|allocation failed/

export const tooLarge = () =>
  new Refusal('query.too_large', 'The query needs more memory than it may have: ask for less at once.')

/** The same error, or the refusal that it comes to. */
export const orTooLarge = (error: unknown): unknown =>
  error instanceof RangeError && GROWN.test(error.message) ? tooLarge() : error
