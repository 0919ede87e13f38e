/** Makes quantities, proportions, ordinals and scales that satisfy their constraint. */

import { makeCodedText, propertyHasUnits, type Rm } from '../../rm/index.ts'
import type {
  Interval,
  ObjectConstraint,
  OrdinalConstraint,
  Primitive,
  QuantityConstraint,
  QuantityItem,
} from '../model.ts'
import { primitiveAt, termFor } from '../names.ts'
import type { InstanceContext } from './instance-context.ts'
import { decimalWithin, makeInteger, makeReal, makeText } from './text.ts'

const FROM_ZERO: Interval = { lower: 0, upper: 100, lowerIncluded: true, upperIncluded: true }

export function makeQuantity(
  constraint: ObjectConstraint | undefined,
  making: InstanceContext,
): Rm.DvQuantity | undefined {
  if (constraint?.kind === 'C_DV_QUANTITY') return fromItems(constraint, making)
  const magnitude = makeReal(constraint && primitiveAt(constraint, 'magnitude'), making.chooser, FROM_ZERO)
  const units = makeText(constraint && primitiveAt(constraint, 'units'), making.chooser, '1')
  return magnitude === undefined || units === undefined
    ? undefined
    : { _type: 'DV_QUANTITY', magnitude, units }
}

function fromItems(constraint: QuantityConstraint, { chooser }: InstanceContext): Rm.DvQuantity | undefined {
  const [first, ...rest] = constraint.items
  const units = first ? undefined : unitsOf(constraint.property?.code)
  const chosen = first ? [chooser.pick([first, ...rest])] : units === undefined ? [] : [{ units }]
  for (const one of [...chosen, ...constraint.items]) {
    const made = fromItem(one, chooser)
    if (made) return made
  }
  return undefined
}

/** Decimals that the item allows and that some magnitude in its range has. */
function fromItem(item: QuantityItem, chooser: InstanceContext['chooser']): Rm.DvQuantity | undefined {
  const least = Math.max(item.precision?.lower ?? 0, 0)
  const most = item.precision?.upper ?? least + 3
  const unlimited = item.precision === undefined || item.precision.upper === -1
  for (let places = least; places <= (unlimited ? 6 : most); places++) {
    const magnitude = decimalWithin(item.magnitude ?? FROM_ZERO, places, chooser)
    if (magnitude !== undefined)
      return {
        _type: 'DV_QUANTITY',
        magnitude,
        units: item.units,
        ...(unlimited ? {} : { precision: places }),
      }
  }
  return undefined
}

/** Units to try for a property without a list of them: one of most properties of the openEHR terminology. */
const UNITS = (
  '1 kg mm cm m s min h d ml l mg g mm[Hg] Cel °C /min mmol/l mg/dl l/min m2 W J N Hz % V A kg/m2 u dB[SPL] m3/kg m2/kg ' +
  'm/s m/s2 kg.m/s rad/s rad/s2 kg.m2/s m4 kg.m2 kg.m/s2 g/s kg/m2.s kg/m3 N/m3 N/m N/kg N.m P m2/s mmol [iU] deg C cd ' +
  'sr F S T lm lx Bq Gy meq H Wb [diop] Pa/s Hz/s U uV2 uV2/Hz min/km umol/min mL/min/(173.10*-2.m2)'
).split(' ')

/** Units of a property; undefined where it has none that are known here. */
function unitsOf(property: string | undefined): string | undefined {
  return property === undefined ? '1' : UNITS.find(units => propertyHasUnits(property, units) !== false)
}

/** PROPORTION_KIND: ratio 0, unitary 1, percent 2, fraction 3, integer fraction 4. */
const KINDS = [0, 1, 2, 3, 4] as const
const DENOMINATORS: Readonly<Record<number, number>> = { 1: 1, 2: 100 }

const ANY: Interval = { lowerIncluded: true, upperIncluded: true }

/** True when the template allows a number that the kind of the proportion fixes. */
function allows(constraint: Primitive | undefined, number: number): boolean {
  if (constraint?.kind !== 'C_INTEGER' && constraint?.kind !== 'C_REAL') return true
  if (constraint.list) return constraint.list.includes(number)
  const { lower, upper, lowerIncluded, upperIncluded } = constraint.range ?? ANY
  const above = lower === undefined || (lowerIncluded ? number >= lower : number > lower)
  const below = upper === undefined || (upperIncluded ? number <= upper : number < upper)
  return above && below
}

export function makeProportion(
  constraint: ObjectConstraint | undefined,
  making: InstanceContext,
): Rm.DvProportion | undefined {
  const at = (attribute: string): Primitive | undefined =>
    constraint ? primitiveAt(constraint, attribute) : undefined
  const listed = at('type')
  const [first = 0, ...rest] = listed?.kind === 'C_INTEGER' && listed.list ? listed.list : KINDS
  for (const type of [making.chooser.pick([first, ...rest]), first, ...rest]) {
    const integral = at('is_integral')
    const whole = type >= 3 || (integral?.kind === 'C_BOOLEAN' && !integral.falseValid)
    const make = whole ? makeInteger : makeReal
    const numerator = make(at('numerator'), making.chooser, { ...FROM_ZERO, lower: 1 })
    const fixed = DENOMINATORS[type]
    const denominator = fixed ?? makeInteger(at('denominator'), making.chooser, { ...FROM_ZERO, lower: 1 })
    if (numerator === undefined || !denominator || !allows(at('denominator'), denominator)) continue
    if (type >= 3 && !Number.isInteger(numerator)) continue
    const given = at('precision')
    const precision = given ? makeInteger(given, making.chooser, FROM_ZERO) : whole ? 0 : undefined
    // RM data_types, DV_PROPORTION.Fraction_validity.
    if (type >= 3 && precision !== 0) continue
    return {
      _type: 'DV_PROPORTION',
      numerator,
      denominator,
      type,
      ...(precision === undefined ? {} : { precision }),
    }
  }
  return undefined
}

export function makeOrdinal(
  constraint: ObjectConstraint | undefined,
  type: 'DV_ORDINAL' | 'DV_SCALE',
  making: InstanceContext,
): Rm.DvOrdinal | Rm.DvScale {
  const given =
    constraint?.kind === 'C_DV_ORDINAL' || constraint?.kind === 'C_DV_SCALE' ? constraint : undefined
  const [first, ...rest] = given?.items ?? []
  const item = first
    ? making.chooser.pick([first, ...rest])
    : { value: 1, symbol: { terminology: 'local', code: 'at0000', text: undefined } }
  const { terminology, code, text = textOf(given, terminology, code) } = item.symbol
  return { _type: type, value: item.value, symbol: makeCodedText(terminology, code, text) }
}

const textOf = (constraint: OrdinalConstraint | undefined, terminology: string, code: string): string =>
  (constraint && termFor(constraint.scope, terminology, code)?.text) || code
