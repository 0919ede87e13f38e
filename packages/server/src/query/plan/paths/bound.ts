/** A variable as FROM has bound it: a row of `cairn.root`, or columns. */

import type { Predicate, Step } from '@cairn-ehr/openehr/path'
import { all, any } from '../../../relation/expressions/index.ts'
import type { Fragment, Join } from '../../../relation/index.ts'
import type { Operand } from '../../sql/operand.ts'
import { isEhr } from '../../sql/sources.ts'
import { notPushed } from '../not-pushed.ts'
import type { Item } from './item.ts'
import { type Asked, compared } from './predicates.ts'

export type Bound =
  | {
      readonly kind: 'root'
      readonly alias: string
      readonly outermost: boolean
      /** The start of its paths, with conditions. */
      readonly item: (conditions: readonly Fragment[]) => Item
    }
  | {
      readonly kind: 'ehr' | 'version'
      readonly operand: (names: readonly string[]) => Operand
      /** Joins the row of `cairn.root` of an EHR's status or a version's data. */
      readonly root: (alias: string) => Join
      readonly ehrId: Fragment
    }

/** A predicate on an EHR or VERSION, whose paths are columns. */
export function askedOfColumns(
  predicate: Predicate | undefined,
  operand: (names: readonly string[]) => Operand,
  asked: Asked,
  id?: Fragment,
): readonly Fragment[] {
  if (!predicate) return []
  const inner = (operands: readonly Predicate[]) =>
    operands.map(each => all(askedOfColumns(each, operand, asked, id)))
  switch (predicate.kind) {
    case 'predicateAnd':
      return inner(predicate.operands)
    case 'predicateOr':
      return [any(inner(predicate.operands))]
    case 'value': {
      const read = (steps: readonly Step[]) => {
        if (steps.some(step => step.predicate))
          return notPushed('a predicate inside one of an EHR or VERSION')
        return operand(steps.map(step => step.attribute))
      }
      if (
        id &&
        predicate.operator === '=' &&
        predicate.operand.kind === 'literal' &&
        isEhrId(predicate.path.steps)
      )
        return [isEhr(id, { constant: asked.reader(predicate.operand) })]
      return [compared(predicate, read, asked.reader)]
    }
    default:
      return notPushed('a predicate of this kind on an EHR or VERSION')
  }
}

export const isEhrId = (steps: readonly Step[]): boolean =>
  steps.map(step => step.attribute).join('/') === 'ehr_id/value'
