/**
 * Problems and findings, which every topic of the library shares. The rest is imported by topic:
 * `@cairn-ehr/openehr/rm`, `/path`, `/format`, `/template`, `/validate`, `/aql`.
 */
export { type Facts, type Finding, PROBLEM_CODES, Problem, type ProblemCode } from './problem.ts'
