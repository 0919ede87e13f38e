/** Validation: of RM data alone, and of RM data by a template. */
export { compileSlot } from './constraint/slot.ts'
export { validateRm } from './rm.ts'
export { compileValidator, type Validator } from './template.ts'
export type { Lifecycle, ValidateOptions, Violation } from './violation.ts'
