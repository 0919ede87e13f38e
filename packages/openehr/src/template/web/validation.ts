/** Ranges and patterns as web templates write them, and the plain inputs that carry them. */

import type { Interval, ObjectConstraint, Primitive } from '../model.ts'
import { primitiveAt } from '../names.ts'
import type { InputType, WebTemplateInput, WebTemplateRange, WebTemplateValidation } from './model.ts'

/** An input for an attribute that holds a plain value, with what the template says about that value. */
export function plainInput(
  type: InputType,
  constraint: ObjectConstraint | undefined,
  attribute: string,
  suffix?: string,
): WebTemplateInput {
  const primitive =
    constraint?.kind === 'primitive' ? constraint.item : constraint && primitiveAt(constraint, attribute)
  const fallback = defaultAt(constraint, attribute)
  return withoutStrayDefault({
    ...(suffix === undefined ? {} : { suffix }),
    type,
    ...(primitive ? ofPrimitive(primitive) : {}),
    ...(fallback === undefined ? {} : { defaultValue: fallback }),
  })
}

/** Tools write defaults that the constraint beside them excludes, such as 0 for a saturation of 30 to 99. */
export function withoutStrayDefault(input: WebTemplateInput): WebTemplateInput {
  const { defaultValue, list, listOpen, validation, ...rest } = input
  if (defaultValue === undefined) return input
  const isListed =
    list === undefined || listOpen === true || list.some(({ value }) => value === String(defaultValue))
  if (isListed && isWithin(validation?.range, defaultValue)) return input
  return {
    ...rest,
    ...(list === undefined ? {} : { list }),
    ...(listOpen === undefined ? {} : { listOpen }),
    ...(validation === undefined ? {} : { validation }),
  }
}

/** True when a value is inside a range. Texts, such as dates, are compared in equal forms only; others pass. */
export function isWithin(range: WebTemplateRange | undefined, value: string | number | boolean): boolean {
  const { min, max, minOp, maxOp } = range ?? {}
  const isAbove =
    typeof min !== 'number' || typeof value !== 'number' || value > min || (value === min && minOp === '>=')
  const isBelow =
    typeof max !== 'number' || typeof value !== 'number' || value < max || (value === max && maxOp === '<=')
  return isAbove && isBelow
}

/** The template's default for an attribute; it wins over the archetype's assumed value. */
export function defaultAt(
  constraint: ObjectConstraint | undefined,
  attribute: string,
): string | number | boolean | undefined {
  const given = constraint?.defaultValue
  const value = isRecord(given) && Object.hasOwn(given, attribute) ? given[attribute] : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function ofPrimitive(primitive: Primitive): Omit<WebTemplateInput, 'type' | 'suffix'> {
  const validation = validationOf(primitive)
  const list = listOf(primitive)
  return {
    ...(list.length === 0 ? {} : { list: list.map(value => ({ value, label: value })) }),
    ...(primitive.kind === 'C_STRING' && list.length > 0 ? { listOpen: primitive.listOpen } : {}),
    ...(validation === undefined ? {} : { validation }),
    ...(primitive.assumed === undefined ? {} : { defaultValue: primitive.assumed }),
  }
}

function listOf(primitive: Primitive): readonly string[] {
  switch (primitive.kind) {
    case 'C_STRING':
      return primitive.list ?? []
    case 'C_INTEGER':
    case 'C_REAL':
      return (primitive.list ?? []).map(String)
    case 'C_BOOLEAN':
      return primitive.trueValid === primitive.falseValid ? [] : [String(primitive.trueValid)]
    default:
      return []
  }
}

function validationOf(primitive: Primitive): WebTemplateValidation | undefined {
  const pattern = 'pattern' in primitive ? primitive.pattern : undefined
  const range = 'range' in primitive ? primitive.range : undefined
  if (pattern === undefined && range === undefined) return undefined
  return {
    ...(pattern === undefined ? {} : { pattern }),
    ...(range === undefined ? {} : { range: rangeOf(range, primitive.kind === 'C_INTEGER') }),
  }
}

/** Whole numbers are written with closed ends: `> 0` is `>= 1`. */
export function rangeOf(interval: Interval<number | string>, whole = false): WebTemplateRange {
  const { lower, upper, lowerIncluded, upperIncluded } = interval
  const step = (bound: number | string, by: number): number | string =>
    whole && typeof bound === 'number' ? bound + by : bound
  return {
    ...(lower === undefined
      ? {}
      : lowerIncluded || whole
        ? { minOp: '>=', min: lowerIncluded ? lower : step(lower, 1) }
        : { minOp: '>', min: lower }),
    ...(upper === undefined
      ? {}
      : upperIncluded || whole
        ? { maxOp: '<=', max: upperIncluded ? upper : step(upper, -1) }
        : { maxOp: '<', max: upper }),
  }
}
