/** An item of a row: what a node of the path tree is bound to in SQL, and how its leaves are read. */

import { all, asText, column, leaf, leafAt, leafText, provided } from '../../../relation/expressions/index.ts'
import type { Fragment } from '../../../relation/index.ts'
import { type DictionaryStep, OWN_ARCHETYPE_PATH, type PathEntry } from '../../../roots/index.ts'
import { archetypeIdOf, isNotNull, orOwnArchetype } from '../../sql/scalars.ts'
import type { Leaves } from './values.ts'

export interface Item extends Leaves {
  /** The row of `cairn.root` that it is in. */
  readonly alias: string
  /** The instance of a repeating node; undefined: the one of which all indexes are 0. */
  readonly vec: { readonly of: Fragment; readonly places: number } | undefined
  /** The condition for the item to exist; without it, a path that goes on from here finds nothing. */
  readonly conditions: readonly Fragment[]
  /** The leaf itself, whatever the instance. */
  readonly raw: (entry: PathEntry) => Fragment
  /** Of a node inside an archetype, or below one. */
  readonly node?: ItemNode | undefined
}

/** The node that an item is, or stands in. */
export interface ItemNode {
  readonly nodeId: Fragment
  /** The instance, and its place. */
  readonly at: Fragment
  readonly place: Fragment
  /** By place, the steps that lead to the node. */
  readonly steps: readonly (readonly DictionaryStep[])[]
}

/** The archetype id of a row, which no leaf has, or the node id of a node in it. */
export const nodeIdOf = ({ alias, node }: Item): Fragment => node?.nodeId ?? archetypeIdOf(alias)

const own = (alias: string, entry: PathEntry, found: Fragment): Fragment =>
  entry.text === OWN_ARCHETYPE_PATH ? orOwnArchetype(alias, found) : found

/** An item that occurs once in a row. `raw` may read leaves that were fetched before. */
export function single(
  alias: string,
  conditions: readonly Fragment[],
  raw: (entry: PathEntry) => Fragment = entry => leaf(alias, entry),
): Item {
  const fetched = (entry: PathEntry) => own(alias, entry, raw(entry))
  const plain = (entry: PathEntry) =>
    entry.text === OWN_ARCHETYPE_PATH ? asText(fetched(entry)) : leafText(alias, entry)
  return {
    alias,
    vec: undefined,
    conditions,
    raw,
    json: entry => provided(conditions, fetched(entry)),
    text: entry => provided(conditions, plain(entry)),
  }
}

/** A node inside a row: leaves are read by their paths from it. */
export function nodeItem(
  alias: string,
  conditions: readonly Fragment[],
  raw: (entry: PathEntry) => Fragment,
  node: ItemNode,
): Item {
  const item = single(alias, conditions, raw)
  return { ...item, text: entry => asText(item.json(entry)), node }
}

/** One instance of what repeats. `known` are its leaves that need not be looked for. */
export function instance(
  from: Item,
  vec: Item['vec'] & object,
  conditions: readonly Fragment[],
  known: ReadonlyMap<PathEntry, Fragment> = new Map(),
): Item {
  const json = (entry: PathEntry) => provided(conditions, known.get(entry) ?? leafAt(from.raw(entry), vec.of))
  return {
    alias: from.alias,
    vec,
    conditions,
    raw: from.raw,
    json,
    text: entry => asText(json(entry)),
    node: from.node,
  }
}

/** The same item under more conditions. */
export function narrowed(item: Item, conditions: readonly Fragment[]): Item {
  if (conditions.length === 0) return item
  const both = [...item.conditions, ...conditions]
  return {
    ...item,
    conditions: both,
    json: entry => provided(conditions, item.json(entry)),
    text: entry => provided(conditions, item.text(entry)),
  }
}

export const isThere = (item: Item): Fragment =>
  all([isNotNull(column(item.alias, 'num')), ...item.conditions])
