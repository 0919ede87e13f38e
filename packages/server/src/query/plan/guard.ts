/** Stage 3: which EHRs the query may see. Parties have no status that hides them. Only a guarded plan can be rendered. */
import { isOfParties, namedEhrs } from '@cairn-ehr/openehr/aql'
import { value } from '../../relation/expressions/index.ts'
import { type Fragment, filter, type Rows } from '../../relation/index.ts'
import { isOneEhr, isQueryable } from '../sql/guards.ts'
import type { Placed } from './place.ts'

export interface Guarded {
  readonly placed: Placed
  /** Those of the plan that the caller may see. */
  readonly rows: Rows
  /** Conditions on the EHR of each row. */
  readonly conditions: readonly Fragment[]
  /** In one EHR, whose id is given to the plan. */
  readonly inEhr: boolean
  /** That EHR was found by its subject. Otherwise the call names it: then it may be hidden from queries of all. */
  readonly ofSubject: boolean
}

/**
 * The EHR in whose context the call runs; else all EHRs but those whose status says that they are not queryable. An EHR
 * that FROM names by its id is not asked for its status: the predicate lets nothing else through.
 */
export function restrict(placed: Placed, inEhr: boolean, ofSubject: boolean): Guarded {
  const conditions = guardOf(placed, inEhr, ofSubject)
  return { placed, inEhr, ofSubject, conditions, rows: filter(placed.rows, conditions) }
}

function guardOf({ ehrId, ehr, resolved }: Placed, inEhr: boolean, ofSubject: boolean): readonly Fragment[] {
  const one = isOneEhr(
    ehrId,
    value('uuid', given => given.ehrId),
  )
  if (inEhr) return ofSubject ? [one, isQueryable(ehrId, ehr)] : [one]
  if (isOfParties(resolved.query.from)) return []
  return namedEhrs(resolved.query).size > 0 ? [] : [isQueryable(ehrId, ehr)]
}
