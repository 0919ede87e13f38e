/** Rows that hang in other rows, where a path leads on into a nested archetype. */

import { isWithin } from '../../../relation/expressions/index.ts'
import { type Fragment, type Join, join, table } from '../../../relation/index.ts'
import type { What } from '../dictionary/path-tree.ts'
import { type Item, single } from './item.ts'
import { type Asked, picked } from './predicates.ts'

type Root = Extract<What, { kind: 'root' }>

/** The condition of a path on the row that it leads to. */
export const askedOf = (item: Item, { predicate, archetypes }: Root, asked: Asked): readonly Fragment[] =>
  predicate ? [picked(predicate, { ...asked, start: { roots: archetypes }, leaves: item })] : []

export function childRoot(
  alias: string,
  parent: string,
  via: readonly number[],
  conditions: readonly Fragment[],
  what: Root,
  asked: Asked,
): Join {
  const on = [
    isWithin(alias, parent, { attachedBy: via }),
    ...conditions,
    ...askedOf(single(alias, []), what, asked),
  ]
  return join(table('root', alias), on, true)
}
