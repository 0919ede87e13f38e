/** JSON: strict and loss-free both ways. */

export { printCanonical } from './fast/canonical-print.ts'
export { canonicalNames } from './fast/member-order.ts'
export { JSON_LIMITS, type JsonLimits } from './limits.ts'
export { type JsonDocument, parseJson, parseJsonDocument } from './parse.ts'
export { canonicalize, printJson } from './print.ts'
