/** AQL: text ⇄ syntax tree, checks that need no data, and the evaluator that defines what a query means. */

export { checkAql } from './check/check.ts'
export type * from './evaluate/data.ts'
export { evaluate } from './evaluate/evaluate.ts'
export { refuse as refuseAql } from './invalid.ts'
export { bindParameters, type ParameterValue, type ParameterValues, parameterNames } from './syntax/bind.ts'
export { type AqlLimits, DEFAULT_LIMITS } from './syntax/lexer.ts'
export { parseAql } from './syntax/parse.ts'
export {
  printAql,
  printCondition,
  printContainment,
  printExpression,
  printPredicate,
  printSteps,
} from './syntax/print.ts'
export type * from './syntax/tree.ts'
