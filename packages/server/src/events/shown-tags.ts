/** Tags as events have them. */
import type { EventTag } from './change-event.ts'
import type { TagRow } from './source-store.ts'

export const shownTags = (rows: readonly TagRow[]): readonly EventTag[] =>
  rows.map(({ key, value, target_path }) => ({
    key,
    ...(value === null ? {} : { value }),
    ...(target_path === '' ? {} : { target_path }),
  }))
