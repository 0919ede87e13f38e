/**
 * Makes rows of what repeats inside a row: one lateral sub-query for a repeating node and all paths below it.
 *
 * Most rows have one of everything, and for these the sub-query reads the leaves as they are. Only where a leaf
 * that shows a repeating node is an object by instance are instances enumerated, level by level, each joined to what it
 * hangs on, so that values of one node stay together and a node without a value still makes its row.
 */

import {
  all,
  asText,
  identifier,
  instances,
  sameVector,
  valuesByVector,
} from '../../../relation/expressions/index.ts'
import type { Column, Fragment, InstanceJoin, Rows } from '../../../relation/index.ts'
import type { PathEntry } from '../../../roots/index.ts'
import { isNotNull, NULL, vectorStart } from '../../sql/scalars.ts'
import { type Place, presenceOf, viaKeys } from '../dictionary/follow.ts'
import type { PathNode } from '../dictionary/path-tree.ts'
import { childRoot } from './child-root.ts'
import { type Item, instance, narrowed, single } from './item.ts'
import { type Asked, picked } from './predicates.ts'

export interface Spread {
  readonly alias: string
  /** A column of the sub-query: the same of a node, whether it repeats in a row or not. */
  readonly column: (node: PathNode, name: string, of: (item: Item) => Fragment) => Fragment
  /** Puts its rows into the order of the document. */
  readonly order: readonly Fragment[]
  readonly joinTo: (rows: Rows) => Rows
}

/** The source of the items of a mode, and the join that brings them. */
interface Mode {
  readonly items: Map<PathNode, Item>
  readonly joins: InstanceJoin[]
  readonly order: Fragment[]
}

/** The columns of a sub-query, each in the form for records that are simple and for all. */
function columnList(alias: string) {
  const columns: { readonly name: string; readonly simple: Fragment; readonly general: Fragment }[] = []
  const add = (simple: Fragment, general: Fragment): Fragment => {
    const name = `c${columns.length}`
    columns.push({ name, simple, general })
    return identifier(`${alias}.${name}`)
  }
  return { columns, add }
}

/** `needed`: nodes without which WHERE cannot be true. */
export function spread(
  top: PathNode,
  from: Item,
  alias: string,
  asked: Asked,
  aliases: (kind: string) => string,
  needed: ReadonlySet<PathNode>,
): Spread {
  const fetched = new Map<string, PathEntry>()
  const keysAlias = `${alias}k`
  const fetch = (entry: PathEntry): Fragment => {
    fetched.set(`k${entry.key}`, entry)
    return identifier(`${keysAlias}.k${entry.key}`)
  }
  const showing: Fragment[] = []
  const once = single(from.alias, from.conditions, fetch)
  const plain = {
    ...once,
    text: (entry: PathEntry) => asText(once.json(entry)),
    node: from.node,
  }
  const general: Mode = { items: new Map(), joins: [], order: [] }
  const simple: Mode = { items: new Map(), joins: [], order: [] }
  const walk: Walk = { mode: general, asked, aliases, showing, within: from.alias, known: new Map() }
  const way = wayTo(top, needed)
  if (way) startAt(way, plain, walk)
  const hasRoots = walkGeneral(top, plain, walk)
  if (!hasRoots) walkSimple(top, plain, simple, asked)

  const known = new Map<string, Fragment>()
  const { columns, add } = columnList(alias)
  const order = general.order.map((each, at) => add(simple.order[at] ?? NULL, each))
  return {
    alias,
    order,
    column: (node, name, of) => {
      const key = `${node.id} ${name}`
      const made = known.get(key)
      if (made) return made
      const inGeneral = general.items.get(node)
      const inSimple = simple.items.get(node)
      if (!inGeneral) throw new Error(`${node.text} is not in this part of the tree`)
      const column = add(inSimple ? of(inSimple) : NULL, of(inGeneral))
      known.set(key, column)
      return column
    },
    joinTo: rows => ({
      kind: 'instances',
      rows,
      alias,
      fetched: [...fetched].map(([name, entry]) => ({ name, sql: from.raw(entry) })),
      fetchedAs: keysAlias,
      joins: general.joins,
      columns: columns.map(({ name, general: sql }) => ({ name, sql })),
      once: hasRoots ? undefined : columns.map(({ name, simple: sql }): Column => ({ name, sql })),
      showing,
    }),
  }
}

/** Every node occurs once: nothing is joined. */
function walkSimple(node: PathNode, from: Item, mode: Mode, asked: Asked): void {
  const { what } = node
  if (what.kind !== 'inside') return
  const item = narrowed(from, conditionsOf(node, from, asked))
  mode.items.set(node, item)
  if (what.several) mode.order.push(NULL)
  for (const child of node.children.values()) walkSimple(child, item, mode, asked)
}

function conditionsOf({ what }: PathNode, item: Item, asked: Asked): readonly Fragment[] {
  if (what.kind !== 'inside' || !what.predicate) return []
  return [picked(what.predicate, { ...asked, start: { places: what.places }, leaves: item })]
}

interface KnownInstance {
  readonly vec: Fragment
  /** The leaves that were read with it. */
  readonly values: ReadonlyMap<PathEntry, Fragment>
  /** The vector that comes next in the order of rows begins with this one. */
  readonly isInNext: boolean
}

interface Walk {
  readonly mode: Mode
  readonly asked: Asked
  readonly aliases: (kind: string) => string
  /** Instances that follow from those of a node below them. */
  readonly known: Map<PathNode, KnownInstance>
  /** Leaves that are objects where something repeats. */
  readonly showing: Fragment[]
  /** The row whose leaves are fetched beforehand. */
  readonly within: string
}

/** Joins the instances of every node that may repeat. Tells whether archetype roots are among them. */
function walkGeneral(node: PathNode, from: Item, walk: Walk): boolean {
  const { what } = node
  const { mode, asked, aliases } = walk
  if (what.kind === 'root') {
    const alias = aliases('r')
    const by = typeof what.by === 'object' ? what.by.via : []
    const vec = from.vec ? [sameVector(alias, from.vec.places, from.vec.of)] : []
    mode.joins.push(childRoot(alias, from.alias, viaKeys(by), [...from.conditions, ...vec], what, asked))
    mode.order.push(identifier(`${alias}.num`))
    const item = single(alias, [])
    mode.items.set(node, item)
    for (const child of node.children.values()) walkGeneral(child, item, walk)
    return true
  }
  if (what.kind !== 'inside') return false
  const item = what.several ? instancesOf(node, what.places, from, walk) : onlyOne(node, from, asked)
  mode.items.set(node, item)
  return [...node.children.values()].map(child => walkGeneral(child, item, walk)).includes(true)
}

const onlyOne = (node: PathNode, from: Item, asked: Asked): Item =>
  narrowed(from, conditionsOf(node, from, asked))

/** The nodes from the top to a leaf that is needed; undefined where there is none, or where something is asked on the way. */
function wayTo(top: PathNode, needed: ReadonlySet<PathNode>): readonly PathNode[] | undefined {
  const { what } = top
  if (what.kind !== 'inside' || what.predicate) return undefined
  // A leaf that no record has shows no instance.
  const isThere = what.places.length > 0
  if (needed.has(top) && isThere && what.places.every(place => place.step.type === undefined)) return [top]
  for (const child of top.children.values()) {
    const way = wayTo(child, needed)
    if (way) return [top, ...way]
  }
  return undefined
}

/**
 * Begins with the instances of a leaf that is needed: nodes without it would make rows that WHERE leaves out. What the
 * leaf hangs on is known by the beginning of its vector.
 */
function startAt(way: readonly PathNode[], from: Item, { mode, aliases, showing, known }: Walk): void {
  const end = way.at(-1)
  const places = end?.what.kind === 'inside' ? end.what.places : []
  const alias = aliases('i')
  const vec = identifier(`${alias}.vec`)
  const entries = [...new Set(places.flatMap(presenceOf))]
  const presence = entries.map(entry => ({ found: from.raw(entry), places: entry.repeats }))
  const [entry, only] = presence.length === 1 ? [entries[0], presence[0]] : []
  const vectors = only
    ? valuesByVector(only)
    : instances(presence, places[0]?.repeats ?? 0, undefined, () => undefined)
  const values = new Map(entry ? [[entry, identifier(`${alias}.value`)]] : [])
  mode.joins.push({ kind: 'vectors', alias, vectors, on: undefined })
  showing.push(...presence.map(({ found }) => found))
  const { several, shared } = severalOn(way)
  for (const [at, { node, places: own }] of several.entries()) {
    const isWhole = own === entry?.repeats
    known.set(node, {
      vec: isWhole ? vec : vectorStart(vec, own),
      values: isWhole ? values : new Map(),
      isInNext: at + 1 < several.length && !shared.has(node),
    })
  }
  // Whatever else hangs on a node is read as it is only where there is but one of it.
  for (const { what } of shared)
    if (what.kind === 'inside') showing.push(...what.places.flatMap(presenceOf).map(entry => from.raw(entry)))
}

/** The nodes on the way that repeat, and those of them on which more than the rest of the way hangs. */
function severalOn(way: readonly PathNode[]) {
  const several: { readonly node: PathNode; readonly places: number }[] = []
  const shared = new Set<PathNode>()
  for (const node of way) {
    if (node.what.kind !== 'inside') continue
    if (node.what.several) several.push({ node, places: node.what.places[0]?.repeats ?? 0 })
    const above = several.at(-1)
    if (above && node.children.size > 1) shared.add(above.node)
  }
  return { several, shared }
}

function instancesOf(node: PathNode, places: readonly Place[], from: Item, walk: Walk): Item {
  const { mode, asked, aliases, showing, within, known } = walk
  const derived = known.get(node)
  if (derived) {
    if (!derived.isInNext) mode.order.push(derived.vec)
    return instance(from, { of: derived.vec, places: places[0]?.repeats ?? 0 }, [], derived.values)
  }
  const alias = aliases('i')
  const repeats = places[0]?.repeats ?? 0
  const entries = [...new Set(places.flatMap(presenceOf))]
  const presence = entries.map(entry => ({ found: from.raw(entry), places: entry.repeats }))
  if (from.alias === within) showing.push(...presence.map(({ found }) => found))
  const of = (vec: Fragment) => instance(from, { of: vec, places: repeats }, [])
  const vectors = instances(
    presence,
    repeats,
    from.vec && { vec: from.vec.of, places: from.vec.places },
    vec => {
      const conditions = conditionsOf(node, of(vec), asked)
      return conditions.length === 0 ? undefined : all(conditions)
    },
  )
  mode.joins.push({ kind: 'vectors', alias, vectors, on: all(from.conditions) })
  const vec = identifier(`${alias}.vec`)
  mode.order.push(vec)
  return { ...of(vec), conditions: [isNotNull(vec)] }
}
