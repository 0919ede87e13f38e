/** JSON: strict and loss-free both ways. */

export { type CanonicalForm, canonicalForm } from './canonical-form.ts'
export { JSON_LIMITS, type JsonLimits } from './limits.ts'
export { type JsonDocument, parseJson, parseJsonDocument } from './parse.ts'
export { canonicalize, printJson } from './print.ts'
