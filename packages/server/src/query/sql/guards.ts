/** The EHRs that a statement sees. */
import { type Fragment, identifier, q } from '../../relation/index.ts'

export const isOneEhr = (ehrId: Fragment, wanted: Fragment): Fragment => q`${ehrId} = ${wanted}`

/** Few EHRs are not queryable, and an index has them: a look-up in a set of them, whatever the number of rows. */
export const isQueryable = (ehrId: Fragment, ehr: string | undefined): Fragment =>
  ehr === undefined
    ? q`${ehrId} not in (select hidden.ehr_id from cairn.ehr hidden where not hidden.is_queryable)`
    : identifier(`${ehr}.is_queryable`)
