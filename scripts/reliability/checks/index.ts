/** The checks of reliability and security by their numbers. */
import type { Check } from '../check.ts'
import { ACCESS_CHECKS } from './access.ts'
import { FAULT_CHECKS } from './faults.ts'
import { INPUT_CHECKS } from './input.ts'
import { LOAD_CHECKS } from './load.ts'
import { OPERATION_CHECKS } from './operation.ts'
import { TOKEN_CHECKS } from './tokens.ts'

export const CHECKS: readonly Check[] = [
  ...LOAD_CHECKS,
  ...FAULT_CHECKS,
  ...INPUT_CHECKS,
  ...TOKEN_CHECKS,
  ...ACCESS_CHECKS,
  ...OPERATION_CHECKS,
]
