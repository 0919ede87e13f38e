/** AQL: text ⇄ syntax tree, checks that need no data, and the evaluator that defines what a query means. */

export { aqlDoubts, checkAql } from './check/check.ts'
export { declaredVariables, orderExpressions, type Variable } from './check/scope.ts'
export { canHold } from './containing-classes.ts'
export { terminologyUri } from './evaluate/condition.ts'
export { nodeKind } from './evaluate/containment.ts'
export type {
  EhrData,
  EvaluateOptions,
  Page,
  ResultColumn,
  ResultSet,
  TerminologyAnswer,
  TerminologyCode,
  TerminologyFunction,
} from './evaluate/data.ts'
export { evaluate } from './evaluate/evaluate.ts'
export { type Evaluation, openEvaluation } from './evaluate/evaluation.ts'
export { ESCAPABLE as LIKE_ESCAPABLE, likePattern } from './evaluate/like.ts'
export { compareOrderSteps, type OrderStep } from './evaluate/node-order.ts'
export { type EhrLink, ehrLinks, type Unit, unitOf } from './evaluate/unit.ts'
export { namedEhrs } from './evaluate/visible.ts'
export { type AqlFunction, FUNCTIONS as AQL_FUNCTIONS } from './functions.ts'
export { refuse as refuseAql } from './invalid.ts'
export { isOfParties, PARTY_CLASSES, partiesAsked } from './parties.ts'
export {
  bindParameters,
  literalOf,
  type ParameterValue,
  type ParameterValues,
  parameterNames,
} from './syntax/bind.ts'
export { type AqlLimits, DEFAULT_LIMITS as DEFAULT_AQL_LIMITS } from './syntax/lexer.ts'
export { parseAql } from './syntax/parse.ts'
export { printAql, printCondition, printContainment, printExpression } from './syntax/print.ts'
export { isStorable as isStorableText } from './syntax/strings.ts'
/** Kinds of nodes, as `Aql.Path`, `Aql.Condition`: their short names mean other things elsewhere. */
export type * as Aql from './syntax/tree.ts'
export { existsPathsIn, pathsIn, visitNodes } from './syntax/walk.ts'
