/** The leaves below a node of an archetype. */
import { rmClass } from '@cairn-ehr/openehr/rm'
import type { ArchetypeEntry, PathEntry } from './entries.ts'
import { type Branch, branchesOf, within } from './path-branches.ts'

/** A node, and the archetypes under which it occurs. */
export interface PathMatch {
  readonly branch: Branch
  readonly archetypes: readonly ArchetypeEntry[]
}

/** Returns all leaves below a match, under all its archetypes. */
export function leavesOf({ branch, archetypes }: PathMatch): readonly PathEntry[] {
  const found = new Set<PathEntry>()
  for (const archetype of archetypes) {
    const same = branch.steps.reduce<Branch | undefined>(
      (at, _, depth) => (at ? at.branches : branchesOf(archetype)).get(nameAt(branch, depth)),
      undefined,
    )
    if (same) for (const { entry } of within(same)) if (entry) found.add(entry)
  }
  return [...found]
}

const nameAt = ({ text }: Branch, depth: number): string => text.split('/')[depth] ?? ''

/** Bytes are only in the document: their leaf is null and only marks their presence. */
export function isInDocumentOnly({ steps }: PathEntry): boolean {
  const [owner, last] = steps.slice(-2)
  if (owner?.type === undefined || last === undefined) return false
  return rmClass(owner.type)?.attributes.get(last.attribute)?.type === 'Byte'
}
