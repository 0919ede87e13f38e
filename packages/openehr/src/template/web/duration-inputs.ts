/** A duration is entered field by field: one input for each field that its pattern allows. */

import type { Interval, ObjectConstraint } from '../model.ts'
import { primitiveAt } from '../names.ts'
import type { WebTemplateInput } from './model.ts'
import { defaultAt, rangeOf, withoutStrayDefault } from './validation.ts'

interface Field {
  readonly suffix: string
  /** Before or after the `T` of ISO 8601. */
  readonly part: 'date' | 'time'
  readonly letter: string
}

const FIELDS: readonly Field[] = [
  { suffix: 'year', part: 'date', letter: 'Y' },
  { suffix: 'month', part: 'date', letter: 'M' },
  { suffix: 'week', part: 'date', letter: 'W' },
  { suffix: 'day', part: 'date', letter: 'D' },
  { suffix: 'hour', part: 'time', letter: 'H' },
  { suffix: 'minute', part: 'time', letter: 'M' },
  { suffix: 'second', part: 'time', letter: 'S' },
]

export function durationInputs(constraint: ObjectConstraint | undefined): readonly WebTemplateInput[] {
  const primitive = constraint && primitiveAt(constraint, 'value')
  const given = primitive?.kind === 'C_DURATION' ? primitive : undefined
  const fallback = defaultAt(constraint, 'value') ?? given?.assumed
  const [dates = '', times = ''] = (given?.pattern ?? 'PYMWDTHMS').toUpperCase().split('T')
  return FIELDS.filter(({ part, letter }) => (part === 'date' ? dates : times).includes(letter)).map(
    field => {
      const defaultValue = typeof fallback === 'string' ? (numberOf(fallback, field) ?? 0) : undefined
      return withoutStrayDefault({
        suffix: field.suffix,
        type: 'INTEGER',
        validation: { range: rangeOf(boundsOf(field, given?.range)) },
        ...(defaultValue === undefined ? {} : { defaultValue }),
      })
    },
  )
}

/** A field is bounded by what the bounds of the range say of it: more than P0D is no day, yet perhaps an hour. */
function boundsOf(field: Field, range: Interval<string> | undefined): Interval {
  const lower = range?.lower === undefined ? undefined : numberOf(range.lower, field)
  const upper = range?.upper === undefined ? undefined : numberOf(range.upper, field)
  return {
    lower: lower ?? 0,
    lowerIncluded: true,
    ...(upper === undefined ? {} : { upper }),
    upperIncluded: upper !== undefined && range?.upperIncluded === true,
  }
}

function numberOf(duration: string, { part, letter }: Field): number | undefined {
  const [dates = '', times = ''] = duration.toUpperCase().split('T')
  const found = new RegExp(`(\\d+(?:[.,]\\d+)?)${letter}`).exec(part === 'date' ? dates : times)
  return found ? Number((found[1] ?? '').replace(',', '.')) : undefined
}
