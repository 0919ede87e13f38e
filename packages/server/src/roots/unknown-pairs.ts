/** Finds paths of a document that are not in the dictionary. */

import type { ArchetypeNode } from './archetype-tree.ts'
import type { Entries } from './entries.ts'
import { isKnownArchetype, isKnownPath } from './entry-of.ts'
import type { RootDraft, Vector } from './writing/root-draft.ts'

/** A path under an archetype; without a path, the archetype itself. */
export interface UnknownPair {
  readonly rm_type: string
  readonly archetype_id: string
  readonly path: string | null
  /** True if it occurs with an instance vector. */
  readonly several: boolean
}

/** Includes the path of each root in its parent. */
export function unknownPairs(drafts: readonly RootDraft[], entries: Entries): readonly UnknownPair[] {
  const found = new Map<string, UnknownPair>()
  const add = (pair: UnknownPair): void => {
    const name = `${pair.rm_type} ${pair.archetype_id} ${pair.path ?? ''}`
    if (found.get(name)?.several !== true) found.set(name, pair)
  }
  const check = (path: ArchetypeNode, at: Vector): void => {
    const several = at !== ''
    if (isKnownPath(entries, path, several)) return
    const { type, archetype } = path.tree
    add({ rm_type: type, archetype_id: archetype, path: path.text, several })
  }
  for (const { tree, leaves, via, at } of drafts) {
    if (!isKnownArchetype(entries, tree))
      add({ rm_type: tree.type, archetype_id: tree.archetype, path: null, several: false })
    for (const leaf of leaves) check(leaf.path, leaf.at)
    if (via !== undefined) check(via, at)
  }
  return [...found.values()]
}
