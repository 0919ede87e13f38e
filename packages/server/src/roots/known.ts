/** What a dictionary says of a path, kept on the path: it is asked once a path, not once a leaf. */
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
import type { PathNode, PathTree } from './path-tree.ts'

const isCurrent = (known: { readonly by: Entries; readonly epoch: number }, entries: Entries): boolean =>
  known.by === entries && known.epoch === entries.epoch

/** Its answer stays true for an epoch; another dictionary must be asked itself. */
export function isKnownArchetype(entries: Entries, tree: PathTree): boolean {
  return archetypeIn(entries, tree)?.isRetired === false
}

/** Whether the path is known under its archetype; `several`: as one that occurs with a vector. */
export function isKnownPath(entries: Entries, node: PathNode, several: boolean): boolean {
  const before = node.known
  if (before !== undefined && isCurrent(before, entries) && (before.several || !several)) return true
  const now = pathIn(entries, node)
  return now !== undefined && (now.several || !several)
}

/** Of an archetype that `PathDictionary.learn` was told of. */
export function archetypeOf(entries: Entries, tree: PathTree): ArchetypeEntry {
  const entry = archetypeIn(entries, tree)
  if (entry === undefined) throw new Error(`The dictionary was not told of ${tree.type} ${tree.archetype}`)
  return entry
}

/** Of a path that `PathDictionary.learn` was told of. */
export function pathOf(entries: Entries, node: PathNode): PathEntry {
  const known = node.known && isCurrent(node.known, entries) ? node.known.entry : entries.path(node.text)
  if (known === undefined) throw new Error(`The dictionary was not told of ${node.text}`)
  return known
}

function archetypeIn(entries: Entries, tree: PathTree): ArchetypeEntry | undefined {
  if (tree.known && isCurrent(tree.known, entries)) return tree.known.entry
  const entry = entries.archetype(tree.type, tree.archetype)
  if (entry !== undefined) tree.known = { by: entries, epoch: entries.epoch, entry }
  return entry
}

/** Not of one that is about to be removed. */
function pathIn(entries: Entries, node: PathNode): PathNode['known'] {
  const entry = entries.path(node.text)
  const archetype = entry && archetypeIn(entries, node.tree)
  const several = entry && archetype?.paths.get(entry)
  if (entry === undefined || several === undefined || archetype?.retired.has(entry)) return undefined
  node.known = { by: entries, epoch: entries.epoch, entry, several }
  return node.known
}
