/** Intervals as OPTs write them: flags, bounds, and both optional in one way or another. */

import type { XmlElement } from '../../format/xml/index.ts'
import type { Interval } from '../model.ts'
import { childOf, textAt, textOf } from './element.ts'
import { error, type Faults, type OptPosition } from './faults.ts'
import { checkShape } from './shape.ts'

/** Reads one bound; undefined where the text is none. `what` names it in the message. */
export interface Bound<T> {
  readonly what: string
  readonly read: (text: string) => T | undefined
  /** Below zero where the first is the lesser; undefined where the two cannot be compared. */
  readonly compare: (a: T, b: T) => number | undefined
}

const subtract = (a: number, b: number): number => a - b

/** Occurrences, existence, cardinality, precision: whole numbers. */
export const INTEGER_BOUND: Bound<number> = {
  what: 'an integer',
  read: text => (/^[+-]?\d{1,15}(\.0*)?$/.test(text) ? Number(text) : undefined),
  compare: subtract,
}

export const REAL_BOUND: Bound<number> = { what: 'a number', read: realIn, compare: subtract }

/** A bound for the pattern below, which is slow on longer text; real numbers are shorter. */
const LONGEST = 100

function realIn(text: string): number | undefined {
  if (text.length > LONGEST) return undefined
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : undefined
}

/** Reads an interval and reports bounds that are missing, not of their type, or the wrong way round. */
export function readInterval<T>(
  element: XmlElement,
  bound: Bound<T>,
  path: string,
  faults: Faults,
): Interval<T> {
  checkShape(element, 'interval', path, faults)
  const lower = readBound({ path, element }, 'lower', bound, faults)
  const upper = readBound({ path, element }, 'upper', bound, faults)
  const lowerIncluded = lower !== undefined && flag(element, 'lower_included', true)
  const upperIncluded = upper !== undefined && flag(element, 'upper_included', true)
  if (lower !== undefined && upper !== undefined) {
    const order = bound.compare(lower, upper) ?? 0
    if (order > 0 || (order === 0 && !(lowerIncluded && upperIncluded) && Object.is(lower, upper)))
      error(
        faults,
        { path, element },
        {
          code: 'opt.interval',
          message: `The interval of <${element.name}> holds no value`,
          found: `${String(lower)}..${String(upper)}`,
        },
      )
  }
  // Set one by one, since a template has thousands and spreading objects into each other is slow.
  const interval: { -readonly [Name in keyof Interval<T>]: Interval<T>[Name] } = {
    lowerIncluded,
    upperIncluded,
  }
  if (lower !== undefined) interval.lower = lower
  if (upper !== undefined) interval.upper = upper
  return interval
}

/** Written out: a text that was just put together is compared with the name of each child character by character. */
const UNBOUNDED = { lower: 'lower_unbounded', upper: 'upper_unbounded' } as const

function readBound<T>(
  { path, element }: OptPosition,
  end: 'lower' | 'upper',
  bound: Bound<T>,
  faults: Faults,
): T | undefined {
  const given = childOf(element, end)
  if (flag(element, UNBOUNDED[end], given === undefined)) return undefined
  const text = textOf(given)
  const value = text === undefined ? undefined : bound.read(text)
  if (value === undefined)
    error(
      faults,
      { path, element: given ?? element },
      {
        code: 'opt.interval',
        message: `<${end}> of <${element.name}> is not ${bound.what}, and <${end}_unbounded> is not true`,
        found: text,
        expected: bound.what,
      },
    )
  return value
}

/** An `xs:boolean` child; both spellings of the schema. */
export function flag(element: XmlElement, name: string, otherwise: boolean): boolean {
  const text = textAt(element, name)
  return text === undefined ? otherwise : text === 'true' || text === '1'
}
