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
  const check = ({ type, archetype: id }: RootDraft, text: string, at: Vector): void => {
    const entry = path(text)
    const known = entry && archetype(type, id)?.paths.get(entry)
    if (known !== true && (known === undefined || at !== ''))
      add({ rm_type: type, archetype_id: id, path: text, several: at !== '' })
  }
  for (const draft of drafts) {
    const { type, archetype: id } = draft
    if (archetype(type, id) === undefined)
      add({ rm_type: type, archetype_id: id, path: null, several: false })
    for (const leaf of draft.leaves) check(draft, leaf.path, leaf.at)
    const parent = draft.parent === undefined ? undefined : drafts[draft.parent]
    if (parent !== undefined && draft.via !== undefined) check(parent, draft.via, draft.at)
  }
  return [...found.values()]
}
