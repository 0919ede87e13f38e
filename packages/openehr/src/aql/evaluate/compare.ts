/** Comparison as three-valued logic: true, false, or unknown where a value is missing or of another kind. */
import type { ComparisonOperator } from '../syntax/tree.ts'
import type { Value } from './item.ts'
import { compareValues, equalValues } from './order.ts'

/** `undefined` is unknown. */
export type Truth = boolean | undefined

const BY_ORDER: Readonly<Record<Exclude<ComparisonOperator, '=' | '!='>, (order: number) => boolean>> = {
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
}

export function satisfies(operator: ComparisonOperator, a: Value | undefined, b: Value | undefined): Truth {
  if (!a || !b) return undefined
  if (operator === '=' || operator === '!=') {
    const same = equalValues(a, b)
    return same === undefined ? undefined : same === (operator === '=')
  }
  const order = compareValues(a, b)
  return order === undefined ? undefined : BY_ORDER[operator](order)
}

/** False if any is, else unknown if any is. */
export function allTrue(truths: Iterable<Truth>): Truth {
  let result: Truth = true
  for (const truth of truths) {
    if (truth === false) return false
    if (truth === undefined) result = undefined
  }
  return result
}

/** True if any is, else unknown if any is. */
export function anyTrue(truths: Iterable<Truth>): Truth {
  let result: Truth = false
  for (const truth of truths) {
    if (truth === true) return true
    if (truth === undefined) result = undefined
  }
  return result
}
