/** Invariants of ordered values: quantities, proportions, intervals, dates and times (RM data_types section 6). */
import {
  attributesOf,
  compareOrdered,
  intervalHolds,
  isRmObject,
  magnitudeOf,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
  type Rm,
  type RmObject,
  type Unvalidated,
} from '../../rm/index.ts'
import { show } from '../visit.ts'
import {
  about,
  asNumber,
  asText,
  codeOf,
  inCodeSet,
  isThere,
  members,
  type Rule,
  type RuleTable,
  rule,
} from './invariant.ts'

type Interval = Unvalidated<Rm.DvInterval>
type AttributeOfInterval = keyof Rm.DvInterval
type Proportion = Unvalidated<Rm.DvProportion>
type IsoValue = Rm.DvDate | Rm.DvTime | Rm.DvDateTime | Rm.DvDuration

const MAGNITUDE_STATUSES = new Set(['=', '<', '>', '<=', '>=', '~'])

const iso = (expected: string, parse: (text: string) => unknown): Rule<IsoValue> =>
  rule(
    'Value_valid',
    expected,
    object => {
      const value = asText(object.value)
      return value === undefined || parse(value) !== undefined ? undefined : show(value)
    },
    about('value'),
  )

const limit = (interval: Interval, end: 'lower' | 'upper'): RmObject | undefined => {
  const value = interval[end]
  return interval[`${end}_unbounded`] !== true && isRmObject(value) ? value : undefined
}

const hasMagnitude = (value: RmObject): boolean => magnitudeOf(value) !== undefined

const isSimple = ({ normal_range, other_reference_ranges }: Unvalidated<Rm.DvOrdered> = {}): boolean =>
  !isThere(normal_range) && !isThere(other_reference_ranges)

/** `lower_unbounded` goes with no lower limit, and then the limit cannot be included (BASE Interval). */
const unbounded = (end: 'lower' | 'upper'): readonly Rule<Rm.DvInterval>[] => {
  const End = end === 'lower' ? 'Lower' : 'Upper'
  return [
    rule(
      `${End}_unbounded_valid`,
      `${end}_unbounded exactly where there is no ${end} limit`,
      object => {
        const flag = object[`${end}_unbounded`]
        if (typeof flag !== 'boolean' || flag !== isThere(object[end])) return undefined
        return flag ? `${end}_unbounded beside a limit` : 'no limit'
      },
      { attribute: end },
    ),
    rule(
      `${End}_included_valid`,
      `${end}_included false where ${end}_unbounded`,
      object =>
        object[`${end}_unbounded`] === true && object[`${end}_included`] === true ? 'true' : undefined,
      about<AttributeOfInterval>(`${end}_included`, `${end}_unbounded`),
    ),
  ]
}

const isIntegral = ({ numerator, denominator }: Proportion): boolean =>
  Number.isInteger(numerator ?? 0) && Number.isInteger(denominator ?? 0)

/** PROPORTION_KIND: 0 ratio, 1 unitary, 2 percent, 3 fraction, 4 integer fraction. */
const denominatorOf = (name: string, kind: number, denominator: number): Rule<Rm.DvProportion> =>
  rule(
    name,
    `a denominator of ${denominator} where type is ${kind}`,
    object => {
      const value = asNumber(object.denominator)
      if (object.type !== kind || value === undefined || value === 0) return undefined
      return value === denominator ? undefined : show(value)
    },
    about('denominator', 'type'),
  )

const isFraction = ({ type }: Proportion): boolean => type === 3 || type === 4

export const QUANTITY_RULES: RuleTable = {
  DV_ORDERED: [
    inCodeSet('Normal_status_validity', 'normal_status', 'normal statuses'),
    members('Other_reference_ranges_validity', 'other_reference_ranges'),
    rule(
      'Normal_range_and_status_consistency',
      'status N exactly where the value lies in its normal range',
      object => {
        const status = codeOf(object.normal_status)
        const range = object.normal_range
        if (status === undefined || !isRmObject(range)) return undefined
        const normal = intervalHolds(range, object as RmObject)
        return normal === undefined || normal === (status === 'N') ? undefined : show(status)
      },
      about('normal_status', 'normal_range'),
    ),
  ],
  DV_QUANTIFIED: [
    rule(
      'Magnitude_status_valid',
      'one of = < > <= >= ~',
      object => {
        const status = asText(object.magnitude_status)
        return status === undefined || MAGNITUDE_STATUSES.has(status) ? undefined : show(status)
      },
      about('magnitude_status'),
    ),
  ],
  DV_AMOUNT: [
    rule(
      'Accuracy_is_percent_validity',
      'no percentage where accuracy is 0',
      object => (object.accuracy === 0 && object.accuracy_is_percent === true ? 'true' : undefined),
      { when: [{ there: ['accuracy', 'accuracy_is_percent'] }] },
    ),
    rule(
      'Accuracy_validity',
      'a percentage between 0 and 100',
      object => {
        const accuracy = asNumber(object.accuracy)
        if (object.accuracy_is_percent !== true || accuracy === undefined) return undefined
        return accuracy >= 0 && accuracy <= 100 ? undefined : show(accuracy)
      },
      about('accuracy', 'accuracy_is_percent'),
    ),
  ],
  DV_PROPORTION: [
    rule(
      'Type_validity',
      'a kind of proportion, 0 to 4',
      object => {
        const type = asNumber(object.type)
        return type === undefined || (type >= 0 && type <= 4) ? undefined : show(type)
      },
      about('type'),
    ),
    rule(
      'Valid_denominator',
      'a denominator other than 0',
      object => (object.denominator === 0 ? '0' : undefined),
      about('denominator'),
    ),
    denominatorOf('Unitary_validity', 1, 1),
    denominatorOf('Percent_validity', 2, 100),
    rule('Fraction_validity', 'a fraction, which is integral, has precision 0', object =>
      isFraction(object) && isIntegral(object) && (asNumber(object.precision) ?? 0) > 0
        ? `precision ${show(object.precision)}`
        : undefined,
    ),
    rule('Is_integral_validity', 'whole numbers in a fraction or with precision 0', object =>
      (isFraction(object) || object.precision === 0) && !isIntegral(object)
        ? `${show(object.numerator)}/${show(object.denominator)}`
        : undefined,
    ),
  ],
  DV_INTERVAL: [
    ...unbounded('lower'),
    ...unbounded('upper'),
    rule(
      'Limits_consistent',
      'limits of one kind, the lower not above the upper',
      object => {
        const [lower, upper] = [limit(object, 'lower'), limit(object, 'upper')]
        if (lower === undefined || upper === undefined) return undefined
        const order = compareOrdered(lower, upper)
        // A limit without a magnitude is broken in itself, and is reported as such.
        if (order === undefined)
          return hasMagnitude(lower) && hasMagnitude(upper) ? 'limits that cannot be compared' : undefined
        return order > 0 ? 'a lower limit above the upper one' : undefined
      },
      { when: [{ there: ['lower', 'upper'] }] },
    ),
  ],
  REFERENCE_RANGE: [
    rule(
      'Range_is_simple',
      'limits without ranges of their own',
      object => {
        const range = attributesOf<Rm.DvInterval>(object.range)
        return isSimple(limit(range, 'lower')) && isSimple(limit(range, 'upper'))
          ? undefined
          : 'a range in a limit'
      },
      about('range'),
    ),
  ],
  DV_DATE: [iso('an ISO 8601 date', parseDate)],
  DV_TIME: [iso('an ISO 8601 time', parseTime)],
  DV_DATE_TIME: [iso('an ISO 8601 date and time', parseDateTime)],
  DV_DURATION: [iso('an ISO 8601 duration', parseDuration)],
  DV_PERIODIC_TIME_SPECIFICATION: [
    rule('Value_valid', 'formalism HL7:PIVL or HL7:EIVL', object => {
      const formalism = asText(attributesOf<Rm.DvParsable>(object.value).formalism)
      return formalism === undefined || /^HL7:[PE]IVL$/.test(formalism) ? undefined : show(formalism)
    }),
  ],
}
