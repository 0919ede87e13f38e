/** The public face of the openEHR library. */
export { type Facts, type Finding, PROBLEM_CODES, Problem, type ProblemCode } from './problem.ts'
export * from './format/json/index.ts'
