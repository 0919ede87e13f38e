/** A dictionary without a database: archetypes with the paths that are named. */
import type { ArchetypeEntry, Entries, PathEntry } from '../../packages/server/src/roots/index.ts'
import { parseDictionaryPath } from '../../packages/server/src/roots/path-text.ts'

/** Paths in the notation of the dictionary, by class and archetype id: `{ 'OBSERVATION x': ['name|DV_TEXT/value'] }`. A path with `*` repeats. */
export function smallDictionary(archetypes: Readonly<Record<string, readonly string[]>>): Entries {
  const paths = new Map<string, PathEntry>()
  const pathOf = (text: string): PathEntry => {
    const steps = parseDictionaryPath(text)
    const repeats = steps.filter(step => step.repeats).length
    const entry = paths.get(text) ?? { key: paths.size + 1, text, steps, repeats }
    paths.set(text, entry)
    return entry
  }
  const entries = Object.entries(archetypes).map(([name, texts], at): ArchetypeEntry => {
    const [type = '', id = ''] = name.split(' ')
    return {
      key: at + 1,
      type,
      id,
      paths: new Map(texts.map(text => [pathOf(text), text.includes('*')])),
      retired: new Set(),
      isRetired: false,
    }
  })
  return {
    epoch: 0,
    archetype: (type, id) => entries.find(entry => entry.type === type && entry.id === id),
    archetypes: () => entries,
    shared: () => undefined,
    path: text => paths.get(text),
  }
}
