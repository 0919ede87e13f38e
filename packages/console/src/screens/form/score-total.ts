/** The total of a score: a count beside values that have numbers. It is offered, and never filled in by itself. */
import type { FormNode } from './definition.ts'
import { type FormValues, partsAt } from './values.ts'

/** The name that archetypes give to a total, in the languages of the published ones. */
const TOTAL = /\b(total|sum|summe|gesamt\w*|puntuación total|totaal\w*)\b|score$/i

const isScored = ({ rmType }: FormNode): boolean => rmType === 'DV_ORDINAL' || rmType === 'DV_SCALE'

export interface ScoreTotal {
  readonly sum: number
  readonly answered: number
  readonly asked: number
}

function numberAt(node: FormNode, values: FormValues, path: string): number | undefined {
  const code = partsAt(values, path)['code']
  const option = node.inputs[0]?.list?.find(({ value }) => value === code)
  return option?.ordinal ?? option?.scale
}

const isTotal = ({ rmType, name }: FormNode): boolean => rmType === 'DV_COUNT' && TOTAL.test(name)

/** Undefined if the field is no total of at least two scored siblings, or if the group has several totals. */
export function totalOf(
  field: FormNode,
  siblings: readonly FormNode[],
  values: FormValues,
  parent: string,
): ScoreTotal | undefined {
  if (!isTotal(field) || siblings.filter(isTotal).length > 1) return undefined
  const scored = siblings.filter(node => isScored(node) && node.max === 1)
  if (scored.length < 2) return undefined
  const numbers = scored.flatMap(node => numberAt(node, values, `${parent}/${node.id}`) ?? [])
  return { sum: numbers.reduce((a, b) => a + b, 0), answered: numbers.length, asked: scored.length }
}
