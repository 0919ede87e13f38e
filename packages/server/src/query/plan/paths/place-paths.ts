/** Paths placed on rows: which leaf of which row each node of the path tree is, and the joins that bring the rows. */
import {
  any,
  coalesce,
  column,
  type Fragment,
  isPresent,
  type Join,
  lookup,
  provided,
  type Rows,
  value,
} from '../../../relation/index.ts'
import { archetypeIdAmong, NULL_TEXT } from '../../sql/scalars.ts'
import { type Place, presenceOf, viaKeys } from '../dictionary/follow.ts'
import type { PathNode } from '../dictionary/path-tree.ts'
import { notPushed } from '../not-pushed.ts'
import type { Bound } from './bound.ts'
import { askedOf, childRoot } from './child-root.ts'
import { type Item, isThere, narrowed, nodeIdOf, single } from './item.ts'
import { type Asked, picked } from './predicates.ts'
import { type Spread, spread } from './spread.ts'

export interface PlacedPaths {
  /** Rows with all that the paths need beside them. */
  readonly joinTo: (rows: Rows) => Rows
  /** After those of FROM. */
  readonly order: readonly Fragment[]
  /** Something of the item of a node: `name` tells it from other things of the same node. */
  readonly read: (node: PathNode, name: string, of: (item: Item) => Fragment) => Fragment
}

type Columns = Exclude<Bound, { readonly kind: 'root' }>

export function placePaths(
  tops: readonly (PathNode & { readonly variable: string })[],
  bound: ReadonlyMap<string, Bound>,
  asked: Asked,
  aliases: (kind: string) => string,
  needed: ReadonlySet<PathNode>,
): PlacedPaths {
  const items = new Map<PathNode, Item>()
  const spreads = new Map<PathNode, Spread>()
  const joins: ((rows: Rows) => Rows)[] = []
  const order: Fragment[] = []

  const join = (added: Join): void => void joins.push(rows => lookup(rows, [added]))
  const below = (node: PathNode, from: Item | undefined, columns: Columns | undefined): void => {
    const { what } = node
    if (what.kind === 'column') {
      for (const child of node.children.values()) below(child, undefined, columns)
      return
    }
    if (what.kind === 'nodeId') return
    if (what.kind === 'inside' && what.several && from) {
      const made = spread(node, from, aliases('s'), asked, aliases, needed)
      joins.push(made.joinTo)
      order.push(...made.order)
      mark(node, made)
      return
    }
    const item = what.kind === 'root' ? rootItem(node, from, columns) : insideItem(node, from)
    items.set(node, item)
    for (const child of node.children.values()) below(child, item, undefined)
  }
  const mark = (node: PathNode, made: Spread): void => {
    spreads.set(node, made)
    for (const child of node.children.values()) mark(child, made)
  }
  const rootItem = (node: PathNode, from: Item | undefined, columns: Columns | undefined): Item => {
    const { what } = node
    if (what.kind !== 'root') throw new Error('not a root')
    const alias = aliases('r')
    if (columns) {
      join(columns.root(alias))
      return single(alias, [])
    }
    if (typeof what.by !== 'object' || !from) return notPushed(`${node.text} stands alone`)
    join(childRoot(alias, from.alias, viaKeys(what.by.via), from.conditions, what, asked))
    order.push(column(alias, 'num'))
    return single(alias, [])
  }
  const insideItem = ({ what, text }: PathNode, from: Item | undefined): Item => {
    if (what.kind !== 'inside' || !from) return notPushed(`${text} stands alone`)
    if (!what.predicate) return from
    return narrowed(from, [
      picked(what.predicate, { ...asked, start: { places: what.places }, leaves: from }),
    ])
  }

  for (const top of tops) {
    const variable = bound.get(top.variable)
    if (!variable) return notPushed(`${top.variable} has no rows`)
    if (variable.kind !== 'root') {
      below(top, undefined, variable)
      continue
    }
    if (top.what.kind !== 'root') throw new Error('a root variable leads to roots')
    const item = variable.item(askedOf(variable.item([]), top.what, asked))
    items.set(top, item)
    for (const child of top.children.values()) below(child, item, undefined)
  }
  return {
    order,
    joinTo: rows => joins.reduce((before, add) => add(before), rows),
    read: (node, name, of) => {
      const made = spreads.get(node)
      if (made) return made.column(node, name, of)
      const item = items.get(node)
      return item ? of(item) : notPushed(`${node.text} has no row`)
    },
  }
}

/** True if there is an object at the end of a path, for COUNT. */
export function presentAt(node: PathNode, item: Item): Fragment {
  const { what } = node
  if (what.kind === 'root') return isThere(item)
  if (what.kind !== 'inside') return notPushed(`${node.text} is counted`)
  return any(what.places.map(place => isAt(place, item)))
}

const isAt = (place: Place, item: Item): Fragment =>
  any(presenceOf(place).map(entry => isPresent(item.json(entry))))

/** Of more archetypes, a page of few rows would cost more to send than to look up. */
const MOST_NAMED = 100

/** Inside an archetype the path says the node id: of several places, the one that has the node. */
export function nodeIdAt({ what, text }: PathNode, item: Item): Fragment {
  if (what.kind === 'root') {
    const isKnown = what.by === 'variable' && !item.node && what.archetypes.length <= MOST_NAMED
    const id = isKnown ? archetypeIdAmong(item.alias, what.archetypes) : nodeIdOf(item)
    return provided([isThere(item)], id)
  }
  if (what.kind !== 'inside') return notPushed(`the node id of ${text}`)
  const ids = what.places.flatMap(place => {
    const { nodeId } = place.step
    return nodeId === undefined
      ? []
      : [
          provided(
            [isAt(place, item)],
            value('text', () => nodeId),
          ),
        ]
  })
  return coalesce(ids, NULL_TEXT)
}
