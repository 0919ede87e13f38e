/** Paths into RM data: parse, print, resolve. */
export { nearest } from './nearest.ts'
export { didYouMean, nearestName } from './nearest-name.ts'
export { parsePath } from './parse.ts'
export { printPath, printPredicate, printStep, printSteps } from './print.ts'
export { compileRegex, isRegex, literalsOf, REGEX_LIMITS } from './regex.ts'
export { type Match, type Parameters, resolve, resolveSteps } from './resolve.ts'
export type { ObjectPath, Path, Predicate, Step } from './tree.ts'
