/** Roots of made compositions as records of JSON, for tables that are filled by other statements than the one that commits. */
import type { Entries } from '../packages/server/src/roots/index.ts'
import { type RootDraft, rowsFor } from '../packages/server/src/roots/writing/index.ts'
import type { Made } from './layout-data.ts'

/** The dictionary for layouts in which roots share no leaves. */
export const withoutShared = (dictionary: Entries): Entries => ({
  epoch: dictionary.epoch,
  archetype: dictionary.archetype,
  archetypes: dictionary.archetypes,
  path: dictionary.path,
  shared: () => undefined,
})

/** The EHR as `object_id` and the commit as `version`. */
export const recordsOf = (
  dictionary: Entries,
  { ehr, commit }: Made,
  roots: readonly RootDraft[],
): string[] =>
  rowsFor(dictionary, [{ place: 1, roots }]).map(({ leaves, archetypeKey, of: _of, ...row }) => {
    const record = { object_id: ehr, version: commit, archetype_key: archetypeKey, ...row }
    return `${JSON.stringify(record).slice(0, -1)},"leaves":${leaves}}`
  })
