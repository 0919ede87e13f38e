/** What a document has that the dictionary lacks. */
import type { RootDraft, Vector } from './draft.ts'
import type { Entries } from './entries.ts'

/** A path under an archetype; an archetype as such has none. */
export interface UnknownPair {
  readonly rm_type: string
  readonly archetype_id: string
  readonly path: string | null
  /** Whether it occurs with a vector. */
  readonly several: boolean
}

/** A root hangs in its parent by a path as well. */
export function unknownPairs(
  drafts: readonly RootDraft[],
  { archetype, path }: Pick<Entries, 'archetype' | 'path'>,
): readonly UnknownPair[] {
  const found = new Map<string, UnknownPair>()
  const add = (pair: UnknownPair): void => {
    const name = `${pair.rm_type} ${pair.archetype_id} ${pair.path ?? ''}`
    if (found.get(name)?.several !== true) found.set(name, pair)
  }
  // Looked up once a root, not once a leaf: its name is put together from two texts.
  const entries = drafts.map(({ type, archetype: id }) => archetype(type, id))
  const check = (num: number, text: string, at: Vector): void => {
    const entry = path(text)
    const known = entry && entries[num]?.paths.get(entry)
    const root = drafts[num]
    if (root !== undefined && known !== true && (known === undefined || at !== ''))
      add({ rm_type: root.type, archetype_id: root.archetype, path: text, several: at !== '' })
  }
  for (const { num, type, archetype: id, leaves, parent, via, at } of drafts) {
    if (entries[num] === undefined) add({ rm_type: type, archetype_id: id, path: null, several: false })
    for (const leaf of leaves) check(num, leaf.path, leaf.at)
    if (parent !== undefined && via !== undefined) check(parent, via, at)
  }
  return [...found.values()]
}
