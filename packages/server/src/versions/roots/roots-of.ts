/** Cuts a document into its archetype roots and their leaves: nothing of it is left out but what the paths say already. */
import { isRmObject, type RmAttribute, type RmObject, typeOf } from '@cairn/openehr/rm'
import type { Leaf, LeafValue, RootDraft, Vector } from './draft.ts'
import { numberBeside } from './number.ts'
import { NUMBER } from './path-text.ts'
import { objectBelow, type PathNode, primitiveBelow, topOfPaths } from './path-tree.ts'

type Making = { -readonly [Key in keyof RootDraft]: RootDraft[Key] } & { leaves: Leaf[] }

/** A node within a root: where it is and which one of its kind. */
interface Place {
  readonly path: PathNode
  readonly at: Vector
}

const LOCAL = /^(?:at|id)\d/

/** Codes of nodes inside an archetype; any other node id begins an archetype of its own. */
export const isLocalCode = (nodeId: string): boolean => LOCAL.test(nodeId)

/** The roots of a COMPOSITION, EHR_STATUS, FOLDER or any other LOCATABLE; the object itself is the first of them. */
export function rootsOf(data: RmObject, type: string): readonly RootDraft[] {
  const roots: Making[] = []
  startRoot(roots, data, data._type ?? type, undefined, undefined)
  return roots
}

function startRoot(
  roots: Making[],
  data: RmObject,
  type: string,
  parent: number | undefined,
  place: Place | undefined,
): void {
  const id = data['archetype_node_id']
  const root: Making = {
    num: roots.length,
    cap: roots.length,
    parent,
    type,
    archetype: typeof id === 'string' ? id : '',
    via: place?.path.text,
    at: place?.at ?? '',
    leaves: [],
  }
  roots.push(root)
  visit(roots, root, data, { path: topOfPaths(type), at: '' })
  root.cap = roots.length - 1
}

/** Adds everything below an object, and how many leaves and roots that were. */
function visit(roots: Making[], root: Making, data: RmObject, place: Place): number {
  const { attributes, type } = place.path
  let added = 0
  for (const name in data) {
    // Both are in the path, or in the root's own columns.
    if (name === '_type' || name === 'archetype_node_id' || !Object.hasOwn(data, name)) continue
    const value = data[name]
    if (value === null || value === undefined) continue
    const attribute = attributes?.get(name)
    if (Array.isArray(value)) added += visitList(roots, root, value, name, attribute, place)
    else added += visitValue(roots, root, value, name, attribute, place, undefined)
  }
  const number = numberBeside(data, type)
  if (number !== undefined)
    root.leaves.push({ path: primitiveBelow(place.path, NUMBER, false).text, at: place.at, value: number })
  return added
}

function visitList(
  roots: Making[],
  root: Making,
  members: readonly unknown[],
  name: string,
  attribute: RmAttribute | undefined,
  place: Place,
): number {
  const [only] = members
  if (members.length === 1)
    return only === null || only === undefined ? 0 : visitValue(roots, root, only, name, attribute, place, 0)
  const counts = new Map<string, number>()
  let added = 0
  for (const member of members) {
    if (member === null || member === undefined) continue
    const id = nodeIdOf(member) ?? ''
    const position = counts.get(id) ?? 0
    counts.set(id, position + 1)
    added += visitValue(roots, root, member, name, attribute, place, position)
  }
  return added
}

/** `position` is undefined where the attribute holds no list. */
function visitValue(
  roots: Making[],
  root: Making,
  value: unknown,
  name: string,
  attribute: RmAttribute | undefined,
  place: Place,
  position: number | undefined,
): number {
  const repeats = position !== undefined
  const at = position === undefined ? place.at : extended(place, position)
  if (!isRmObject(value)) {
    const path = primitiveBelow(place.path, name, repeats).text
    const bytes = attribute?.type === 'Byte'
    root.leaves.push({ path, at, value: bytes ? null : leafValue(value, path, root.archetype) })
    return 1
  }
  const id = nodeIdOf(value)
  const stated = value._type
  const type = typeof stated === 'string' ? stated : (typeOf(value, attribute?.type ?? 'Any') ?? 'Any')
  const below: Place = { path: objectBelow(place.path, name, repeats, id, type), at }
  if (id !== undefined && !isLocalCode(id)) {
    startRoot(roots, value, type, root.num, below)
    return 1
  }
  const added = visit(roots, root, value, below)
  // A node is found by its name, so one without must be found by itself; so must what has nothing in it.
  if (id === undefined ? added === 0 : !hasName(value)) {
    root.leaves.push({ path: below.path.text, at, value: true })
    return added + 1
  }
  return added
}

/** Said once a root, in the dictionary of archetypes: here it would be the longest text of many a root. */
export const OWN_ARCHETYPE_PATH = 'archetype_details|ARCHETYPED/archetype_id|ARCHETYPE_ID/value'

function leafValue(value: unknown, path: string, archetype: string): LeafValue {
  if (value === archetype && path === OWN_ARCHETYPE_PATH) return true
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value
    default:
      return null
  }
}

function extended({ path, at }: Place, position: number): Vector {
  if (at !== '') return `${at}.${position}`
  return position === 0 ? '' : '0.'.repeat(path.repeats) + position
}

const nodeIdOf = (value: unknown): string | undefined => {
  const id = isRmObject(value) ? value['archetype_node_id'] : undefined
  return typeof id === 'string' ? id : undefined
}

const hasName = ({ name }: RmObject): boolean => isRmObject(name) && typeof name['value'] === 'string'
