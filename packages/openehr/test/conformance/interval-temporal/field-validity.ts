/** Intervals of dates, times and durations of which a constraint says which fields each limit must, may or must not have. */
import { type Node, object, primitive, single } from '../../../fixtures/opt-builder/index.ts'
import { intervalOf } from '../interval.ts'
import { type Case, words } from '../schedule.ts'
import { DURATION_FIELDS, durationPattern } from '../temporal.ts'
import { broken, type Kind, validity } from '../validity.ts'
import { temporal } from './temporal-case.ts'

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
export const dateValidities = validities('DV_DATE', 'C_DATE', [
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

export const dateTimeValidities = validities('DV_DATE_TIME', 'C_DATE_TIME', [
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

export const timeValidities = validities(
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

const allowing = (without: string): Node =>
  object('DV_DURATION', [single('value', primitive('C_DURATION', { pattern: durationPattern(without) }))])

/** Limits, the field that is not allowed in the lower or in the upper one. f: fractional seconds. */
export const durationFields = (
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
