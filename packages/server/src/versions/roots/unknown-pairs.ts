/** What a document has that the dictionary lacks. */
import type { RootDraft } from './draft.ts'
import type { Entries } from './entries.ts'

/** A path under an archetype; an archetype as such has none. */
export interface UnknownPair {
  readonly rm_type: string
  readonly archetype_id: string
  readonly path: string | null
}

/** Each pair once. A root hangs in its parent by a path as well. */
export function unknownPairs(
  drafts: readonly RootDraft[],
  { archetype, path }: Pick<Entries, 'archetype' | 'path'>,
): readonly UnknownPair[] {
  const found = new Map<string, UnknownPair>()
  const check = ({ type, archetype: id }: RootDraft, text: string | null): void => {
    const known = archetype(type, id)
    const entry = text === null ? undefined : path(text)
    if (text === null ? known !== undefined : entry !== undefined && known?.paths.has(entry)) return
    found.set(`${type} ${id} ${text ?? ''}`, { rm_type: type, archetype_id: id, path: text })
  }
  for (const draft of drafts) {
    check(draft, null)
    for (const leaf of draft.leaves) check(draft, leaf.path)
    const parent = draft.parent === undefined ? undefined : drafts[draft.parent]
    if (parent !== undefined && draft.via !== undefined) check(parent, draft.via)
  }
  return [...found.values()]
}
