/** Visits every object of a document with the path that leads to it alone. */
import { baseType, declaredIn, genericTypeOf, rmClass } from './classes.ts'
import { isNodeId } from './identifiers/index.ts'
import { isRmObject, type RmObject } from './model.ts'
import { attributesOf } from './typed.ts'
import type { DvText, Locatable } from './types.generated.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Puts a text into single quotes with AQL's escapes, as paths have it. */
export const quoted = (text: string): string =>
  `'${text.replace(/[\\'\n\r\t]/g, found => ESCAPES[found] ?? found)}'`

/** The node id of a LOCATABLE, for use in a path; none where it is neither a code nor an archetype id. */
const nodeId = (value: unknown): string | undefined => {
  const id = attributesOf<Locatable>(value).archetype_node_id
  return typeof id === 'string' && isNodeId(id) ? id : undefined
}

/** `[at0001]`, or nothing where the value has no node id: the predicate of an attribute with one value. */
export const nodePredicate = (value: unknown): string => {
  const id = nodeId(value)
  return id === undefined ? '' : `[${id}]`
}

const nameOf = (value: unknown): string | undefined => {
  const { name } = attributesOf<Locatable>(value)
  const text = isRmObject(name) ? attributesOf<DvText>(name).value : name
  return typeof text === 'string' ? text : undefined
}

function count(keys: readonly (string | undefined)[]): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/**
 * The predicate of each member of a container that singles it out: its node id; with its name where siblings share
 * the id; with its position among them where they share the name too. What has no node id goes by its position.
 */
export function memberPredicates(members: readonly unknown[]): readonly string[] {
  const ids = members.map(nodeId)
  const sameId = count(ids)
  const pairs = members.map((member, at) => {
    const name = nameOf(member)
    return ids[at] === undefined || name === undefined ? undefined : `${ids[at]}, ${quoted(name)}`
  })
  const samePair = count(pairs)
  const seen = new Map<string, number>()
  return members.map((_, at) => {
    const id = ids[at]
    if (id === undefined) return `[${at + 1}]`
    if (sameId.get(id) === 1) return `[${id}]`
    const position = (seen.get(id) ?? 0) + 1
    seen.set(id, position)
    const pair = pairs[at]
    return pair !== undefined && samePair.get(pair) === 1 ? `[${pair}]` : `[${id}][${position}]`
  })
}

interface Visit {
  readonly node: RmObject
  readonly path: string
  /** With its type parameter. */
  readonly type: string
}

/**
 * Calls `visit` for the root (path `/`) and every RM object under it, parents before children, in document order.
 * `type` is `Any` where neither the data nor the table tells it. A key that is no attribute name stands in the path as
 * it is, and such a path cannot be parsed. Not recursive: depth is bounded by memory alone.
 */
export function walk(root: RmObject, visit: (node: RmObject, path: string, type: string) => void): void {
  const waiting: Visit[] = [{ node: root, path: '', type: genericTypeOf(root, 'Any') ?? 'Any' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    visit(next.node, next.path === '' ? '/' : next.path, baseType(next.type))
    const children = childrenOf(next)
    for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at] as Visit)
  }
}

function childrenOf({ node, path, type }: Visit): readonly Visit[] {
  const attributes = rmClass(type)?.attributes
  const children: Visit[] = []
  for (const name of Object.keys(node)) {
    const value = node[name]
    if (typeof value !== 'object' || value === null) continue
    const attribute = attributes?.get(name)
    if (attribute?.containerType === 'Hash') continue
    const declared = attribute === undefined ? 'Any' : declaredIn(type, attribute)
    const add = (child: unknown, predicate: string): void => {
      if (isRmObject(child))
        children.push({
          node: child,
          path: `${path}/${name}${predicate}`,
          type: genericTypeOf(child, declared) ?? 'Any',
        })
    }
    if (Array.isArray(value)) {
      const predicates = memberPredicates(value)
      for (let at = 0; at < value.length; at++) add(value[at], predicates[at] ?? '')
    } else add(value, nodePredicate(value))
  }
  return children
}
