/** The EHRs that a statement sees. */
import { seen } from '../../access/index.ts'
import { forms, identifier, q } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'

export const isOneEhr = (ehrId: Fragment, wanted: Fragment): Fragment => q`${ehrId} = ${wanted}`

/** `of`: an array. */
export const isOneOf = (value: Fragment, of: Fragment): Fragment => q`${value} = any(${of})`

const HIDDEN = q`select hidden.ehr_id from ${seen.ehr('hidden')} where not hidden.is_queryable`

/** Few EHRs are not queryable, and an index has them: a look-up in a set of them, whatever the number of rows. */
export const isQueryable = (ehrId: Fragment, ehr: string | undefined): Fragment =>
  ehr === undefined
    ? forms(q`${ehrId} not in (${HIDDEN})`, q`not exists (${HIDDEN} and hidden.ehr_id = ${ehrId})`)
    : identifier(`${ehr}.is_queryable`)

/** A condition that the nodes of a cluster need not ask again, and cannot of rows that were chosen before. */
export const onOneServer = (condition: Fragment): Fragment => forms(condition, q`true`)
