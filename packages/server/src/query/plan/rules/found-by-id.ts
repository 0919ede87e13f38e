/** Rule: what is equal to the id of an EHR or of a versioned object is looked for in that EHR, by an index, and not among all rows. */
import type { Step } from '@cairn-ehr/openehr/path'
import { column } from '../../../relation/expressions/index.ts'
import type { Fragment } from '../../../relation/index.ts'
import type { Constant } from '../../sql/operand.ts'
import { isEhr, isEhrOfObject } from '../../sql/sources.ts'
import type { Bound } from '../paths/bound.ts'

/** A condition that follows from the equality; undefined where the path is no such id. */
export function foundBy(bound: Bound, steps: readonly Step[], constant: Constant): Fragment | undefined {
  if (steps.some(step => step.predicate)) return undefined
  const path = steps.map(step => step.attribute).join('/')
  switch (bound.kind) {
    case 'ehr':
      return path === 'ehr_id/value' ? isEhr(bound.ehrId, constant) : undefined
    case 'version':
      return path === 'uid/value' ? isEhrOfObject(bound.ehrId, constant) : undefined
    case 'root':
      return bound.outermost && path === 'uid/value'
        ? isEhrOfObject(column(bound.alias, 'ehr_id'), constant)
        : undefined
  }
}
