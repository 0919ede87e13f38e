/** Conditions on all values that a root has at a path, which an index serves. They follow from a condition on one of the values. */
import type { Aql } from '@cairn-ehr/openehr/aql'
import { q, value } from '../../relation/expressions/index.ts'
import { allValues, type Fragment, type ValueEnd, type ValueKey, valueEnd } from '../../relation/index.ts'
import { type Constant, type ConstantList, constantKey, constantKeys, type Kind } from './operand.ts'

type Bound = Extract<Aql.ComparisonOperator, '<' | '<=' | '>' | '>='>

const SIGNS: Readonly<Record<Bound, Fragment>> = { '<': q`<`, '<=': q`<=`, '>': q`>`, '>=': q`>=` }

/** The end of the values that passes a bound if any value does. */
export const END_OF_BOUND: Readonly<Record<Bound, ValueEnd>> = {
  '<': 'least',
  '<=': 'least',
  '>': 'greatest',
  '>=': 'greatest',
}

export const isBound = (operator: Aql.ComparisonOperator): operator is Bound => Object.hasOwn(SIGNS, operator)

type IndexedKind = Exclude<Kind, 'object'>

export const endPasses = (
  alias: string,
  key: ValueKey,
  operator: Bound,
  constant: Constant,
  kind: IndexedKind,
): Fragment =>
  q`${valueEnd(alias, key, END_OF_BOUND[operator])} ${SIGNS[operator]} ${constantKey(constant, kind)}`

export const hasValue = (alias: string, key: ValueKey, constant: Constant, kind: IndexedKind): Fragment =>
  q`${allValues(alias, key)} @> ${kind === 'text' ? q`to_jsonb(${constantKey(constant, kind)})` : constantKey(constant, kind)}`

export const hasOneOf = (alias: string, key: ValueKey, list: ConstantList, kind: IndexedKind): Fragment => {
  const wanted =
    kind === 'text'
      ? value('jsonb[]', given =>
          list(given).map(each => (typeof each === 'string' ? JSON.stringify(each) : null)),
        )
      : constantKeys(list, kind)
  return q`${allValues(alias, key)} @> any(${wanted})`
}
