/** The reference evaluator: what an AQL query means, said over documents in memory. */
import type { BoundQuery } from '../syntax/tree.ts'
import type { EhrData, EvaluateOptions, ResultSet } from './data.ts'
import { openEvaluation } from './evaluation.ts'

/**
 * Runs a query over records. FROM finds bindings, paths make rows of them, WHERE keeps those for which it is true,
 * aggregates fold them, then come ORDER BY, DISTINCT, and TOP or LIMIT. Without ORDER BY the rows follow the order
 * of `ehrs`, of commits, and of the documents. Throws Problem('aql.invalid') as `checkAql` finds.
 *
 * @example
 * const query = bindParameters(parseAql('SELECT c/uid/value FROM COMPOSITION c'), {})
 * evaluate(query, ehrs, { now: '2026-11-14T10:00:00Z' }).rows
 */
export function evaluate(query: BoundQuery, ehrs: readonly EhrData[], options: EvaluateOptions): ResultSet {
  const evaluation = openEvaluation(query, options)
  const rows = [...evaluation.add(ehrs), ...evaluation.finish()]
  return { columns: evaluation.columns, rows }
}
