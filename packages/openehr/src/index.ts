/**
 * How the library says no. Everything else is entered by topic:
 * `@cairn/openehr/rm`, `/path`, `/format`, `/template`, `/validate`, `/aql`.
 */
export { type Facts, type Finding, PROBLEM_CODES, Problem, type ProblemCode } from './problem.ts'
