/** The columns of the result: what SQL selects for each, and how a cell is made of that. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { column, provided } from '../../../relation/expressions/index.ts'
import type { Fragment } from '../../../relation/index.ts'
import type { DictionaryStep } from '../../../roots/index.ts'
import { constantJson, isConstant } from '../../sql/operand.ts'
import { NULL_INTEGER, NULL_TEXT, vectorFrom, vectorText } from '../../sql/scalars.ts'
import type { Place } from '../dictionary/follow.ts'
import { notPushed } from '../not-pushed.ts'
import type { Item, ItemNode } from '../paths/item.ts'
import { type ExpressionScope, nodeOf, operandOf } from './expressions.ts'

/** Reads a cell from a row of the answer. */
export type Cell =
  | { readonly kind: 'value' }
  /** An object, to be cut out of its document; empty `places`: the archetype root itself. */
  | {
      readonly kind: 'object'
      readonly places: readonly Place[]
      /** Of a node inside an archetype, by its place: the steps that lead to it. */
      readonly nodes?: readonly (readonly DictionaryStep[])[]
    }

export interface Shown {
  readonly cell: Cell
  /** One of a value; of an object EHR, commit, number of the root, instance, and of a node the place. */
  readonly selected: readonly Fragment[]
  /** True if the value is text and not JSON. */
  readonly text: boolean
  /** The id that the text is of. */
  readonly id?: Fragment
}

export function shownAs(expression: Aql.Expression, rows: ExpressionScope): Shown {
  const operand = operandOf(expression, rows)
  if (isConstant(operand)) return { cell: { kind: 'value' }, selected: [constantJson(operand)], text: false }
  if (operand.json) {
    const [kind] = operand.kinds
    if (operand.kinds.size > 1 || kind !== 'text')
      return { cell: { kind: 'value' }, selected: [operand.json()], text: false }
    const { id } = operand
    return { cell: { kind: 'value' }, selected: [operand.key(kind)], text: true, ...(id && { id }) }
  }
  if (expression.kind !== 'path') return notPushed('a function that gives an object')
  return objectShown(expression, rows)
}

function objectShown(path: Aql.Path, rows: ExpressionScope): Shown {
  const node = nodeOf(path, rows)
  const { what } = node
  if (what.kind !== 'root' && what.kind !== 'inside') return notPushed(`${node.text} as a whole`)
  const read = (name: string, of: (item: Item) => Fragment) => rows.paths.read(node, name, of)
  const whose = (name: string) =>
    read(name, ({ alias, conditions }) => provided(conditions, column(alias, name)))
  const { steps } = nodeBehind(path, rows) ?? {}
  return {
    cell: { kind: 'object', places: what.kind === 'root' ? [] : what.places, ...(steps && { nodes: steps }) },
    selected: [
      whose('ehr_id'),
      whose('commit_number'),
      whose('num'),
      read('vec', instanceOf),
      ...(steps ? [read('place', ({ node: own }) => own?.place ?? NULL_INTEGER)] : []),
    ],
    text: false,
  }
}

/** The instance from the archetype root on. */
function instanceOf({ vec, node }: Item): Fragment {
  const own = vec ? vectorText(vec.of) : NULL_TEXT
  return node ? vectorFrom(node.at, own) : own
}

/** The node that a path of the variable starts at, unless it leads on into other rows. */
function nodeBehind(path: Aql.Path, rows: ExpressionScope): ItemNode | undefined {
  const bound = rows.bound.get(path.variable)
  return bound?.kind === 'root' ? bound.item([]).node : undefined
}
