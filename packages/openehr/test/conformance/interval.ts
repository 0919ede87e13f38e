/** CNF master17.3, second half: DV_INTERVAL of counts, quantities, ordinals, scales and proportions. */
import {
  data,
  type Node,
  type OrdinalItem,
  object,
  ordinal,
  primitive,
  quantity,
  scale,
  single,
} from '../../fixtures/opt-builder/index.ts'
import { type Proportion, proportion, rangedRatio } from './quantity.ts'
import { type Case, type Deviation, present, valueCase, words } from './schedule.ts'

/** lower_unbounded, upper_unbounded, lower_included, upper_included as T and f. */
export type Flags = `${'T' | 'f'}${'T' | 'f'}${'T' | 'f'}${'T' | 'f'}`

const interval = (lower: data.Data | null, upper: data.Data | null, flags: Flags): data.Data => {
  const [lowerUnbounded, upperUnbounded, lowerIncluded, upperIncluded] = [...flags].map(flag => flag === 'T')
  return present({
    _type: 'DV_INTERVAL',
    lower,
    upper,
    lower_unbounded: lowerUnbounded,
    upper_unbounded: upperUnbounded,
    lower_included: lowerIncluded,
    upper_included: upperIncluded,
  })
}

/** An interval whose limits, both optional, are constrained; open where there are no constraints. */
export const intervalOf = (type: string, lower?: Node, upper?: Node): Node =>
  object(`DV_INTERVAL<${type}>`, [
    ...(lower === undefined ? [] : [single('lower', lower, '0..1')]),
    ...(upper === undefined ? [] : [single('upper', upper, '0..1')]),
  ])

export const intervalCase = (
  type: string,
  table: string,
  node: Node,
  limits: readonly [data.Data | null, data.Data | null],
  flags: Flags,
  rules: readonly string[],
  deviation?: Deviation,
): Case =>
  valueCase(
    `CONT-DV_INTERVAL_${type}-${table}`,
    `${JSON.stringify(limits)} ${flags}`,
    node,
    interval(limits[0], limits[1], flags),
    rules,
    deviation,
  )

const LOWER_INCLUDED = 'DV_INTERVAL.Lower_included_valid'
const UPPER_INCLUDED = 'DV_INTERVAL.Upper_included_valid'
export const INCONSISTENT = 'DV_INTERVAL.Limits_consistent'

/** The interval's own rules, with numbers that counts and quantities share. */
const OPEN: readonly (readonly [number | null, number | null, Flags, string])[] = [
  [null, null, 'TTff', ''],
  [null, 100, 'Tfff', ''],
  [null, 100, 'TffT', ''],
  [0, null, 'fTff', ''],
  [0, null, 'fTTf', ''],
  [0, 100, 'ffTT', ''],
  [10, 100, 'ffTT', ''],
  [null, null, 'TTTf', LOWER_INCLUDED],
  [0, null, 'fTfT', UPPER_INCLUDED],
  [200, 100, 'ffTT', INCONSISTENT],
]

/** Only the tables of counts have limits below zero. */
const NEGATIVE: typeof OPEN = [
  [-20, -5, 'ffff', ''],
  [-50, 50, 'ffTT', ''],
]

/** Limits against 0..100, or against a list with both in it: `L` the lower one breaks it, `U` the upper one. */
const CONSTRAINED: readonly (readonly [number | null, number | null, Flags, string])[] = [
  [null, null, 'TTff', ''],
  [0, null, 'fTTf', ''],
  [null, 100, 'TffT', ''],
  [0, 100, 'ffTT', ''],
  [-10, 100, 'ffTT', 'L'],
  [0, 200, 'ffTT', 'U'],
  [-10, 200, 'ffTT', 'LU'],
]

/** `LU` → the rule at the lower and at the upper limit. */
export const atLimits = (rule: string, ends: string): readonly string[] => [
  ...(ends.includes('L') ? [`${rule}@lower`] : []),
  ...(ends.includes('U') ? [`${rule}@upper`] : []),
]

const numeric = (
  type: string,
  make: (magnitude: number, table: string) => data.Data,
  open: typeof OPEN,
  tables: readonly (readonly [name: string, node: Node, rule: string])[],
): readonly Case[] => {
  const limit = (magnitude: number | null, table: string): data.Data | null =>
    magnitude === null ? null : make(magnitude, table)
  return [
    ...open.map(([lower, upper, flags, rules]) =>
      intervalCase(
        type,
        'validate_open',
        intervalOf(type),
        [limit(lower, 'validate_open'), limit(upper, 'validate_open')],
        flags,
        words(rules),
      ),
    ),
    ...tables.flatMap(([name, node, rule]) =>
      CONSTRAINED.map(([lower, upper, flags, ends]) =>
        intervalCase(type, name, node, [limit(lower, name), limit(upper, name)], flags, atLimits(rule, ends)),
      ),
    ),
  ]
}

const count = (constraint: Parameters<typeof primitive>[1]): Node =>
  object('DV_COUNT', [single('magnitude', primitive('C_INTEGER', constraint))])
const HUNDRED = count({ range: '0..100' })
const LISTED = count({ list: [0, 5, 10, 100] })
const CELSIUS = quantity([{ units: 'Cel', magnitude: '0.0..100.0' }], '127')

const counts = numeric(
  'DV_COUNT',
  magnitude => ({ _type: 'DV_COUNT', magnitude }),
  [...OPEN, ...NEGATIVE],
  [
    ['validate_lower_upper', intervalOf('DV_COUNT', HUNDRED, HUNDRED), 'C_INTEGER.range'],
    ['validate_lower_upper_list', intervalOf('DV_COUNT', LISTED, LISTED), 'C_INTEGER.list'],
  ],
)

const quantities = numeric(
  'DV_QUANTITY',
  (magnitude, table) => ({
    _type: 'DV_QUANTITY',
    magnitude,
    units: table === 'validate_open' ? 'mg' : 'Cel',
  }),
  OPEN,
  [['validate_upper_lower', intervalOf('DV_QUANTITY', CELSIUS, CELSIUS), 'C_DV_QUANTITY.magnitude']],
)

type Ranked = readonly [symbol: string | null, value: number | null]

const MISSING_BOTH =
  'rm.mandatory:value@lower rm.mandatory:symbol@lower rm.mandatory:value@upper rm.mandatory:symbol@upper'

/** DV_ORDINAL and DV_SCALE: limits, lists of both limits, where a list has no match. */
const ranked = (type: 'DV_ORDINAL' | 'DV_SCALE', shift: (value: number) => number): readonly Case[] => {
  const make = ([symbol, value]: Ranked): data.Data =>
    present({
      _type: type,
      value: value === null ? null : shift(value),
      symbol: symbol === null ? null : data.codedText('local', symbol),
    })
  const list = (items: readonly OrdinalItem[]): Node => {
    const shifted = items.map(([value, code]): OrdinalItem => [shift(value), code])
    return type === 'DV_ORDINAL' ? ordinal(shifted) : scale(shifted)
  }
  const open = (
    [
      [[null, null], [null, null], MISSING_BOTH],
      [[null, 1], [null, 5], 'rm.mandatory:symbol@lower rm.mandatory:symbol@upper'],
      [['at0005', null], ['at0003', null], 'rm.mandatory:value@lower rm.mandatory:value@upper'],
      [['at0005', 1], ['at0002', 5], ''],
      [['at0004', 666], ['at0003', 777], ''],
      [['at0003', 777], ['at0004', 666], INCONSISTENT],
    ] as const
  ).map(([lower, upper, rules]) =>
    intervalCase(type, 'validate_open', intervalOf(type), [make(lower), make(upper)], 'ffTT', words(rules)),
  )
  const constrained = (
    [
      [
        ['at0005', 1],
        ['at0002', 5],
        [
          [1, 'at0005'],
          [2, 'at0006'],
        ],
        [
          [5, 'at0002'],
          [2, 'at0006'],
        ],
        '',
      ],
      [
        ['at0004', 666],
        ['at0003', 777],
        [
          [8, 'at0004'],
          [2, 'at0006'],
        ],
        [
          [9, 'at0003'],
          [2, 'at0006'],
        ],
        'LU',
      ],
      [
        ['at0666', 1],
        ['at0777', 2],
        [
          [1, 'at0005'],
          [2, 'at0006'],
        ],
        [
          [1, 'at0005'],
          [2, 'at0006'],
        ],
        'LU',
      ],
      [
        ['at0004', 666],
        ['at0003', 777],
        [
          [8, 'at0004'],
          [2, 'at0006'],
        ],
        [
          [777, 'at0003'],
          [2, 'at0006'],
        ],
        'L',
      ],
      [
        ['at0666', 1],
        ['at0777', 2],
        [
          [1, 'at0005'],
          [2, 'at0006'],
        ],
        [
          [1, 'at0005'],
          [2, 'at0777'],
        ],
        'L',
      ],
      [
        ['at0004', 666],
        ['at0003', 777],
        [
          [666, 'at0004'],
          [2, 'at0006'],
        ],
        [
          [9, 'at0003'],
          [2, 'at0006'],
        ],
        'U',
      ],
      [
        ['at0005', 1],
        ['at0777', 5],
        [
          [1, 'at0005'],
          [2, 'at0006'],
        ],
        [
          [1, 'at0005'],
          [5, 'at0999'],
        ],
        'U',
      ],
    ] as const
  ).map(([lower, upper, lowerList, upperList, ends]) =>
    intervalCase(
      type,
      'validate_constraint',
      intervalOf(type, list(lowerList), list(upperList)),
      [make(lower), make(upper)],
      'ffTT',
      atLimits(`C_${type}.list`, ends),
    ),
  )
  return [...open, ...constrained]
}

/** The real number in the tables of scales for the whole number of those of ordinals. */
const SCALES: ReadonlyMap<number, number> = new Map([
  [1, 1.5],
  [2, 2.4],
  [5, 5.3],
  [8, 8.9],
  [9, 9.7],
  [666, 666.1],
  [777, 777.1],
])

const proportionCase = (
  table: string,
  node: Node,
  lower: Proportion,
  upper: Proportion,
  rules: readonly string[],
): Case => intervalCase('DV_PROPORTION', table, node, [proportion(lower), proportion(upper)], 'ffTT', rules)

const TEN: Proportion = [0, 10, 500, 0]
const TWENTY: Proportion = [0, 20, 500, 0]

/** Limits of one kind, by the kind that is allowed. For integer fractions the schedule's text says [3] and means [4]. */
const KINDS: readonly (readonly [name: string, kind: number, lower: Proportion, upper: Proportion])[] = [
  ['ratio', 0, TEN, TWENTY],
  ['unitary', 1, [1, 10, 1, 0], [1, 20, 1, 0]],
  ['percentage', 2, [2, 10, 100, 0], [2, 20, 100, 0]],
  ['fraction', 3, [3, 3, 4, 0], [3, 5, 4, 0]],
  ['integer_fraction', 4, [4, 3, 4, 0], [4, 5, 4, 0]],
]

const kindOf = (kind: number): Node =>
  object('DV_PROPORTION', [single('type', primitive('C_INTEGER', { list: [kind] }))])

const proportions = [
  proportionCase('validate_open', intervalOf('DV_PROPORTION'), TEN, TWENTY, []),
  proportionCase('validate_open', intervalOf('DV_PROPORTION'), [0, 10, 1, 0], TEN, [INCONSISTENT]),
  proportionCase('validate_open', intervalOf('DV_PROPORTION'), TEN, [0, 5, 500, 0], [INCONSISTENT]),
  ...KINDS.flatMap(([name, kind, lower, upper]) => {
    const node = intervalOf('DV_PROPORTION', kindOf(kind), kindOf(kind))
    const [otherLower, otherUpper]: readonly Proportion[] =
      kind === 0
        ? [
            [1, 10, 1, 0],
            [1, 20, 1, 0],
          ]
        : [TEN, TWENTY]
    return [
      proportionCase(`validate_${name}`, node, lower, upper, []),
      proportionCase(
        `validate_${name}`,
        node,
        otherLower ?? TEN,
        otherUpper ?? TWENTY,
        atLimits('C_INTEGER.list', 'LU'),
      ),
    ]
  }),
  ...(
    [
      ['0..15', '0..50', ''],
      ['0..5', '0..50', 'L'],
      ['0..15', '0..10', 'U'],
    ] as const
  ).map(([lower, upper, ends]) =>
    proportionCase(
      'validate_ratio_range',
      intervalOf('DV_PROPORTION', rangedRatio(lower, '100..1000'), rangedRatio(upper, '100..1000')),
      TEN,
      TWENTY,
      atLimits('C_REAL.range', ends),
    ),
  ),
]

export const intervalCases: readonly Case[] = [
  ...counts,
  ...quantities,
  ...ranked('DV_ORDINAL', value => value),
  ...ranked('DV_SCALE', value => SCALES.get(value) ?? value),
  ...proportions,
]
