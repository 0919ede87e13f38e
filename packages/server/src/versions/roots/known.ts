/** What a dictionary says of a path, kept on the path: it is asked once a path, not once a leaf. */
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'
import type { PathNode, PathTree } from './path-tree.ts'

/** A dictionary only grows, so its answer stays true; another dictionary must be asked itself. */
export function isKnownArchetype(entries: Entries, tree: PathTree): boolean {
  return archetypeIn(entries, tree) !== undefined
}

/** Whether the path is known under its archetype; `several`: as one that occurs with a vector. */
export function isKnownPath(entries: Entries, node: PathNode, several: boolean): boolean {
  const before = node.known
  if (before !== undefined && before.by === entries && (before.several || !several)) return true
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
  const known = node.known?.by === entries ? node.known : pathIn(entries, node)
  if (known === undefined) throw new Error(`The dictionary was not told of ${node.text}`)
  return known.entry
}

function archetypeIn(entries: Entries, tree: PathTree): ArchetypeEntry | undefined {
  if (tree.known?.by === entries) return tree.known.entry
  const entry = entries.archetype(tree.type, tree.archetype)
  if (entry !== undefined) tree.known = { by: entries, entry }
  return entry
}

function pathIn(entries: Entries, node: PathNode): PathNode['known'] {
  const entry = entries.path(node.text)
  const several = entry && archetypeIn(entries, node.tree)?.paths.get(entry)
  if (entry === undefined || several === undefined) return undefined
  node.known = { by: entries, entry, several }
  return node.known
}
