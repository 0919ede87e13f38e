/** Caches the dictionary entry of a path on the path itself, so that it is looked up once per path and not once per leaf. */

import type { ArchetypeNode, ArchetypeTree } from './archetype-tree.ts'
import type { ArchetypeEntry, Entries, PathEntry } from './entries.ts'

const isCurrent = (known: { readonly by: Entries; readonly epoch: number }, entries: Entries): boolean =>
  known.by === entries && known.epoch === entries.epoch

/** The cached entry is valid for one epoch of one dictionary. */
export function isKnownArchetype(entries: Entries, tree: ArchetypeTree): boolean {
  return archetypeIn(entries, tree)?.isRetired === false
}

/** True if the dictionary has the path under its archetype; with `several`, as one that occurs with a vector. */
export function isKnownPath(entries: Entries, node: ArchetypeNode, several: boolean): boolean {
  const before = node.known
  if (before !== undefined && isCurrent(before, entries) && (before.several || !several)) return true
  const now = pathIn(entries, node)
  return now !== undefined && (now.several || !several)
}

/** Returns the entry of an archetype that was passed to `PathDictionary.learn`. */
export function archetypeOf(entries: Entries, tree: ArchetypeTree): ArchetypeEntry {
  const entry = archetypeIn(entries, tree)
  if (entry === undefined) throw new Error(`The dictionary was not told of ${tree.type} ${tree.archetype}`)
  return entry
}

/** Returns the entry of a path that was passed to `PathDictionary.learn`. */
export function pathOf(entries: Entries, node: ArchetypeNode): PathEntry {
  const known = node.known && isCurrent(node.known, entries) ? node.known.entry : entries.path(node.text)
  if (known === undefined) throw new Error(`The dictionary was not told of ${node.text}`)
  return known
}

function archetypeIn(entries: Entries, tree: ArchetypeTree): ArchetypeEntry | undefined {
  if (tree.known && isCurrent(tree.known, entries)) return tree.known.entry
  const entry = entries.archetype(tree.type, tree.archetype)
  if (entry !== undefined) tree.known = { by: entries, epoch: entries.epoch, entry }
  return entry
}

/** Returns undefined for a retired path, which must be added again. */
function pathIn(entries: Entries, node: ArchetypeNode): ArchetypeNode['known'] {
  const entry = entries.path(node.text)
  const archetype = entry && archetypeIn(entries, node.tree)
  const several = entry && archetype?.paths.get(entry)
  if (entry === undefined || several === undefined || archetype?.retired.has(entry)) return undefined
  node.known = { by: entries, epoch: entries.epoch, entry, several }
  return node.known
}
