/** Intervals of dates, times and durations of which a constraint says in which range each limit must lie. */
import { type Node, object, type Primitive, primitive, single } from '../../../fixtures/opt-builder/index.ts'
import { atLimits, intervalOf } from '../interval.ts'
import type { Case } from '../schedule.ts'
import { temporal } from './temporal-case.ts'

const ranged = (type: string, of: Primitive['of'], range: string): Node =>
  object(type, [single('value', primitive(of, { range }))])

/** Limits, the range of each, which of them lies outside. */
const ranges = (
  type: string,
  of: Primitive['of'],
  table: string,
  rows: readonly (readonly [
    lower: string,
    upper: string,
    lowerRange: string,
    upperRange: string,
    ends: string,
  ])[],
): readonly Case[] =>
  rows.map(([lower, upper, lowerRange, upperRange, ends]) =>
    temporal(
      type,
      table,
      intervalOf(type, ranged(type, of, lowerRange), ranged(type, of, upperRange)),
      lower,
      upper,
      atLimits(`${of}.range`, ends),
    ),
  )

/** Per precision: limits, then beginning and end of a day in the range of the lower and of the upper limit. */
export const dateTimeRanges = (
  [
    ['2021', '2022', '', '', '', ''],
    ['2021-10', '2022-11', '-01', '-12', '-01', '-12'],
    ['2021-10-24', '2022-11-02', '-01-01', '-12-31', '-01-01', '-12-31'],
    ['2021-10-24T10', '2022-11-02T19', '-01-01T00', '-12-31T23', '-01-01T00', '-12-31T23'],
    ['2021-10-24T10:00', '2022-11-02T19:32', '-01-01T00:00', '-12-31T23:59', '-01-01T00:00', '-12-31T23:59'],
    [
      '2021-10-24T10:00:10',
      '2022-11-02T19:32:40',
      '-01-01T00:00:00',
      '-12-31T23:59:59',
      '-01-01T00:00',
      '-12-31T23:59',
    ],
    [
      '2021-10-24T10:00:10.5',
      '2022-11-02T19:32:40.333',
      '-01-01T00:00:00.0',
      '-12-31T23:59:59.999999',
      '-01-01T00:00',
      '-12-31T23:59',
    ],
    [
      '2021-10-24T10:00:10Z',
      '2022-11-02T19:32:40Z',
      '-01-01T00:00:00Z',
      '-12-31T23:59:59Z',
      '-01-01T00:00',
      '-12-31T23:59',
    ],
  ] as const
).flatMap(([lower, upper, from, to, upperFrom, upperTo]) =>
  ranges('DV_DATE_TIME', 'C_DATE_TIME', 'validate_lower_upper_range', [
    [lower, upper, `2020${from}..2030${to}`, `2020${upperFrom}..2030${upperTo}`, ''],
    [lower, upper, `2000${from}..2010${to}`, `2020${upperFrom}..2030${upperTo}`, 'L'],
    [lower, upper, `2020${from}..2030${to}`, `2020${upperFrom}..2021${upperTo}`, 'U'],
  ]),
)

export const dateRanges = ranges('DV_DATE', 'C_DATE', 'validate_lower_upper_range', [
  ['2021', '2022', '1900..2030', '1900..2030', ''],
  ['2021', '2022', '2022..2030', '1900..2030', 'L'],
  ['2021', '2022', '1900..2030', '2023..2030', 'U'],
  ['2021', '2022', '2022..2030', '2023..2030', 'LU'],
])

export const timeRanges = [
  ...ranges('DV_TIME', 'C_TIME', 'validate_lower_upper_range', [
    ['T10', 'T11', 'T09..T11', 'T10..T12', ''],
    ['T10:00', 'T11:00', 'T09:00..T11:00', 'T10:00..T12:00', ''],
    ['T10:00:00', 'T11:00:00', 'T09:00:00..T11:00:00', 'T10:00:00..T12:00:00', ''],
    ['T10:00:00.5', 'T11:00:00.5', 'T09:00:00.0..T11:00:00.0', 'T10:00:00.0..T12:00:00.0', ''],
    ['T10:00:00.5Z', 'T11:00:00.5Z', 'T09:00:00.0..T11:00:00.0Z', 'T10:00:00.0Z..T12:00:00.0Z', ''],
    ['T10', 'T11', 'T11..T12', 'T11..T12', 'L'],
    ['T10', 'T12', 'T10..T11', 'T10..T11', 'U'],
  ]),
  ...(
    [
      ['-', 'T11', 'TffT', ['C_TIME.range@lower'], { reason: 'unbounded', rules: [] }],
      ['T10', '-', 'fTTf', [], undefined],
    ] as const
  ).map(([lower, upper, flags, rules, deviation]) =>
    temporal(
      'DV_TIME',
      'validate_lower_upper_range',
      intervalOf('DV_TIME', ranged('DV_TIME', 'C_TIME', 'T09..T11'), ranged('DV_TIME', 'C_TIME', 'T10..T12')),
      lower,
      upper,
      rules,
      flags,
      deviation,
    ),
  ),
]

export const durationRanges = ranges('DV_DURATION', 'C_DURATION', 'validate_range', [
  ['P1Y', 'P2Y', 'P1Y..P3Y', 'P1Y..P3Y', ''],
  ['P1Y', 'P2Y', 'P2Y..P3Y', 'P1Y..P3Y', 'L'],
  ['P1Y', 'P2Y', 'P1Y..P3Y', 'P3Y..P4Y', 'U'],
  ['P5Y', 'P10Y', 'P2Y..P3Y', 'P5Y..P15Y', 'L'],
  ['P5Y', 'P10Y', 'P1Y..P9Y', 'P3Y..P9Y', 'U'],
  ['P5Y4M', 'P10Y', 'P1Y..P9Y', 'P3Y..P15Y', ''],
  ['P5Y4M', 'P10Y', 'P6Y..P9Y', 'P3Y..P15Y', 'L'],
  ['P5Y4M', 'P10Y', 'P5Y4M2D..P9Y', 'P3Y..P15Y', 'L'],
  ['P5Y4M20D', 'P10Y', 'P1Y..P9Y', 'P3Y..P15Y', ''],
  ['P5Y4M20D', 'P10Y', 'P5Y6M..P9Y', 'P3Y..P15Y', 'L'],
])
