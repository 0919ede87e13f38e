/** Filters of a list in memory: the same as those of SQL, over the keys of a record. */
import type { Field } from '../fields.ts'
import { type GivenFilter, numberOf, type Operator } from '../filter.ts'
import { compareKeys, type Key, type RecordKey } from './record-key.ts'

type Comparison = Exclude<Operator, 'in' | 'contains' | 'exists'>

const HOLDS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  eq: order => order === 0,
  ne: order => order !== 0,
  gt: order => order > 0,
  gte: order => order >= 0,
  lt: order => order < 0,
  lte: order => order <= 0,
}

/** The value to compare with; undefined for a code, which is no number. */
function wantedKey(given: GivenFilter, field: Field, text: string, isCoded: boolean): Key | undefined {
  if (field.kind === 'text') return text
  if (field.kind === 'boolean') return text === 'true'
  if (isCoded && Number.isNaN(Number(text))) return undefined
  return Number(numberOf(given, field, text))
}

/** A coded value is also found by its code. */
function isEqual(given: GivenFilter, field: Field, text: string, { key, code }: RecordKey): boolean {
  if (code !== undefined && code === text) return true
  const wanted = wantedKey(given, field, text, code !== undefined)
  return key !== undefined && wanted !== undefined && compareKeys(key, wanted) === 0
}

/** The filter was read before, so that what it says can be compared with. */
export function matchesFilter(given: GivenFilter, field: Field, found: RecordKey): boolean {
  const { operator, text } = given
  const { key } = found
  if (operator === 'exists') return (key !== undefined) === (text === 'true')
  if (key === undefined) return false
  switch (operator) {
    case 'contains':
      return String(key).toLowerCase().includes(text.toLowerCase())
    case 'eq':
      return isEqual(given, field, text, found)
    case 'ne':
      return !isEqual(given, field, text, found)
    case 'in':
      return text.split(',').some(each => isEqual(given, field, each, found))
    default: {
      const wanted = wantedKey(given, field, text, false)
      return wanted !== undefined && HOLDS[operator](compareKeys(key, wanted))
    }
  }
}
