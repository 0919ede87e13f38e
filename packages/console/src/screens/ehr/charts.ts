/** Charts of archetypes whose values belong together, such as the two of a blood pressure. */
import type { ArchetypeDefinition } from '../../display/clinical/definition.ts'
import { type SummaryOptions, summarizeEntry } from '../../display/clinical/entry-summary.ts'
import { entriesOf } from '../../display/clinical/record-summary.ts'
import { type Series, seriesOf, type TimedSummary } from '../../display/clinical/series.ts'
import { objectAt, type RmObject, textAt } from '../../display/rm-object.ts'
import { LEAST_POINTS, type Trend } from './trends.ts'

export interface JointChart {
  readonly definition: ArchetypeDefinition
  readonly series: readonly Series[]
}

/** Entries with a definition of several charted values, by definition. */
export function jointCharts(compositions: readonly RmObject[], options: SummaryOptions): JointChart[] {
  const found = new Map<ArchetypeDefinition, TimedSummary[]>()
  for (const composition of compositions) {
    const uid = textAt(objectAt(composition, 'uid'), 'value') ?? ''
    const time = textAt(objectAt(objectAt(composition, 'context'), 'start_time'), 'value') ?? ''
    for (const entry of entriesOf(composition)) {
      const summary = summarizeEntry(entry, options)
      if (!summary || (summary.definition.chart?.length ?? 0) < 2) continue
      const all = found.get(summary.definition) ?? []
      found.set(summary.definition, [...all, { uid, time, summary }])
    }
  }
  return [...found]
    .map(([definition, entries]) => ({ definition, series: seriesOf(definition, entries) }))
    .filter(({ series }) => series.some(({ points }) => points.length >= LEAST_POINTS))
}

/** True for a trend of an entry that one of the definitions is for. */
export const isOfKind = ({ key }: Trend, definitions: readonly ArchetypeDefinition[]): boolean =>
  definitions.some(({ archetypes }) => archetypes.some(id => key.includes(`[${id}]`)))

/** Trends that no chart of several values draws already. */
export const withoutJoint = (trends: readonly Trend[], charts: readonly JointChart[]): Trend[] => {
  const drawn = charts.map(({ definition }) => definition)
  return trends.filter(trend => !isOfKind(trend, drawn))
}

/** One axis of time for several series; a gap where one of them was not measured. */
export function alignedData(series: readonly Series[]): [number[], ...(number | null)[][]] {
  const times = [...new Set(series.flatMap(({ points }) => points.map(({ time }) => time)))].sort(
    (a, b) => a - b,
  )
  const values = series.map(({ points }) => {
    const byTime = new Map(points.map(({ time, value }) => [time, value]))
    return times.map(time => byTime.get(time) ?? null)
  })
  return [times.map(time => time / 1000), ...values]
}
