/**
 * The order of rows that ask for none, the same whoever runs the query, so that pages never overlap.
 *
 * The reference evaluator goes through EHRs one after the other. Over a whole population that would make the first fifty
 * rows as dear as all of them, and every new document would move the pages behind it. So where each
 * binding of FROM lies within one version (`isDocumentwise`), rows come in the order of commits (`commit_number`),
 * whatever EHR they belong to; inside a version as the evaluator has them. Any other query goes through EHRs in the
 * order (`created_at`, `ehr_id`), inside each as the evaluator does. ORDER BY, DISTINCT and groups settle ties by the same order.
 */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { isA } from '@cairn-ehr/openehr/rm'

/** True if everything that FROM binds, except the EHR, belongs to one version. */
export function isDocumentwise(from: Aql.Containment): boolean {
  if ('operands' in from) return false
  if (from.kind === 'version' || from.name !== 'EHR') return staysInside(from)
  return from.contains !== undefined && !from.contains.negated && isDocumentwise(from.contains.what)
}

/** A folder leads to other documents: those that it refers to. */
function staysInside(from: Aql.Containment): boolean {
  if ('operands' in from) return from.operands.every(staysInside)
  if (from.contains === undefined) return true
  if (from.kind === 'class' && isA('FOLDER', from.name)) return false
  return staysInside(from.contains.what)
}
