/** Refusals: the error codes, and the error class that carries one. */
export { CODES, type Code } from './codes.ts'
export { cutFindings, isCut } from './cut-findings.ts'
export { Refusal } from './refusal.ts'
