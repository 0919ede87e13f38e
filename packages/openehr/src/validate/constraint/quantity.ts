/** Data values that the openEHR profile constrains as a whole: C_DV_QUANTITY, C_DV_ORDINAL, C_DV_SCALE, C_DV_STATE. */
import { attributesOf, type Rm, type Unvalidated } from '../../rm/index.ts'
import type {
  OrdinalConstraint,
  OrdinalItem,
  QuantityConstraint,
  QuantityItem,
  StateConstraint,
} from '../../template/index.ts'
import { asNumber, asText, codeOf, textOf } from '../invariants/index.ts'
import { type Check, isObject, reportBelow, show, type Visit } from '../visit.ts'
import { contains, oneOf, showInterval } from './interval.ts'
import { isUnitOf } from './units.ts'

export const compileQuantity = (node: QuantityConstraint): Check => {
  const byUnits = new Map<string, QuantityItem[]>()
  for (const item of node.items) byUnits.set(item.units, [...(byUnits.get(item.units) ?? []), item])
  const expected = oneOf([...byUnits.keys()])
  const property = node.property?.code
  return (value, visit) => {
    if (!isObject(value)) return
    const units = asText(attributesOf<Rm.DvQuantity>(value).units)
    if (units === undefined) return
    if (byUnits.size === 0) {
      if (property !== undefined && !isUnitOf(units, property)) {
        reportBelow(visit, '/units', {
          code: 'C_DV_QUANTITY.property',
          expected: `a unit of openehr::${property}`,
          found: show(units),
        })
      }
      return
    }
    const items = byUnits.get(units)
    if (items === undefined)
      reportBelow(visit, '/units', { code: 'C_DV_QUANTITY.units', expected, found: show(units) })
    else checkItems(items, value, visit)
  }
}

/** One of the items with these units must fit; the first one's fault is told where none does. */
const checkItems = (
  items: readonly QuantityItem[],
  value: Unvalidated<Rm.DvQuantity>,
  visit: Visit,
): void => {
  const magnitude = asNumber(value.magnitude)
  if (magnitude === undefined) return
  const precision = asNumber(value.precision)
  for (const item of items) {
    if (isInRange(item, magnitude) && precisionFits(item, precision, magnitude)) return
  }
  const inRange = items.filter(item => isInRange(item, magnitude))
  const [first] = items
  if (inRange.length === 0 && first?.magnitude !== undefined) {
    reportBelow(visit, '/magnitude', {
      code: 'C_DV_QUANTITY.magnitude',
      expected: showInterval(first.magnitude),
      found: show(magnitude),
    })
    return
  }
  const [kept] = inRange
  const [found, suffix] =
    precision === undefined ? [show(magnitude), '/magnitude'] : [show(precision), '/precision']
  reportBelow(visit, suffix, {
    code: 'C_DV_QUANTITY.precision',
    expected: `${showInterval(kept?.precision ?? first?.precision ?? NO_BOUNDS)} decimals`,
    found,
  })
}

const isInRange = (item: QuantityItem, magnitude: number): boolean =>
  item.magnitude === undefined || contains(item.magnitude, magnitude)

const NO_BOUNDS = { lowerIncluded: false, upperIncluded: false }

/** Data need not state their precision: then the decimals that are there must not exceed what is allowed. -1: no limit. */
const precisionFits = (item: QuantityItem, precision: number | undefined, magnitude: number): boolean => {
  if (item.precision === undefined || item.precision.upper === -1) return true
  if (precision !== undefined && precision !== -1) return contains(item.precision, precision)
  return item.precision.upper === undefined || decimals(magnitude) <= item.precision.upper
}

/** 0.1 + 0.2 has one decimal to a person: digits that double arithmetic leaves behind do not count. */
const decimals = (magnitude: number): number => {
  if (Number.isInteger(magnitude)) return 0
  const text = Number(magnitude.toPrecision(15)).toString()
  const [mantissa = '', exponent = '0'] = text.split('e')
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent))
}

export const compileOrdinal = (node: OrdinalConstraint): Check => {
  const byCode = new Map(node.items.map((item): [string, OrdinalItem] => [item.symbol.code, item]))
  const expected = oneOf(node.items.map(item => `${item.value}|${item.symbol.code}`))
  return (value, visit) => {
    if (!isObject(value) || byCode.size === 0) return
    const ordinal = attributesOf<Rm.DvOrdinal | Rm.DvScale>(value)
    const number = asNumber(ordinal.value)
    const code = codeOf(attributesOf<Rm.DvCodedText>(ordinal.symbol).defining_code)
    if (number === undefined || code === undefined) return
    const item = byCode.get(code)
    if (item?.value === number) return
    reportBelow(visit, item === undefined ? '/symbol' : '/value', {
      code: `${node.kind}.list`,
      expected,
      found: `${number}|${code}`,
    })
  }
}

export const compileState = (node: StateConstraint): Check => {
  const states = new Map(node.states.map(state => [state.name, state]))
  return (value, visit) => {
    if (!isObject(value)) return
    const { value: text, is_terminal } = attributesOf<Rm.DvState>(value)
    const name = textOf(text)
    const code = codeOf(attributesOf<Rm.DvCodedText>(text).defining_code)
    if (name === undefined) return
    const state = states.get(name) ?? states.get(code ?? '')
    if (state === undefined) {
      reportBelow(visit, '/value', {
        code: 'C_DV_STATE.value',
        expected: oneOf([...states.keys()]),
        found: show(name),
      })
    } else if (typeof is_terminal === 'boolean' && is_terminal !== state.terminal) {
      reportBelow(visit, '/is_terminal', {
        code: 'C_DV_STATE.value',
        expected: `is_terminal ${state.terminal}`,
        found: show(is_terminal),
      })
    }
  }
}
