/** CNF master17.3, first half: ordinals, scales, counts, quantities, proportions. */
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
import { type Case, present, valueCase, words } from './schedule.ts'

const ranked = (type: string, symbol: string | null, value: number | null): data.Data =>
  present({ _type: type, value, symbol: symbol === null ? null : data.codedText('local', symbol) })

/** DV_ORDINAL and DV_SCALE have the same tables but for the numbers. */
const rankedCases = (
  type: 'DV_ORDINAL' | 'DV_SCALE',
  items: readonly OrdinalItem[],
  first: number,
  other: number,
): readonly Case[] => {
  const open = object(type)
  const constrained = type === 'DV_ORDINAL' ? ordinal(items) : scale(items)
  const rows = [
    [open, null, null, 'rm.mandatory:value rm.mandatory:symbol'],
    [open, null, first, 'rm.mandatory:symbol'],
    [open, 'at0005', null, 'rm.mandatory:value'],
    [open, 'at0005', first, ''],
    [open, 'at0005', 666, ''],
    [constrained, 'at0005', first, ''],
    [constrained, 'at0005', other, `C_${type}.list`],
    [constrained, 'at0666', first, `C_${type}.list`],
  ] as const
  return rows.map(([node, symbol, value, rules]) =>
    valueCase(
      `CONT-${type}-validate_${node === open ? 'open' : 'constraint'}`,
      `${value}|${symbol}`,
      node,
      ranked(type, symbol, value),
      words(rules),
    ),
  )
}

const count = (constraint: Parameters<typeof primitive>[1]): Node =>
  object('DV_COUNT', [single('magnitude', primitive('C_INTEGER', constraint))])

/** The same five magnitudes by constraint; 0, 1 and 30 break both. */
const counts = (
  [
    ['validate_open', object('DV_COUNT'), ''],
    ['validate_range', count({ range: '10..20' }), 'C_INTEGER.range'],
    ['validate_list', count({ list: [10, 15, 20] }), 'C_INTEGER.list'],
  ] as const
).flatMap(([table, node, rule]) =>
  [null, 0, 1, 15, 30].map(magnitude =>
    valueCase(
      `CONT-DV_COUNT-${table}`,
      String(magnitude),
      node,
      present({ _type: 'DV_COUNT', magnitude }),
      magnitude === null ? ['rm.mandatory:magnitude'] : magnitude === 15 ? [] : words(rule),
    ),
  ),
)

const MISSING = 'rm.mandatory:magnitude rm.mandatory:units'
const LENGTH = '122'
const RANGED = [{ units: 'cm', magnitude: '5.0..10.0' }, { units: 'm' }]

/** magnitude, units, rules. */
const quantities = (
  [
    [
      'validate_open',
      object('DV_QUANTITY'),
      [
        [null, null, MISSING],
        [null, 'cm', 'rm.mandatory:magnitude'],
        [1, null, 'rm.mandatory:units'],
        [0, 'cm', ''],
        [1, 'cm', ''],
        [5.7, 'cm', ''],
        [10, 'cm', ''],
      ],
    ],
    [
      'validate_property',
      quantity([], LENGTH),
      [
        [null, null, MISSING],
        [null, 'cm', 'rm.mandatory:magnitude'],
        [1, null, 'rm.mandatory:units'],
        [0, 'mg', 'C_DV_QUANTITY.property'],
        [0, 'cm', ''],
        [1, 'cm', ''],
        [5.7, 'cm', ''],
        [10, 'cm', ''],
      ],
    ],
    [
      'validate_property_units',
      quantity([{ units: 'cm' }, { units: 'm' }], LENGTH),
      [
        [null, null, MISSING],
        [null, 'cm', 'rm.mandatory:magnitude'],
        [1, null, 'rm.mandatory:units'],
        [0, 'mg', 'C_DV_QUANTITY.units'],
        [0, 'cm', ''],
        [0, 'km', 'C_DV_QUANTITY.units'],
        [1, 'cm', ''],
        [5.7, 'cm', ''],
        [10, 'cm', ''],
      ],
    ],
    [
      'validate_property_units_mag',
      quantity(RANGED, LENGTH),
      [
        [null, null, MISSING],
        [null, 'cm', 'rm.mandatory:magnitude'],
        [1, null, 'rm.mandatory:units'],
        [0, 'mg', 'C_DV_QUANTITY.units'],
        [0, 'cm', 'C_DV_QUANTITY.magnitude'],
        [0, 'km', 'C_DV_QUANTITY.units'],
        [1, 'cm', 'C_DV_QUANTITY.magnitude'],
        [5.7, 'cm', ''],
        [10, 'cm', ''],
      ],
    ],
  ] as const
).flatMap(([table, node, rows]) =>
  rows.map(([magnitude, units, rules]) =>
    valueCase(
      `CONT-DV_QUANTITY-${table}`,
      `${magnitude} ${units}`,
      node,
      present({ _type: 'DV_QUANTITY', magnitude, units }),
      words(rules),
    ),
  ),
)

/** type, numerator, denominator, precision. */
export type Proportion = readonly [type: number, numerator: number, denominator: number, precision: number]

export const proportion = ([type, numerator, denominator, precision]: Proportion): data.Data => ({
  _type: 'DV_PROPORTION',
  numerator,
  denominator,
  type,
  precision,
})

const INVARIANTS: readonly (readonly [Proportion, string])[] = [
  [[0, 10, 500, 0], ''],
  [[0, 10, 0, 0], 'Valid_denominator'],
  [[1, 10, 1, 0], ''],
  [[1, 10, 0, 0], 'Valid_denominator'],
  [[1, 10, 500, 0], 'Unitary_validity'],
  [[2, 10, 0, 0], 'Valid_denominator'],
  [[2, 10, 100, 0], ''],
  [[2, 10, 500, 0], 'Percent_validity'],
  [[3, 10, 0, 0], 'Valid_denominator'],
  [[3, 10, 100, 0], ''],
  [[3, 10, 500, 1], 'Fraction_validity'],
  [[3, 10.5, 500, 1], 'Is_integral_validity'],
  [[3, 10, 500.5, 1], 'Is_integral_validity'],
  [[4, 10, 0, 0], 'Valid_denominator'],
  [[4, 10, 100, 0], ''],
  [[4, 10, 500, 1], 'Fraction_validity'],
  [[4, 10.5, 500, 1], 'Is_integral_validity'],
  [[4, 10, 500.5, 1], 'Is_integral_validity'],
  [[666, 10, 500, 0], 'Type_validity'],
]

const proportionsOpen = INVARIANTS.map(([value, invariant]) =>
  valueCase(
    'CONT-DV_PROPORTION-validate_open',
    value.join(' '),
    object('DV_PROPORTION'),
    proportion(value),
    invariant === '' ? [] : [`DV_PROPORTION.${invariant}`],
  ),
)

const KINDS: readonly Proportion[] = [
  [0, 10, 500, 0],
  [1, 10, 1, 0],
  [2, 10, 100, 0],
  [3, 10, 500, 0],
  [4, 10, 500, 0],
]

const typed = (kinds: readonly number[]): ReturnType<typeof single> =>
  single('type', primitive('C_INTEGER', { list: kinds }))

/** Every kind by the kinds that are allowed. */
const proportionKinds = (
  [
    ['ratio', [0]],
    ['unitary', [1]],
    ['percent', [2]],
    ['fraction', [3]],
    ['integer_fraction', [4]],
    ['any_fraction', [3, 4]],
  ] as const
).flatMap(([table, kinds]: readonly [string, readonly number[]]) => {
  const node = object('DV_PROPORTION', [typed(kinds)])
  return KINDS.map(value =>
    valueCase(
      `CONT-DV_PROPORTION-validate_${table}`,
      value.join(' '),
      node,
      proportion(value),
      kinds.includes(value[0]) ? [] : ['C_INTEGER.list'],
    ),
  )
})

/** A ratio whose numerator and denominator lie in ranges. */
export const rangedRatio = (numerator: string, denominator: string): Node =>
  object('DV_PROPORTION', [
    typed([0]),
    single('numerator', primitive('C_REAL', { range: numerator })),
    single('denominator', primitive('C_REAL', { range: denominator })),
  ])

const ratioRanges = (
  [
    [[0, 10, 500, 0], ''],
    [[0, 10, 1, 0], 'C_REAL.range'],
    [[0, 30, 500, 0], 'C_REAL.range'],
    [[0, 3, 1000, 0], 'C_REAL.range C_REAL.range'],
  ] as const
).map(([value, rules]) =>
  valueCase(
    'CONT-DV_PROPORTION-validate_ratio_range',
    value.join(' '),
    rangedRatio('5..20', '200..600'),
    proportion(value),
    words(rules),
  ),
)

export const quantityCases: readonly Case[] = [
  ...rankedCases(
    'DV_ORDINAL',
    [
      [1, 'at0005'],
      [2, 'at0006'],
    ],
    1,
    666,
  ),
  ...rankedCases(
    'DV_SCALE',
    [
      [1.5, 'at0005'],
      [2, 'at0006'],
    ],
    1.5,
    66.6,
  ),
  ...counts,
  ...quantities,
  ...proportionsOpen,
  ...proportionKinds,
  ...ratioRanges,
]
