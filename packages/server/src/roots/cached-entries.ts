/**
 * The entries of the dictionary that this process has cached. They stay valid for queries: an entry is removed only when nothing uses it, and
 * after a period in which every writer must check it first (see `sweep.ts`).
 */
import type { DictionaryRow } from './dictionary-store.ts'
import type { ArchetypeEntry, PathEntry } from './entries.ts'
import { parseDictionaryPath, repeatsIn } from './path-text.ts'
import type { UnknownPair } from './unknown-pairs.ts'

interface CachedArchetype extends ArchetypeEntry {
  readonly paths: Map<PathEntry, boolean>
  readonly retired: Set<PathEntry>
  isRetired: boolean
}

export interface CachedEntries {
  readonly archetypes: Map<string, CachedArchetype>
  readonly paths: Map<string, PathEntry>
  /** By the JSON text of the leaves. Undefined: there are too many different ones, and roots keep their own. */
  readonly shared: Map<string, number | undefined>
  /** Grows with every change. */
  generation: number
  /** Grows when a cached entry becomes invalid. */
  epoch: number
  /** The generation of the database up to which every entry is cached. */
  known: number
}

export const newCachedEntries = (): CachedEntries => ({
  archetypes: new Map(),
  paths: new Map(),
  shared: new Map(),
  generation: 0,
  epoch: 0,
  known: 0,
})

export const nameOf = (type: string, id: string): string => `${type} ${id}`

/** Caches an entry as the database has it. */
export function keepEntry(cached: CachedEntries, row: DictionaryRow): void {
  const archetype = archetypeOf(cached, row)
  if (row.path === null || row.path_key === null) {
    if (row.retired && !archetype.isRetired) cached.epoch += 1
    archetype.isRetired = row.retired
    return
  }
  archetype.isRetired &&= row.retired
  const path = pathOf(cached, row.path_key, row.path)
  if (!row.retired) archetype.retired.delete(path)
  else if (!archetype.retired.has(path)) {
    archetype.retired.add(path)
    cached.epoch += 1
  }
  const before = archetype.paths.get(path)
  if (before === true || before === row.several) return
  archetype.paths.set(path, row.several)
  cached.generation += 1
}

function archetypeOf(cached: CachedEntries, row: DictionaryRow): CachedArchetype {
  const { archetype_key: key, rm_type: type, archetype_id: id } = row
  const known = cached.archetypes.get(nameOf(type, id))
  if (known?.key === key) return known
  const made = { key, type, id, paths: new Map(), retired: new Set<PathEntry>(), isRetired: false }
  cached.archetypes.set(nameOf(type, id), made)
  cached.generation += 1
  // The entry was removed, and added again with another number.
  if (known) cached.epoch += 1
  return made
}

function pathOf(cached: CachedEntries, key: number, text: string): PathEntry {
  const known = cached.paths.get(text)
  if (known?.key === key) return known
  const steps = parseDictionaryPath(text)
  const made = { key, text, steps, repeats: repeatsIn(steps) }
  cached.paths.set(text, made)
  if (known) cached.epoch += 1
  return made
}

/** True for any existing entry, even one that never repeats or is retired. */
export function isCached(cached: CachedEntries, { rm_type, archetype_id, path }: UnknownPair): boolean {
  const archetype = cached.archetypes.get(nameOf(rm_type, archetype_id))
  const entry = path === null ? undefined : cached.paths.get(path)
  return archetype !== undefined && (path === null || (entry !== undefined && archetype.paths.has(entry)))
}

export function forgetEntries(cached: CachedEntries): void {
  cached.archetypes.clear()
  cached.paths.clear()
  cached.shared.clear()
  cached.known = 0
  cached.generation += 1
  cached.epoch += 1
}
