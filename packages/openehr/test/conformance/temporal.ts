/** CNF master17.4: DV_DURATION, DV_TIME, DV_DATE, DV_DATE_TIME. */
import { type Node, object, type Primitive, primitive, single } from '../../fixtures/opt-builder/index.ts'
import { type Case, type Deviation, present, valueCase, words } from './schedule.ts'
import { broken, type Kind, validity } from './validity.ts'

const constrained = (type: string, of: Primitive['of'], item: Omit<Primitive, 'of'>): Node =>
  object(type, [single('value', primitive(of, item))])

const temporal = (
  type: string,
  table: string,
  node: Node,
  value: string | null,
  rules: readonly string[],
  deviation?: Deviation,
  row = '',
): Case =>
  valueCase(
    `CONT-${type}-${table}`,
    `${value} ${row}`,
    node,
    present({ _type: type, value }),
    rules,
    deviation,
  )

/** Accepted and refused texts of a type without constraints; the absent one comes first. */
const open = (type: string, accepted: string, refused: readonly string[]): readonly Case[] => [
  temporal(type, 'validate_open', object(type), null, ['rm.mandatory:value']),
  ...words(accepted).map(value => temporal(type, 'validate_open', object(type), value, [])),
  ...refused.map(value => temporal(type, 'validate_open', object(type), value, [`${type}.Value_valid`])),
]

const ALL_FIELDS = 'YMWDhms'

/** `all fields but these` → PYMWDTHMS without them. */
export const durationPattern = (without: string): string => {
  const left = [...ALL_FIELDS].filter(field => !without.includes(field)).join('')
  const date = left.replace(/[hms]/g, '')
  return `P${date}T${left.replace(/[YMWD]/g, '').toUpperCase()}`
}

export const DURATION_FIELDS: Readonly<Record<string, string>> = {
  Y: 'years',
  M: 'months',
  W: 'weeks',
  D: 'days',
  h: 'hours',
  m: 'minutes',
  s: 'seconds',
}

/** value, the fields that are not allowed (f: fractional seconds), the range, the ends of it that are broken. */
const DURATIONS: readonly (readonly [
  table: string,
  value: string,
  without: string,
  range: string,
  range_broken: boolean,
])[] = [
  ['validate_fields', 'P1Y', '', '', false],
  ['validate_fields', 'P1Y', 'Y', '', false],
  ['validate_fields', 'P1Y3M', '', '', false],
  ['validate_fields', 'P1Y3M', 'M', '', false],
  ['validate_fields', 'P1Y3M15D', '', '', false],
  ['validate_fields', 'P1Y3M15D', 'D', '', false],
  ['validate_fields', 'P1W', '', '', false],
  ['validate_fields', 'P7W', 'W', '', false],
  ['validate_fields', 'P1Y3M15DT23H', '', '', false],
  ['validate_fields', 'P1Y3M15DT23H', 'h', '', false],
  ['validate_fields', 'P1Y3M15DT23H35M', '', '', false],
  ['validate_fields', 'P1Y3M15DT23H35M', 'm', '', false],
  ['validate_fields', 'P1Y3M15DT23H35M22S', '', '', false],
  ['validate_fields', 'P1Y3M15DT23H35M22S', 's', '', false],
  ['validate_fields', 'P1Y3M15DT23H35M22.5S', '', '', false],
  ['validate_fields', 'P1Y3M15DT23H35M22.5S', 'f', '', false],
  ['validate_fields', 'P1W3D', '', '', false],
  ['validate_fields', 'P1W3D', 'W', '', false],
  ['validate_range', 'P1Y', '', 'P0Y..P50Y', false],
  ['validate_range', 'P1Y', '', 'P1Y..P50Y', false],
  ['validate_range', 'P1Y', '', 'P2Y..P50Y', true],
  ['validate_range', 'P1M', '', 'P0M..P50M', false],
  ['validate_range', 'P1M', '', 'P1M..P50M', false],
  ['validate_range', 'P1M', '', 'P2M..P50M', true],
  ['validate_range', 'P1D', '', 'P0D..P50D', false],
  ['validate_range', 'P1D', '', 'P1D..P50D', false],
  ['validate_range', 'P1D', '', 'P2D..P50D', true],
  ['validate_range', 'P1Y2M', '', 'P0Y..P50Y', false],
  ['validate_range', 'P1Y2M', '', 'P1Y..P50Y', false],
  ['validate_range', 'P1Y2M', '', 'P2Y..P50Y', true],
  ['validate_range', 'P1Y20M', '', 'P0Y..P50Y', false],
  ['validate_range', 'P1Y20M', '', 'P1Y..P50Y', false],
  ['validate_range', 'P1Y20M', '', 'P2Y..P50Y', false],
  ['validate_range', 'P2W', '', 'P0W..P3W', false],
  ['validate_range', 'P2W', '', 'P2W..P3W', false],
  ['validate_range', 'P2W', '', 'P3W..P3W', true],
  ['validate_range', 'P2W3D', '', 'P3W..P4W', true],
  ['validate_range', 'P2W8D', '', 'P3W..P4W', false],
  ['validate_range', 'P2W15D', '', 'P3W..P4W', true],
  ['validate_fields_range', 'P1Y', '', 'P0Y..P50Y', false],
  ['validate_fields_range', 'P1Y', '', 'P2Y..P50Y', true],
  ['validate_fields_range', 'P1Y', 'Y', 'P0Y..P50Y', false],
  ['validate_fields_range', 'P1Y', 'Y', 'P2Y..P50Y', true],
  ['validate_fields_range', 'P1Y3M', '', 'P1Y..P50Y', false],
  ['validate_fields_range', 'P1Y3M', 'M', 'P1Y..P50Y', false],
  ['validate_fields_range', 'P1Y3M', '', 'P3Y..P50Y', true],
  ['validate_fields_range', 'P1Y3M', 'M', 'P3Y..P50Y', true],
  ['validate_fields_range', 'PT2M43.5S', 'f', 'PT1M..PT60M', false],
]

const durations = DURATIONS.map(([table, value, without, range, rangeBroken]) => {
  const node = constrained('DV_DURATION', 'C_DURATION', {
    ...(table === 'validate_range' ? {} : { pattern: durationPattern(without) }),
    ...(range === '' ? {} : { range }),
  })
  const field = DURATION_FIELDS[without]
  const rules = [
    ...(field === undefined ? [] : [`C_DURATION.${field}_allowed`]),
    ...(rangeBroken ? ['C_DURATION.range'] : []),
  ]
  const row = `without ${without} in ${range}`
  return without === 'f'
    ? temporal(
        'DV_DURATION',
        table,
        node,
        value,
        ['C_DURATION.fractional_seconds_allowed'],
        { reason: 'fraction', rules: [] },
        row,
      )
    : temporal('DV_DURATION', table, node, value, rules, undefined, row)
})

/** Validities of minute, second, fraction and zone: each value with each of them, and what it breaks. */
const TIME_FLAGS = words('mmmm mmmo mmoo mooo oooo mmmp mmpp mppp pppp')
const TIME_VALIDITY: Readonly<Record<string, string>> = {
  T10: 'nsfz nsf ns n - nsf ns n -',
  'T10:30': 'sfz sf s - - sf s - n',
  'T10:30:47': 'fz f - - - f - s ns',
  'T10:30:47.5': 'z - - - - - f sf nsf',
  'T10:30:47Z': 'f f - - - fz z sz nsz',
  'T10:30:47.5Z': '- - - - - z fz sfz nsfz',
  'T10:30:47.5-03:00': '- - - - - z fz sfz nsfz',
}

const DATE_FLAGS = words('mm mo oo mp pp')
const DATE_VALIDITY: Readonly<Record<string, string>> = {
  '2021': 'Md M - M -',
  '2021-10': 'd - - - M',
  '2021-10-24': '- - - d Md',
}

const DATE_TIME_FLAGS = words(
  'mmmmmmm mmmmmmo mmmmmoo mmmmooo mmmoooo mmooooo moooooo ooooooo mmmmmmp mmmmmpp mmmmppp mmmpppp mmppppp mpppppp ppppppp',
)
const WITH_FRACTION_AND_ZONE = '- - - - - - - - z fz sfz nsfz hnsfz dhnsfz Mdhnsfz'
const WITH_ZONE = 'f f - - - - - - fz z sz nsz hnsz dhnsz Mdhnsz'
const DATE_TIME_VALIDITY: Readonly<Record<string, string>> = {
  '2021': 'Mdhnsfz Mdhnsf Mdhns Mdhn Mdh Md M - Mdhnsf Mdhns Mdhn Mdh Md M -',
  '2021-10': 'dhnsfz dhnsf dhns dhn dh d - - dhnsf dhns dhn dh d - M',
  '2021-10-24': 'hnsfz hnsf hns hn h - - - hnsf hns hn h - d Md',
  '2021-10-24T10': 'nsfz nsf ns n - - - - nsf ns n - h dh Mdh',
  '2021-10-24T10:30': 'sfz sf s - - - - - sf s - n hn dhn Mdhn',
  '2021-10-24T10:30:47': 'fz f - - - - - - f - s ns hns dhns Mdhns',
  '2021-10-24T10:30:47.5': 'z - - - - - - - - f sf nsf hnsf dhnsf Mdhnsf',
  '2021-10-24T10:30:47.5Z': WITH_FRACTION_AND_ZONE,
  '2021-10-24T10:30:47Z': WITH_ZONE,
  '2021-10-24T10:30:47.5-03:00': WITH_FRACTION_AND_ZONE,
  '2021-10-24T10:30:47-03:00': WITH_ZONE,
}

const validities = (
  type: string,
  kind: Kind,
  flags: readonly string[],
  table: Readonly<Record<string, string>>,
): readonly Case[] => {
  const nodes = flags.map(flag => validity(type, kind, flag))
  return Object.entries(table).flatMap(([value, columns]) =>
    words(columns).map((letters, place) => {
      const { rules, deviation } = broken(kind, letters === '-' ? '' : letters)
      return temporal(
        type,
        'validate_constraint',
        nodes[place] ?? object(type),
        value,
        rules,
        deviation,
        flags[place],
      )
    }),
  )
}

/** The same 24 ranges for every value around half past ten: `+` holds it. `#` is the value's own zone. */
const TIME_RANGES = [
  '+T00#..T23# +T00:00#..T23:59# +T00:00:00#..T23:59:59# +T00:00:00.0#..T23:59:59.999#',
  '-T11#..T23# -T11:00#..T23:59# -T11:00:00#..T23:59:59# -T11:00:00.0#..T23:59:59.999#',
  '-T00#..T09# -T00:00#..T09:59# -T00:00:00#..T09:59:59# -T00:00:00.0#..T09:59:59.999#',
  '+>=T00# +>=T00:00# +>=T00:00:00# +>=T00:00:00.0#',
  '->=T11# ->=T11:00# ->=T11:00:00# ->=T11:00:00.0#',
  '-<=T09# -<=T09:59# -<=T09:59:59# -<=T09:59:59.999#',
].flatMap(words)

const TIMES = words(
  'T10 T10:30 T10:30:47 T10:30:47.5 T10:30:47Z T10:30:47.5Z T10:30:47-03:00 T10:30:47.5-03:00',
)

const timeRanges = TIMES.flatMap(value =>
  TIME_RANGES.map(entry => {
    const zone = /(Z|-03:00)?$/.exec(value)?.[0] ?? ''
    const range = entry.slice(1).replaceAll('#', zone)
    const node = constrained('DV_TIME', 'C_TIME', { range })
    return temporal(
      'DV_TIME',
      'validate_range',
      node,
      value,
      entry.startsWith('+') ? [] : ['C_TIME.range'],
      undefined,
      range,
    )
  }),
)

/** value, range, whether it is in it; both dates and date-times. */
const DATE_RANGES = [
  ['2021', '1900..2030', true],
  ['2021', '2022..2030', false],
  ['2021', '1900..2020', false],
  ['2021-10', '1900-03..2030-07', true],
  ['2021-10', '2022-03..2030-07', false],
  ['2021-10', '1900-03..2020-07', false],
  ['2021-10-24', '1900-03-13..2030-07-09', true],
  ['2021-10-24', '2022-03-13..2030-07-09', false],
  ['2021-10-24', '1900-03-13..2020-07-09', false],
] as const

const MIXED_RANGES = [
  ['2021-05', '1900..2030', true],
  ['2021-05', '2022..2030', false],
  ['2021-05', '1900..2021', true],
  ['2021', '2020-07..2022-03', true],
] as const

const ranges = (
  type: string,
  of: Kind,
  rows: readonly (readonly [value: string, range: string, inside: boolean])[],
): readonly Case[] =>
  rows.map(([value, range, inside]) =>
    temporal(
      type,
      'validate_range',
      constrained(type, of, { range }),
      value,
      inside ? [] : [`${of}.range`],
      undefined,
      range,
    ),
  )

/** The ranges of times again, on 1900-03-13: only open ones to the right, and those that end before, are judged by the date too. */
const dateTimeRanges = TIME_RANGES.map(entry => {
  const range = entry.slice(1).replaceAll('#', '').replaceAll('T', '1900-03-13T')
  const rules = entry.startsWith('+') ? [] : ['C_DATE_TIME.range']
  const ours = range.startsWith('>=') ? [] : ['C_DATE_TIME.range']
  return temporal(
    'DV_DATE_TIME',
    'validate_range',
    constrained('DV_DATE_TIME', 'C_DATE_TIME', { range }),
    '2021-10-24T10',
    rules,
    rules.length === ours.length ? undefined : { reason: 'dates', rules: ours },
    range,
  )
})

export const temporalCases: readonly Case[] = [
  ...open(
    'DV_DURATION',
    'P1Y P1Y3M P1W P1Y3M4D P1Y3M4DT2H P1Y3M4DT2H14M P1Y3M4DT2H14M5S P1Y3M4DT2H14M15.5S P3M1W -P2M',
    ['1Y', 'P1Y3M4DT2H14.5M', 'P1Y3M4DT2.5H'],
  ),
  ...durations,
  ...open(
    'DV_TIME',
    'T10 T10:30 T10:30:47 T10:30:47.5 T10:30:47.333 T10:30:47.333333 T10:30:47Z T10:30:47.5Z T10:30:47.333Z T10:30:47.333333Z T10:30:47-03:00 T10:30:47.5-03:00 T10:30:47.333-03:00 T10:30:47.333333-03:00',
    ['', 'T48', 'T10:95', 'T10:30:78', 'T10:30:78Z', 'T10:30:78-03:00', 'T10.5', 'T10:05.5'],
  ),
  ...validities('DV_TIME', 'C_TIME', TIME_FLAGS, TIME_VALIDITY),
  ...timeRanges,
  // The empty text stands in the schedule twice, once by ISO 8601 and once by openEHR.
  ...open('DV_DATE', '2021 2021-10 2021-10-24', ['', '', '2021-00', '2021-13', '2021-10-00', '2021-10-32']),
  ...validities('DV_DATE', 'C_DATE', DATE_FLAGS, DATE_VALIDITY),
  ...ranges('DV_DATE', 'C_DATE', DATE_RANGES),
  ...open(
    'DV_DATE_TIME',
    '2021 2021-10 2021-10-24 2021-10-24T10 2021-10-24T10:30 2021-10-24T10:30:47 2021-10-24T10:30:47.5 2021-10-24T10:30:47.333 2021-10-24T10:30:47.333333 2021-10-24T10:30:47Z 2021-10-24T10:30:47.5Z 2021-10-24T10:30:47.333Z 2021-10-24T10:30:47.333333Z 2021-10-24T10:30:47-03:00 2021-10-24T10:30:47.5-03:00 2021-10-24T10:30:47.333-03:00 2021-10-24T10:30:47.333333-03:00',
    [
      '',
      '2021-00',
      '2021-13',
      '2021-10-00',
      '2021-10-32',
      '2021-10-24T48',
      '2021-10-24T10:95',
      '2021-10-24T10:30:78',
      '2021-10-24T10:30:78Z',
      '2021-10-24T10:30:78-03:00',
    ],
  ),
  ...validities('DV_DATE_TIME', 'C_DATE_TIME', DATE_TIME_FLAGS, DATE_TIME_VALIDITY),
  ...ranges('DV_DATE_TIME', 'C_DATE_TIME', DATE_RANGES),
  ...ranges('DV_DATE_TIME', 'C_DATE_TIME', MIXED_RANGES),
  ...dateTimeRanges,
]
