/** CNF master17.3, second half: DV_INTERVAL of dates, times, date-times and durations. */
import {
  type data,
  type Node,
  object,
  type Primitive,
  primitive,
  single,
} from '../../fixtures/opt-builder/index.ts'
import { atLimits, type Flags, INCONSISTENT, intervalCase, intervalOf } from './interval.ts'
import { type Case, type Deviation, present, words } from './schedule.ts'
import { DURATION_FIELDS, durationPattern } from './temporal.ts'
import { broken, type Kind, validity } from './validity.ts'

/** `-` is no limit at all, `NULL` one without a value. */
const limit = (type: string, text: string): data.Data | null =>
  text === '-' ? null : present({ _type: type, value: text === 'NULL' ? null : text })

const temporal = (
  type: string,
  table: string,
  node: Node,
  lower: string,
  upper: string,
  rules: readonly string[],
  flags: Flags = 'ffTT',
  deviation?: Deviation,
): Case => intervalCase(type, table, node, [limit(type, lower), limit(type, upper)], flags, rules, deviation)

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

const dateTimesOpen = DATE_TIMES_OPEN.map(([lower, upper, ends]) =>
  temporal('DV_DATE_TIME', 'validate_open', intervalOf('DV_DATE_TIME'), lower, upper, [
    ...atLimits('DV_DATE_TIME.Value_valid', ends),
    ...atLimits('rm.mandatory:value', ends.replace(/[LU]/g, '').toUpperCase()),
  ]),
)

const NO_LOWER = 'DV_INTERVAL.Lower_unbounded_valid@lower'
const NO_UPPER = 'DV_INTERVAL.Upper_unbounded_valid@upper'

/** The interval's own rules; durations are compared by their length. */
const opens = (
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

/** Limits, validities of the lower and of the upper one, what each breaks (letters of `validity.ts`). */
type ValidityRow = readonly [
  lower: string,
  upper: string,
  lowerFlags: string,
  upperFlags: string,
  lowerBroken: string,
  upperBroken: string,
]

const validities = (type: string, kind: Kind, rows: readonly ValidityRow[]): readonly Case[] =>
  rows.map(([lower, upper, lowerFlags, upperFlags, lowerBroken, upperBroken]) => {
    const [atLower, atUpper] = [broken(kind, lowerBroken, '@lower'), broken(kind, upperBroken, '@upper')]
    const reason = atLower.deviation?.reason ?? atUpper.deviation?.reason
    const ours = [...(atLower.deviation ?? atLower).rules, ...(atUpper.deviation ?? atUpper).rules]
    return temporal(
      type,
      'validate_lower_upper_constraint',
      intervalOf(type, validity(type, kind, lowerFlags), validity(type, kind, upperFlags)),
      lower,
      upper,
      [...atLower.rules, ...atUpper.rules],
      'ffTT',
      reason === undefined ? undefined : { reason, rules: ours },
    )
  })

const DATE_FLAGS = words('mm mo oo mp pp')

/** First both limits with the same validities, then a lower one that must be whole with each for the upper one. */
const dateValidities = validities('DV_DATE', 'C_DATE', [
  ...(
    [
      ['2021', '2022', 'Md M - M -'],
      ['2021-10', '2022-10', 'd - - - M'],
      ['2021-10-24', '2022-10-24', '- - - d Md'],
    ] as const
  ).flatMap(([lower, upper, columns]) =>
    words(columns).map((letters, place): ValidityRow => {
      const [flags, fields] = [DATE_FLAGS[place] ?? '', letters.replace('-', '')]
      return [lower, upper, flags, flags, fields, fields]
    }),
  ),
  ...(
    [
      ['2022', 'mo oo mp pp', 'M - M -'],
      ['2022-10', 'mm mo oo mp pp', 'd - - - M'],
      ['2022-10-24', 'mm mo oo mp pp', '- - - d Md'],
    ] as const
  ).flatMap(([upper, flags, columns]) =>
    words(flags).map((flag, place): ValidityRow => {
      return ['2021', upper, 'mm', flag, 'Md', (words(columns)[place] ?? '').replace('-', '')]
    }),
  ),
])

const dateTime = (
  pair: string,
  rows: readonly (readonly [string, string, string, string?])[],
): readonly ValidityRow[] => {
  const [lower = '', upper = ''] = pair.split(' ')
  return rows.map(
    ([lowerFlags, upperFlags, lowerBroken, upperBroken = lowerBroken]): ValidityRow => [
      lower,
      upper,
      lowerFlags,
      upperFlags,
      lowerBroken,
      upperBroken,
    ],
  )
}

const [ALL, NONE] = ['mmmmmmm', 'ppppppp']
/** Month to minute mandatory below, month to hour above; the zone as given. */
const TO_MINUTE = (zone: string): readonly [string, string] => [`mmmmoo${zone}`, `mmmooo${zone}`]
const MONTH = (zone: string): readonly [string, string] => [`mooooo${zone}`, `mooooo${zone}`]
const OPTIONAL = (zone: string): readonly [string, string] => [`oooooo${zone}`, `oooooo${zone}`]
const MONTH_ONLY = (zone: string): readonly [string, string] => [`mppppp${zone}`, `mppppp${zone}`]

/** Rows that every pair of limits with a day shares; the schedule also names the upper limit's minute, which is optional there. */
const fromDay = (
  pair: string,
  all: string,
  toMinute: readonly [string, string],
  zoneMissing: string,
  monthOnly: string,
): readonly ValidityRow[] =>
  dateTime(pair, [
    [ALL, ALL, all],
    [...TO_MINUTE('m'), toMinute[0] + zoneMissing, toMinute[1] + zoneMissing],
    [...TO_MINUTE('o'), ...toMinute],
    [...MONTH('m'), zoneMissing],
    [...MONTH('o'), ''],
    [...OPTIONAL('m'), zoneMissing],
    [...MONTH_ONLY('p'), monthOnly],
    [NONE, NONE, `M${monthOnly}`],
  ])

const dateTimeValidities = validities('DV_DATE_TIME', 'C_DATE_TIME', [
  ...dateTime('2021 2022', [
    [ALL, ALL, 'Mdhnsfz'],
    [...MONTH('m'), 'Mz'],
    [...MONTH('o'), 'M'],
    [...OPTIONAL('m'), 'z'],
    [...OPTIONAL('o'), ''],
    [...MONTH_ONLY('m'), 'Mz'],
    [...MONTH_ONLY('p'), 'M'],
    ['ppppppm', 'ppppppm', 'z'],
    [NONE, NONE, ''],
  ]),
  ...dateTime('2021-10 2022-10', [
    [ALL, ALL, 'dhnsfz'],
    [...MONTH('m'), 'z'],
    [...MONTH('o'), ''],
    [...MONTH_ONLY('m'), 'z'],
    [...MONTH_ONLY('p'), ''],
    ['ppppppm', 'ppppppm', 'Mz'],
    [NONE, NONE, 'M'],
  ]),
  ...fromDay('2021-10-24 2022-10-24', 'hnsfz', ['hn', 'h'], 'z', 'd'),
  ...fromDay('2021-10-24T22 2022-10-24T07', 'nsfz', ['n', ''], 'z', 'dh'),
  ...fromDay('2021-10-24T22:10 2022-10-24T07:47', 'sfz', ['', ''], 'z', 'dhn'),
  ...fromDay('2021-10-24T22:10:45 2022-10-24T07:47:13', 'fz', ['', ''], 'z', 'dhns'),
  ...fromDay('2021-10-24T22:10:45.5 2022-10-24T07:47:13.666666', 'z', ['', ''], 'z', 'dhnsf'),
  ...fromDay('2021-10-24T22:10:45Z 2022-10-24T07:47:13Z', 'f', ['', ''], '', 'dhnsz'),
])

const timeValidities = validities(
  'DV_TIME',
  'C_TIME',
  (
    [
      ['T10', 'T11', 'nsfz'],
      ['T10:00', 'T11:00', 'sfz'],
      ['T10:00:00', 'T11:00:00', 'fz'],
      ['T10:00:00.5', 'T11:00:00.5', 'z'],
      ['T10:00:00.5Z', 'T11:00:00.5Z', ''],
    ] as const
  ).map(([lower, upper, letters]): ValidityRow => [lower, upper, 'mmmm', 'mmmm', letters, letters]),
)

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
const dateTimeRanges = (
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

const dateRanges = ranges('DV_DATE', 'C_DATE', 'validate_lower_upper_range', [
  ['2021', '2022', '1900..2030', '1900..2030', ''],
  ['2021', '2022', '2022..2030', '1900..2030', 'L'],
  ['2021', '2022', '1900..2030', '2023..2030', 'U'],
  ['2021', '2022', '2022..2030', '2023..2030', 'LU'],
])

const timeRanges = [
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

const allowing = (without: string): Node =>
  object('DV_DURATION', [single('value', primitive('C_DURATION', { pattern: durationPattern(without) }))])

/** Limits, the field that is not allowed in the lower or in the upper one. f: fractional seconds. */
const durationFields = (
  [
    ['P1Y', 'P2Y', '', ''],
    ['P3W', 'P5W', '', ''],
    ['P1Y', 'P2Y', 'Y', ''],
    ['P1Y', 'P2Y', '', 'Y'],
    ['P1Y1M1DT1H1M1.5S', 'P2Y', 'M', ''],
    ['P2W', 'P2Y', 'W', ''],
    ['P1Y1M1DT1H1M1.5S', 'P2Y', 'D', ''],
    ['P1Y1M1DT1H1M1.5S', 'P2Y', 'h', ''],
    ['P1Y1M1DT1H1M1.5S', 'P2Y', 'm', ''],
    ['P1Y1M1DT1H1M1.5S', 'P2Y', 's', ''],
    ['P1Y1M1DT1H1M1.5S', 'P2Y', 'f', ''],
  ] as const
).map(([lower, upper, lowerWithout, upperWithout]) => {
  const rule = (without: string, end: string): readonly string[] => {
    const field = without === 'f' ? 'fractional_seconds' : DURATION_FIELDS[without]
    return field === undefined ? [] : [`C_DURATION.${field}_allowed@${end}`]
  }
  return temporal(
    'DV_DURATION',
    'validate_constraint',
    intervalOf('DV_DURATION', allowing(lowerWithout), allowing(upperWithout)),
    lower,
    upper,
    [...rule(lowerWithout, 'lower'), ...rule(upperWithout, 'upper')],
    'ffTT',
    lowerWithout === 'f' ? { reason: 'fraction', rules: [] } : undefined,
  )
})

const durationRanges = ranges('DV_DURATION', 'C_DURATION', 'validate_range', [
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
