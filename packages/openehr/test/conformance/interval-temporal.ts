/** CNF master17.3, second half: DV_INTERVAL of dates, times, date-times and durations. */
import {
  dateTimeValidities,
  dateValidities,
  durationFields,
  timeValidities,
} from './interval-temporal/field-validity.ts'
import { dateTimesOpen, opens } from './interval-temporal/open-limits.ts'
import { dateRanges, dateTimeRanges, durationRanges, timeRanges } from './interval-temporal/value-range.ts'
import type { Case } from './schedule.ts'

export const intervalTemporalCases: readonly Case[] = [
  ...dateTimesOpen,
  ...dateTimeValidities,
  ...dateTimeRanges,
  ...opens,
  ...dateValidities,
  ...dateRanges,
  ...timeValidities,
  ...timeRanges,
  ...durationFields,
  ...durationRanges,
]
