/** Entries of laboratory archetypes as reports. */
import type { FindDefinition } from '../../../display/clinical/entry-summary.ts'
import { type Report, reportOf } from '../../../display/clinical/laboratory.ts'
import type { TimeStyle } from '../../../display/time.ts'
import type { EntryRow } from '../glance/entries.ts'

export const reportsOf = (
  rows: readonly EntryRow[],
  find: FindDefinition,
  style: TimeStyle,
): readonly Report[] =>
  rows.flatMap(({ uid, time, record, entry }) => reportOf(entry, { uid, time, name: record }, find, style))
