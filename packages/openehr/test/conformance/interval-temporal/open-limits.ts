/** Intervals of dates, times and durations without a constraint: the texts of the limits, and the rules of the interval itself. */
import { atLimits, INCONSISTENT, intervalOf } from '../interval.ts'
import { words } from '../schedule.ts'
import { temporal } from './temporal-case.ts'

/** Both limits given and included: lower, upper, whose text is wrong (L, U), whose value is missing (l, u). */
const DATE_TIMES_OPEN = [
  ['NULL', 'NULL', 'lu'],
  ['NULL', '', 'lU'],
  ['', 'NULL', 'Lu'],
  ['2021', 'NULL', 'u'],
  ['NULL', '2022', 'l'],
  ['2021', '2022', ''],
  ['2021-00', '2022-01', 'L'],
  ['2021-01', '2022-01', ''],
  ['2021-01-00', '2022-01-01', 'L'],
  ['2021-01-32', '2022-01-01', 'L'],
  ['2021-01-01', '2022-01-00', 'U'],
  ['2021-01-30', '2022-01-00', 'U'],
  ['2021-01-30', '2022-01-15', ''],
  ['2021-10-24T48', '2022-01-15T10', 'L'],
  ['2021-10-24T21', '2022-01-15T73', 'U'],
  ['2021-10-24T05', '2022-01-15T10', ''],
  ['2021-10-24T05:95', '2022-01-15T10:45', 'L'],
  ['2021-10-24T05:30', '2022-01-15T10:61', 'U'],
  ['2021-10-24T05:30', '2022-01-15T10:45', ''],
  ['2021-10-24T05:30:78', '2022-01-15T10:45:13', 'L'],
  ['2021-10-24T05:30:47', '2022-01-15T10:45:69', 'U'],
  ['2021-10-24T05:30:47', '2022-01-15T10:45:13', ''],
  ['2021-10-24T05:30:47.5', '2022-01-15T10:45:13.6', ''],
  ['2021-10-24T05:30:47.333', '2022-01-15T10:45:13.555', ''],
  ['2021-10-24T05:30:47.333333', '2022-01-15T10:45:13.555555', ''],
  ['2021-10-24T05:30:47Z', '2022-01-15T10:45:13Z', ''],
  ['2021-10-24T05:30:47-03:00', '2022-01-15T10:45:13-03:00', ''],
] as const

export const dateTimesOpen = DATE_TIMES_OPEN.map(([lower, upper, ends]) =>
  temporal('DV_DATE_TIME', 'validate_open', intervalOf('DV_DATE_TIME'), lower, upper, [
    ...atLimits('DV_DATE_TIME.Value_valid', ends),
    ...atLimits('rm.mandatory:value', ends.replace(/[LU]/g, '').toUpperCase()),
  ]),
)

const NO_LOWER = 'DV_INTERVAL.Lower_unbounded_valid@lower'
const NO_UPPER = 'DV_INTERVAL.Upper_unbounded_valid@upper'

/** The interval's own rules; durations are compared by their length. */
export const opens = (
  [
    ['DV_DATE', '-', '-', `${NO_LOWER} ${NO_UPPER}`, 'ffTT'],
    ['DV_DATE', '-', '2022', NO_LOWER, 'ffTT'],
    ['DV_DATE', '2021', '-', NO_UPPER, 'ffTT'],
    ['DV_DATE', '2021', '2022', '', 'ffTT'],
    ['DV_DATE', '2021-01', '2022-08', '', 'ffTT'],
    ['DV_DATE', '2021-01-20', '2022-08-11', '', 'ffTT'],
    ['DV_DATE', '2021', '2021-10', INCONSISTENT, 'ffTT'],
    ['DV_DATE', '-', '-', '', 'TTff'],
    ['DV_TIME', '-', '-', `${NO_LOWER} ${NO_UPPER}`, 'ffTT'],
    ['DV_TIME', '-', 'T11:00:00', NO_LOWER, 'ffTT'],
    ['DV_TIME', 'T10:00:00', '-', NO_UPPER, 'ffTT'],
    ['DV_TIME', 'T10', 'T11', '', 'ffTT'],
    ['DV_TIME', 'T10:00', 'T11:00', '', 'ffTT'],
    ['DV_TIME', 'T10:00:00', 'T11:00:00', '', 'ffTT'],
    ['DV_TIME', 'T10', 'T10:45:00', INCONSISTENT, 'ffTT'],
    ['DV_TIME', '-', '-', '', 'TTff'],
    ['DV_DURATION', '-', '-', `${NO_LOWER} ${NO_UPPER}`, 'ffTT'],
    ['DV_DURATION', '-', 'PT2H', NO_LOWER, 'ffTT'],
    ['DV_DURATION', 'PT1H', '-', NO_UPPER, 'ffTT'],
    ['DV_DURATION', 'PT1H', 'PT2H', '', 'ffTT'],
    ['DV_DURATION', 'PT1H', 'PT2H', '', 'ffTT'],
    ['DV_DURATION', 'P1Y7M3D', 'P1Y8M3D', '', 'ffTT'],
    ['DV_DURATION', 'P1M5DT3H', 'P10M', '', 'ffTT'],
    ['DV_DURATION', 'P2M', 'P1M', INCONSISTENT, 'ffTT'],
    ['DV_DURATION', 'P10M', 'P1M5DT3H', INCONSISTENT, 'ffTT'],
  ] as const
).map(([type, lower, upper, rules, flags]) =>
  temporal(type, 'validate_open', intervalOf(type), lower, upper, words(rules), flags),
)
