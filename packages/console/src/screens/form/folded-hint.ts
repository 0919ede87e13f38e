/** A few words on the values of a closed group, so that one among many is found. */
import { displayUnit } from '../../display/units.ts'
import type { FormNode } from './definition.ts'
import { type FormValues, occurrencePath, partsAt } from './values.ts'

const MOST_VALUES = 3

const isTime = ({ rmType }: FormNode): boolean => /^DV_(DATE|TIME)/.test(rmType)

function wordsOf({ value, magnitude, unit, '': own }: FormValues): string {
  if (magnitude !== undefined) return `${magnitude} ${displayUnit(String(unit ?? ''))}`.trim()
  return String(value ?? own ?? '')
}

function hintsOf(node: FormNode, values: FormValues, path: string): string[] {
  if (node.kind === 'field') return isTime(node) ? [] : [wordsOf(partsAt(values, path))]
  if (node.kind !== 'choice') return []
  return node.children.flatMap(child => hintsOf(child, values, `${path}/${child.id}`))
}

/** The first values of its own fields, without times. */
export function foldedHint(node: FormNode, values: FormValues, path: string): string {
  const hints = node.children.flatMap(child => {
    const own = `${path}/${child.id}`
    return hintsOf(child, values, child.max === 1 ? own : occurrencePath(own, 0))
  })
  return hints
    .filter(hint => hint !== '')
    .slice(0, MOST_VALUES)
    .join(' · ')
}
