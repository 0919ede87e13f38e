/** Comparisons in SQL with the meaning that they have in the reference evaluator: true, false, or NULL for unknown. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { any, joined, NULL_TRUTH, q, value } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import { likePatternOf } from './like.ts'
import {
  type Constant,
  type ConstantList,
  constantKey,
  constantKeys,
  constantText,
  isConstant,
  isStringKind,
  type Kind,
  type Operand,
} from './operand.ts'

type Operator = Aql.ComparisonOperator

const SIGNS: Readonly<Record<Operator, Fragment>> = {
  '=': q`=`,
  '!=': q`<>`,
  '<': q`<`,
  '<=': q`<=`,
  '>': q`>`,
  '>=': q`>=`,
}

/** With its sides exchanged. */
export const FLIPPED: Readonly<Record<Operator, Operator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

const isEquality = (operator: Operator): boolean => operator === '=' || operator === '!='

/** Texts compare by code point, which is what COLLATE "C" does; for equality it does not matter and hinders an index. */
function keysCompare(kind: Kind, operator: Operator, a: Fragment, b: Fragment): Fragment {
  if (kind === 'text' && !isEquality(operator)) return q`(${a}) collate "C" ${SIGNS[operator]} ${b}`
  return q`${a} ${SIGNS[operator]} ${b}`
}

/** One condition a kind; of several, that of the kind which is there. */
function byKind(operand: Operand, condition: (kind: Kind) => Fragment | undefined): Fragment {
  const conditions = [...operand.kinds].flatMap(kind => {
    const found = condition(kind)
    return found ? [{ kind, found }] : []
  })
  const [only, more] = conditions
  if (only === undefined) return NULL_TRUTH
  if (more === undefined && operand.kinds.size === 1) return only.found
  const cases = conditions.map(({ kind, found }) => q`when ${operand.key(kind)} is not null then ${found}`)
  return q`case ${joined(cases, ' ')} end`
}

/** `undefined`: this is left to the evaluator. */
export function compare(
  operator: Operator,
  left: Operand | Constant,
  right: Operand | Constant,
): Fragment | undefined {
  if (isConstant(left)) return isConstant(right) ? undefined : compare(FLIPPED[operator], right, left)
  if (isConstant(right))
    return byKind(left, kind => (kind === 'object' ? undefined : withConstant(operator, kind, left, right)))
  return compareOperands(operator, left, right)
}

function withConstant(operator: Operator, kind: Kind, left: Operand, right: Constant): Fragment {
  const a = left.key(kind)
  if (kind !== 'text' || !left.isUid || !isEquality(operator))
    return keysCompare(kind, operator, a, constantKey(right, kind))
  const bare = value('boolean', given => isBare(right.constant(given)))
  return q`case when ${bare} then split_part(${a}, '::', 1) else ${a} end ${SIGNS[operator]} ${constantText(right)}`
}

/** The id of an object without a version. */
const isBare = (scalar: unknown): boolean => typeof scalar === 'string' && !scalar.includes('::')

function compareOperands(operator: Operator, left: Operand, right: Operand): Fragment | undefined {
  const [a] = left.kinds
  const [b] = right.kinds
  if (a === undefined || b === undefined) return NULL_TRUTH
  if (left.kinds.size > 1 || right.kinds.size > 1 || a === 'object' || b === 'object') return undefined
  if (a !== b) return isStringKind(a) && isStringKind(b) ? undefined : NULL_TRUTH
  const condition = keysCompare(a, operator, left.key(a), right.key(b))
  if (left.classes.size === 0 || right.classes.size === 0 || a !== 'number') return condition
  return strict(condition, left, right)
}

/** Two objects are compared only if they agree in these (RM, is_strictly_comparable_to). */
const IN_COMMON: Readonly<Record<string, readonly string[]>> = {
  DV_COUNT: [],
  DV_QUANTITY: ['units', 'units_system'],
}

function strict(condition: Fragment, left: Operand, right: Operand): Fragment | undefined {
  const classes = new Set([...left.classes, ...right.classes])
  const [type = ''] = classes
  const attributes = classes.size === 1 ? IN_COMMON[type] : undefined
  if (attributes === undefined || !left.also || !right.also) return undefined
  const { also: ofLeft } = left
  const { also: ofRight } = right
  if (attributes.length === 0) return condition
  const same = attributes.map(name => q`${ofLeft(name)} is not distinct from ${ofRight(name)}`)
  return q`case when ${joined(same, ' and ')} then ${condition} end`
}

/** `mayBeEmpty`: SQL has a missing value outside of an empty list, where it is unknown here. */
export function matches(left: Operand, list: ConstantList, mayBeEmpty: boolean): Fragment {
  return byKind(left, kind => {
    if (kind === 'object') return undefined
    const key = left.key(kind)
    const found = q`${key} = any(${constantKeys(list, kind)})`
    const listed = mayBeEmpty ? q`case when ${key} is not null then ${found} end` : found
    if (kind !== 'text' || !left.isUid) return listed
    const bare = value('text[]', given => list(given).filter(isBare))
    return any([listed, q`split_part(${key}, '::', 1) = any(${bare})`])
  })
}

/** Only strings are like anything; a date is by its text. */
export function like(left: Operand, { constant }: Constant): Fragment {
  const strings = [...left.kinds].filter(isStringKind).map(kind => left.string(kind))
  if (strings.length === 0) return NULL_TRUTH
  const text = strings.length === 1 ? joined(strings, '') : q`coalesce(${joined(strings, ', ')})`
  return q`${text} like ${value('text', given => likePatternOf(String(constant(given))))}`
}
