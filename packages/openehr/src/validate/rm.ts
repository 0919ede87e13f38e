/** Validation without a template, by the rules of the reference model alone. */
import { typeOf } from '../rm/index.ts'
import { objectCheck, statedParameter } from './plan.ts'
import type { Violation } from './violation.ts'
import { startVisit } from './visit.ts'

/**
 * Every violation of the reference model's structure and invariants in `value`, which stands where
 * `declaredType` is declared (`COMPOSITION`, `EHR_STATUS`, `DV_TEXT`, …). Paths start at `value`.
 */
export function validateRm(value: unknown, declaredType: string): Violation[] {
  const visit = startVisit(false)
  objectCheck(declaredType, typeOf({}, declaredType), statedParameter(declaredType))(value, visit)
  return visit.violations
}
