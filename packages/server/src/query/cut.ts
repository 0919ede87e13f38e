/** Objects cut out of documents: by the number of their archetype root, and the path and instance below it. */
import {
  baseType,
  declaredIn,
  genericTypeOf,
  isRmObject,
  type RmObject,
  rmClass,
} from '@cairn-ehr/openehr/rm'
import { type DictionaryStep, isLocalCode } from '../roots/index.ts'

interface Typed {
  readonly value: RmObject
  /** The class as the data have it, or with the type parameter that the objects above it imply. */
  readonly type: string
}

/** The archetype roots of a document in the order of their numbers: the document itself is 0. */
export function rootsIn(document: RmObject): readonly Typed[] {
  const roots: Typed[] = [{ value: document, type: document._type ?? 'Any' }]
  visit(roots, document, document._type ?? 'Any')
  return roots
}

function visit(roots: Typed[], owner: RmObject, type: string): void {
  for (const name of Object.keys(owner))
    for (const member of membersOf(owner, name)) {
      if (!isRmObject(member)) continue
      const own = typeIn(member, type, name)
      const id = member['archetype_node_id']
      if (typeof id === 'string' && !isLocalCode(id)) roots.push({ value: member, type: own })
      visit(roots, member, own)
    }
}

function membersOf(owner: RmObject, name: string): readonly unknown[] {
  const found = owner[name]
  return Array.isArray(found) ? found : [found]
}

function typeIn(value: RmObject, owner: string, attribute: string): string {
  const declared = rmClass(owner)?.attributes.get(attribute)
  return genericTypeOf(value, declared === undefined ? 'Any' : declaredIn(owner, declared)) ?? 'Any'
}

/**
 * True for an object of the class that the dictionary has for it: as the data state it, or as it is implied. Documents indexed
 * before types of bounds were taken from the parent have `Any` for those.
 */
const isOfClass = ({ _type: stated }: RmObject, type: string, indexed: string | undefined): boolean =>
  indexed === (stated ?? baseType(type)) || (stated === undefined && indexed === 'Any')

/** The value at the end of the steps at an instance, as a cell shows it; undefined if there is none. */
export function cutAt(root: Typed, steps: readonly DictionaryStep[], vector: readonly number[]): unknown {
  let at: Typed = root
  const places = [...vector]
  for (const [depth, step] of steps.entries()) {
    const position = step.repeats ? (places.shift() ?? 0) : 0
    const member = membersOf(at.value, step.attribute)
      .filter(each => each !== null && each !== undefined && nodeIdOf(each) === step.nodeId)
      .at(position)
    if (!isRmObject(member)) return depth === steps.length - 1 && step.type === undefined ? member : undefined
    const type = typeIn(member, at.type, step.attribute)
    if (!isOfClass(member, type, step.type)) return undefined
    at = { value: member, type }
  }
  return shown(at)
}

const nodeIdOf = (value: unknown): string | undefined => {
  const id = isRmObject(value) ? value['archetype_node_id'] : undefined
  return typeof id === 'string' ? id : undefined
}

/** An object in a cell says what it is. */
export const shown = ({ value, type }: Typed): RmObject =>
  Object.hasOwn(value, '_type') || type === 'Any' ? value : { _type: baseType(type), ...value }
