/**
 * Follows the paths of definitions: attributes with node ids, as the screen of a template shows them. The library has paths
 * with every predicate of AQL, and a parser for regular expressions that is too large for a page.
 */
import { isObject, nodeIdOf, type RmObject } from '../rm-object.ts'

const STEP = /^(\w+)(?:\[([^\],]+)\])?$/

/** A path that can be followed, for the check of a file. */
export const isNodePath = (path: string): boolean =>
  path !== '' &&
  path
    .replace(/^\//, '')
    .split('/')
    .every(step => STEP.test(step))

interface Step {
  readonly attribute: string
  readonly id: string | undefined
}

/** A report follows the same few paths for each of its analytes. */
const parsedPaths = new Map<string, readonly Step[]>()

function stepsOf(path: string): readonly Step[] {
  const known = parsedPaths.get(path)
  if (known) return known
  const texts = path.replace(/^\//, '').split('/')
  const steps = texts.map(text => {
    const [, attribute = '', id] = STEP.exec(text) ?? []
    return { attribute, id }
  })
  parsedPaths.set(path, steps)
  return steps
}

function stepFrom(node: RmObject, { attribute, id }: Step): readonly RmObject[] {
  const found = Object.hasOwn(node, attribute) ? node[attribute] : undefined
  const members = (Array.isArray(found) ? found : [found]).filter(isObject)
  return id === undefined ? members : members.filter(member => nodeIdOf(member) === id)
}

/** Every object that a path leads to, in the order of the document. */
export function objectsAt(root: RmObject, path: string): readonly RmObject[] {
  let found: readonly RmObject[] = [root]
  for (const step of stepsOf(path)) found = found.flatMap(node => stepFrom(node, step))
  return found
}

/** Attributes that hold the structure of an entry. */
const INNER = [
  'data',
  'events',
  'items',
  'item',
  'rows',
  'state',
  'protocol',
  'activities',
  'description',
].map(attribute => ({ attribute, id: undefined }))

/** Nodes of these archetypes, wherever below the root they are. */
export function nodesOf(root: RmObject, archetypes: readonly string[]): readonly RmObject[] {
  if (archetypes.includes(nodeIdOf(root))) return [root]
  return INNER.flatMap(step => stepFrom(root, step).flatMap(node => nodesOf(node, archetypes)))
}
