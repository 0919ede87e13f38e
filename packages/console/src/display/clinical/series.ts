/** Values of an archetype over time, for charts. */
import { numberAt, type RmObject, textAt } from '../rm-object.ts'
import type { ArchetypeDefinition } from './definition.ts'
import type { EntrySummary, Reading } from './entry-summary.ts'

interface SeriesPoint {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly value: number
  /** Version uid of the composition. */
  readonly source: string
}

export interface Series {
  /** Name of the value in the definition. */
  readonly name: string
  readonly unit: string
  readonly points: readonly SeriesPoint[]
}

/** An entry of a record, and the record's time where the entry has none. */
export interface TimedSummary {
  readonly uid: string
  readonly time: string
  readonly summary: EntrySummary
}

/** A number to draw: quantity, count, ordinal or the upper part of a proportion. */
const drawable = (value: RmObject | undefined): number | undefined =>
  numberAt(value, 'magnitude') ?? numberAt(value, 'numerator') ?? numberAt(value, 'value')

interface Found {
  readonly reading: Reading
  readonly at: string
  readonly uid: string
}

export const readingsOf = (entries: readonly TimedSummary[]): Found[] =>
  entries
    .flatMap(({ uid, time, summary }) =>
      summary.readings.map(reading => ({ reading, uid, at: reading.time ?? time })),
    )
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))

/** The charted values in the order of time. Values in another unit than the latest are left out: they share no axis. */
export function seriesOf({ chart = [] }: ArchetypeDefinition, entries: readonly TimedSummary[]): Series[] {
  const readings = readingsOf(entries)
  return chart.flatMap(name => {
    const found = readings.flatMap(({ reading, at, uid }) => {
      const recorded = reading.recorded[name]
      const value = drawable(recorded)
      const time = Date.parse(at)
      if (value === undefined || !Number.isFinite(time)) return []
      return [{ time, value, source: uid, unit: textAt(recorded, 'units') ?? '' }]
    })
    const unit = found.at(-1)?.unit
    if (unit === undefined) return []
    const points = found.filter(each => each.unit === unit).map(({ unit: _, ...point }) => point)
    return [{ name, unit, points }]
  })
}
