/** Reads whole numbers of a request, such as `offset` and `fetch`: int32, not negative (docs/interface.md, section 14). */
import { Refusal } from '../../refusal/index.ts'

const MOST = 2 ** 31 - 1

/** A number as JSON has it; null counts as absent. */
export function int32Of(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MOST)
    throw new Refusal('request.malformed', `${name} must be a whole number from 0 to ${MOST}.`)
  return value
}

/** Digits of a query string, given once at most. */
export function int32In(query: URLSearchParams, name: string): number | undefined {
  const [text, again] = query.getAll(name)
  if (again !== undefined) throw new Refusal('request.malformed', `${name} is given twice.`)
  return int32Of(text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : text, name)
}
