/** The value at the end of a path as the key of a value index, if an index can be on it. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { printStep } from '@cairn-ehr/openehr/path'
import type { ValueKey } from '../../../relation/index.ts'
import { type ArchetypeEntry, type Entries, mayBeShared } from '../../../roots/index.ts'
import type { Kind } from '../../sql/operand.ts'
import { isNodeArchetype } from '../dictionary/nodes.ts'
import type { PathNode, PathTree } from '../dictionary/path-tree.ts'
import { keysAt } from './values.ts'

export interface PathKey {
  readonly node: PathNode
  /** Its archetype, and the path from there. */
  readonly archetype: string
  readonly path: string
  readonly kind: Exclude<Kind, 'object'>
  readonly key: ValueKey
}

/** Undefined for leaves that roots share, and for a path with conditions on the way, into another root, from several archetypes, or to values of several kinds. */
export function pathKeyOf(
  path: Aql.Path,
  { tree, entries }: { readonly tree: PathTree; readonly entries: Entries },
): PathKey | undefined {
  const node = tree.ends.get(path)
  if (node?.what.kind !== 'inside') return undefined
  const archetype = archetypeAbove(node)
  if (archetype === undefined) return undefined
  const keys = keysAt(node.what.places, entries)
  const kinds = new Set(keys.map(({ kind }) => kind))
  const [kind] = kinds
  if (kinds.size !== 1 || kind === undefined || kind === 'object') return undefined
  const leaves = keys.flatMap(({ entry }) => entry ?? [])
  if (leaves.length !== keys.length || leaves.some(mayBeShared)) return undefined
  return {
    node,
    archetype: archetype.id,
    path: `/${path.steps.map(printStep).join('/')}`,
    kind,
    key: { archetype: archetype.key, leaves, isText: kind === 'text' },
  }
}

/** The one archetype that the path starts at. */
function archetypeAbove(node: PathNode): ArchetypeEntry | undefined {
  for (let at: PathNode | undefined = node; at; at = at.parent) {
    const { what, parent } = at
    if (what.kind === 'inside' && !what.predicate) continue
    if (what.kind !== 'root' || what.predicate || what.by !== 'variable' || parent) return undefined
    const [archetype, more] = what.archetypes
    return archetype && more === undefined && !isNodeArchetype(archetype) ? archetype : undefined
  }
  return undefined
}
