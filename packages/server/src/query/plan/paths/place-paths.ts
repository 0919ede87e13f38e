/** Paths placed on rows: which leaf of which row each node of the path tree is, and the joins that bring the rows. */
import { any, coalesce, column, isPresent, provided, value } from '../../../relation/expressions/index.ts'
import { type Fragment, type Join, lookup, type Rows } from '../../../relation/index.ts'
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

/** The state while paths are placed: each step adds to the maps and lists. */
interface Placing {
  readonly asked: Asked
  readonly aliases: (kind: string) => string
  readonly needed: ReadonlySet<PathNode>
  readonly items: Map<PathNode, Item>
  readonly spreads: Map<PathNode, Spread>
  readonly joins: ((rows: Rows) => Rows)[]
  readonly order: Fragment[]
}

/** Places a node and all below it on the row of what it hangs on, or on the columns of a variable that is no archetype root. */
function placeBelow(
  placing: Placing,
  node: PathNode,
  from: Item | undefined,
  columns: Columns | undefined,
): void {
  const { what } = node
  if (what.kind === 'nodeId') return
  if (what.kind === 'column') {
    for (const child of node.children.values()) placeBelow(placing, child, undefined, columns)
    return
  }
  if (what.kind === 'inside' && what.several && from) {
    placeSpread(placing, node, from)
    return
  }
  const item = what.kind === 'root' ? rootItem(placing, node, from, columns) : insideItem(placing, node, from)
  placeItem(placing, node, item)
}

function placeItem(placing: Placing, node: PathNode, item: Item): void {
  placing.items.set(node, item)
  for (const child of node.children.values()) placeBelow(placing, child, item, undefined)
}

function placeSpread({ asked, aliases, needed, ...made }: Placing, node: PathNode, from: Item): void {
  const rows = spread(node, from, aliases('s'), asked, aliases, needed)
  made.joins.push(rows.joinTo)
  made.order.push(...rows.order)
  const mark = (each: PathNode): void => {
    made.spreads.set(each, rows)
    for (const child of each.children.values()) mark(child)
  }
  mark(node)
}

function rootItem(
  { asked, aliases, joins, order }: Placing,
  { what, text }: PathNode,
  from: Item | undefined,
  columns: Columns | undefined,
): Item {
  if (what.kind !== 'root') throw new Error('not a root')
  const join = (added: Join): void => void joins.push(rows => lookup(rows, [added]))
  const alias = aliases('r')
  if (columns) {
    join(columns.root(alias))
    return single(alias, [])
  }
  if (typeof what.by !== 'object' || !from) return notPushed(`${text} stands alone`)
  join(childRoot(alias, from.alias, viaKeys(what.by.via), from.conditions, what, asked))
  order.push(column(alias, 'num'))
  return single(alias, [])
}

function insideItem({ asked }: Placing, { what, text }: PathNode, from: Item | undefined): Item {
  if (what.kind !== 'inside' || !from) return notPushed(`${text} stands alone`)
  if (!what.predicate) return from
  return narrowed(from, [picked(what.predicate, { ...asked, start: { places: what.places }, leaves: from })])
}

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
  const placing: Placing = { asked, aliases, needed, items, spreads, joins, order }
  for (const top of tops) {
    const variable = bound.get(top.variable)
    if (!variable) return notPushed(`${top.variable} has no rows`)
    if (variable.kind !== 'root') {
      placeBelow(placing, top, undefined, variable)
      continue
    }
    if (top.what.kind !== 'root') throw new Error('a root variable leads to roots')
    placeItem(placing, top, variable.item(askedOf(variable.item([]), top.what, asked)))
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
