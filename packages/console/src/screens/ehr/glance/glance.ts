/** Problems, allergies, medication and alerts as they are now; and vital signs with their latest values. */
import type { ArchetypeDefinition } from '../../../display/clinical/definition.ts'
import {
  type EntrySummary,
  type Reading,
  type SummaryOptions,
  summarizeEntry,
} from '../../../display/clinical/entry-summary.ts'
import { readingsOf, type Series, seriesOf, type TimedSummary } from '../../../display/clinical/series.ts'
import type { EntryRow } from './entries.ts'

export interface ListItem {
  readonly key: string
  readonly uid: string
  readonly time: string
  readonly record: string
  readonly summary: EntrySummary
}

export interface CurrentList {
  readonly current: readonly ListItem[]
  readonly ended: readonly ListItem[]
  /** The kept list that they stand in; without one, each item names its record. */
  readonly source: EntryRow | undefined
}

/**
 * If the EHR has a list that is kept up to date, it alone counts. Otherwise the latest entry of each name does: a
 * diagnosis of three discharge letters is one problem.
 */
export function currentList(rows: readonly EntryRow[], options: SummaryOptions): CurrentList {
  const source = rows.find(({ isKept }) => isKept)
  const counted = source ? rows.filter(({ isKept }) => isKept) : rows
  const items = new Map<string, ListItem>()
  for (const [index, { uid, time, record, entry }] of counted.entries()) {
    const summary = summarizeEntry(entry, options)
    if (!summary) continue
    const key = source ? `${uid} ${index}` : (summary.parts[0] ?? '').toLowerCase()
    if (!items.has(key)) items.set(key, { key, uid, time, record, summary })
  }
  const all = [...items.values()]
  return {
    current: all.filter(({ summary }) => !summary.hasEnded),
    ended: all.filter(({ summary }) => summary.hasEnded),
    source,
  }
}

export interface VitalSign {
  readonly definition: ArchetypeDefinition
  readonly name: string
  readonly line: string
  readonly latest: Reading
  readonly time: string
  readonly uid: string
  readonly series: readonly Series[]
}

/** The latest measurement of an archetype, with those before it. */
export function vitalSign(
  definition: ArchetypeDefinition,
  rows: readonly EntryRow[],
  options: SummaryOptions,
): VitalSign | undefined {
  const summaries = rows.flatMap(({ uid, time, entry }): TimedSummary[] => {
    const summary = summarizeEntry(entry, options)
    return summary?.definition === definition ? [{ uid, time, summary }] : []
  })
  const last = readingsOf(summaries).at(-1)
  const owner = summaries.find(({ uid }) => uid === last?.uid)
  if (!last || !owner) return undefined
  return {
    definition,
    name: owner.summary.name,
    line: owner.summary.parts.join(', '),
    latest: last.reading,
    time: last.at,
    uid: last.uid,
    series: seriesOf(definition, summaries),
  }
}
