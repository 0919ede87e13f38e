/** Texts, numbers and booleans that satisfy a constraint on a plain value. */

import type { Interval, Primitive } from '../model.ts'
import type { Chooser } from './chooser.ts'
import { textMatching } from './regex.ts'

/** `undefined`: no value that satisfies it could be made. */
export function makeText(
  constraint: Primitive | undefined,
  chooser: Chooser,
  free: string,
): string | undefined {
  if (constraint?.kind !== 'C_STRING') return free
  const [first, ...rest] = constraint.list ?? []
  if (first !== undefined) return chooser.pick([first, ...rest])
  return constraint.pattern === undefined ? free : textMatching(constraint.pattern, chooser)
}

export function makeBoolean(constraint: Primitive | undefined, chooser: Chooser): boolean {
  if (constraint?.kind !== 'C_BOOLEAN') return chooser.pick([true, false])
  if (constraint.trueValid && constraint.falseValid) return chooser.pick([true, false])
  return constraint.trueValid
}

export function makeInteger(
  constraint: Primitive | undefined,
  chooser: Chooser,
  free: Interval,
): number | undefined {
  if (constraint?.kind !== 'C_INTEGER' && constraint?.kind !== 'C_REAL')
    return decimalWithin(free, 0, chooser)
  const [first, ...rest] = constraint.list ?? []
  return first === undefined
    ? decimalWithin(constraint.range ?? free, 0, chooser)
    : chooser.pick([first, ...rest])
}

export function makeReal(
  constraint: Primitive | undefined,
  chooser: Chooser,
  free: Interval,
): number | undefined {
  if (constraint?.kind !== 'C_INTEGER' && constraint?.kind !== 'C_REAL')
    return decimalWithin(free, 1, chooser)
  const [first, ...rest] = constraint.list ?? []
  if (first !== undefined) return chooser.pick([first, ...rest])
  const places = constraint.kind === 'C_INTEGER' ? 0 : 1
  const range = constraint.range ?? free
  return (
    decimalWithin(range, places, chooser) ?? (places === 0 ? undefined : decimalWithin(range, 6, chooser))
  )
}

/** The width of a range with an open end. */
const REACH = 100

/** A number with at most that many decimals inside an interval; undefined where there is none. */
export function decimalWithin(interval: Interval, places: number, chooser: Chooser): number | undefined {
  const { lower, upper } = interval
  const from = lower ?? (upper === undefined ? 0 : upper - REACH)
  const to = upper ?? from + REACH
  const scale = 10 ** places
  // Whole steps of the last decimal, so that no rounding leads out of the interval.
  const first =
    Math.ceil(from * scale - 1e-9) +
    (lower !== undefined && !interval.lowerIncluded && isOn(from, scale) ? 1 : 0)
  const last =
    Math.floor(to * scale + 1e-9) -
    (upper !== undefined && !interval.upperIncluded && isOn(to, scale) ? 1 : 0)
  if (!Number.isFinite(first) || !Number.isFinite(last) || first > last) return undefined
  const step = Math.min(last, first + Math.floor(chooser.fraction() * (last - first + 1)))
  return Number((step / scale).toFixed(places))
}

const isOn = (value: number, scale: number): boolean =>
  Math.abs(value * scale - Math.round(value * scale)) < 1e-9
