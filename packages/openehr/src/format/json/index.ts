/** JSON: strict and loss-free both ways. */

export { canonicalizeText } from './canonical-text.ts'
export { JSON_LIMITS, type JsonLimits } from './limits.ts'
export { type JsonDocument, parseJson, parseJsonDocument } from './parse.ts'
export { canonicalize, printJson } from './print.ts'
