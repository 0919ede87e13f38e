/** The columns of the result: what SQL selects for each, and how a cell is made of that. */
import type { Aql } from '@cairn/openehr/aql'
import { type Fragment, provided, q } from '../sql/fragment.ts'
import { constantJson, isConstant } from '../sql/operand.ts'
import { column } from '../sql/sources.ts'
import { nodeOf, operandOf, type Rows } from './expressions.ts'
import type { Place } from './follow.ts'
import type { Item } from './item.ts'
import { notPushed } from './not-pushed.ts'

/** How a cell is read from a row of the answer. */
export type Cell =
  | { readonly kind: 'value' }
  /** An object, to be cut out of its document; empty `places`: the archetype root itself. */
  | { readonly kind: 'object'; readonly places: readonly Place[] }

export interface Shown {
  readonly cell: Cell
  /** One of a value; of an object EHR, commit, number of the root, and instance. */
  readonly selected: readonly Fragment[]
  /** Whether the value is text and not JSON. */
  readonly text: boolean
}

export function shownAs(expression: Aql.Expression, rows: Rows): Shown {
  const operand = operandOf(expression, rows)
  if (isConstant(operand)) return { cell: { kind: 'value' }, selected: [constantJson(operand)], text: false }
  if (operand.json) {
    const [kind] = operand.kinds
    return operand.kinds.size === 1 && kind === 'text'
      ? { cell: { kind: 'value' }, selected: [operand.key(kind)], text: true }
      : { cell: { kind: 'value' }, selected: [operand.json()], text: false }
  }
  if (expression.kind !== 'path') return notPushed('a function that gives an object')
  return objectShown(expression, rows)
}

function objectShown(path: Aql.Path, rows: Rows): Shown {
  const node = nodeOf(path, rows)
  const { what } = node
  if (what.kind !== 'root' && what.kind !== 'inside') return notPushed(`${node.text} as a whole`)
  const read = (name: string, of: (item: Item) => Fragment) => rows.paths.read(node, name, of)
  const whose = (name: string) =>
    read(name, ({ alias, conditions }) => provided(conditions, column(alias, name)))
  return {
    cell: { kind: 'object', places: what.kind === 'root' ? [] : what.places },
    selected: [
      whose('ehr_id'),
      whose('commit_number'),
      whose('num'),
      read('vec', ({ vec }) => (vec ? q`array_to_string(${vec.of}, '.')` : q`null::text`)),
    ],
    text: false,
  }
}
