/** Conditions on rows that AQL alone asks. */
import { seen } from '../../access/index.ts'
import { column, q, value } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import type { Constant } from './operand.ts'

export const isOutermost = (alias: string): Fragment => q`${column(alias, 'num')} = 0`

/** By the index on `ehr_id`. NULL instead of false where the text is no id as we write it: for conditions that must be true. */
export const isEhr = (ehrId: Fragment, { constant }: Constant): Fragment =>
  q`${ehrId} = ${value('uuid', given => canonicalUuid(constant(given)))}`

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const canonicalUuid = (scalar: unknown): string | null =>
  typeof scalar === 'string' && UUID.test(scalar) ? scalar : null

/**
 * The EHR that an object with this id is in. Says no more than the id itself, which is a leaf or several columns and has no
 * index; for conditions that must be true.
 */
export const isEhrOfObject = (ehrId: Fragment, { constant }: Constant): Fragment =>
  q`${ehrId} in (select o.ehr_id from ${seen.versioned_object('o')} where o.object_id = ${value('uuid', given => objectIn(constant(given)))})`

function objectIn(scalar: unknown): string | null {
  const [id = ''] = typeof scalar === 'string' ? scalar.split('::') : []
  return UUID.test(id.toLowerCase()) ? id : null
}

/** Access settings and episodes are no documents to a query. */
export const isDocument = (alias: string): Fragment =>
  q`${column(alias, 'kind')} not in ('EHR_ACCESS', 'EPISODE')`
