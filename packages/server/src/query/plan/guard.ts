/** Stage 3: which EHRs the query may see. Only a guarded plan can be rendered. */
import { namedEhrs } from '@cairn/openehr/aql'
import { type Fragment, textOf, value } from '../sql/fragment.ts'
import { isOneEhr, isQueryable } from '../sql/guards.ts'
import type { Placed } from './place.ts'

export interface Guarded {
  readonly placed: Placed
  readonly guard: readonly Fragment[]
  /** In the context of one EHR, which the call names. */
  readonly inEhr: boolean
}

/** Rows over many EHRs say which one they are from, where each is from one. */
export const showsEhr = ({ placed, inEhr }: Guarded): boolean =>
  !inEhr && !placed.distinct && placed.groups === undefined

/**
 * The EHR in whose context the call runs; else all EHRs but those whose status says that they are not queryable. An EHR
 * that FROM names by its id is not asked for its status: the predicate lets nothing else through.
 */
export function restrict(placed: Placed, inEhr: boolean): Guarded {
  const { ehrId, ehr, resolved } = placed
  if (inEhr)
    return {
      placed,
      inEhr,
      guard: [
        isOneEhr(
          ehrId,
          value('uuid', given => given.ehrId),
        ),
      ],
    }
  if (namedEhrs(resolved.query).size > 0) return { placed, inEhr, guard: [] }
  return { placed, inEhr, guard: [isQueryable(ehrId, ehr)] }
}

export const printGuarded = ({ guard }: Guarded): string =>
  guard.length === 0 ? 'the EHR that FROM names' : guard.map(textOf).join(' and ')
