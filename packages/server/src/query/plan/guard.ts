/** Stage 3: which EHRs the query may see. Parties have no status that hides them. Only a guarded plan can be rendered. */
import { isOfParties, namedEhrs } from '@cairn-ehr/openehr/aql'
import { value } from '../../relation/expressions/index.ts'
import { EACH_EHR, type Fragment, filter, type Rows } from '../../relation/index.ts'
import { isOneEhr, isOneOf, isQueryable } from '../sql/guards.ts'
import { notPushed } from './not-pushed.ts'
import type { Placed } from './place.ts'

/** EHRs that a call names, versions in them, or each of these EHRs by itself. */
export type Narrowing = 'ehrs' | 'versions' | 'each'

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
  /** Rows are of few EHRs: indexes over all EHRs would only be in the way. */
  readonly isNarrow: boolean
}

/**
 * The EHR in whose context the call runs; else all EHRs but those whose status says that they are not queryable. An EHR
 * that FROM names by its id is not asked for its status: the predicate lets nothing else through.
 */
export function restrict(
  placed: Placed,
  inEhr: boolean,
  ofSubject: boolean,
  among: Narrowing | undefined,
): Guarded {
  const conditions =
    among === 'each'
      ? [isOneEhr(placed.ehrId, EACH_EHR)]
      : [...guardOf(placed, inEhr, ofSubject), ...narrowed(placed, among)]
  const isNarrow = inEhr || among !== undefined
  return { placed, inEhr, ofSubject, isNarrow, conditions, rows: filter(placed.rows, conditions) }
}

function narrowed(
  { ehrId, resolved, rowOrder }: Placed,
  among: 'ehrs' | 'versions' | undefined,
): readonly Fragment[] {
  if (among === undefined) return []
  const ehrs = isOneOf(
    ehrId,
    value('uuid[]', given => given.among?.ehrs),
  )
  if (among === 'ehrs') return [ehrs]
  const [commit] = rowOrder
  if (!resolved.documentwise || !commit) return notPushed('rows of some versions, where each is of several')
  return [
    ehrs,
    isOneOf(
      commit,
      value('bigint[]', given => given.among?.commits),
    ),
  ]
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
