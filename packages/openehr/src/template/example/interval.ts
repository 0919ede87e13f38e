/** Intervals: two values of one type in the right order, or an end left open where no two are. */

import { compareOrdered, type RmObject } from '../../rm/index.ts'
import type { ComplexObject, ObjectConstraint } from '../model.ts'
import { childrenAt, primitiveAt } from '../names.ts'

type MakeEnd = (
  constraint: ObjectConstraint | undefined,
  type: string,
  attribute: string,
) => RmObject | undefined

const TRIES = 4

export function makeInterval(
  constraint: ComplexObject | undefined,
  type: string,
  make: MakeEnd,
): RmObject | undefined {
  const [lowers, uppers] = (['lower', 'upper'] as const).map(end =>
    constraint ? childrenAt(constraint, end) : [],
  )
  const [low, high] = [lowers?.[0], uppers?.[0]]
  const parameter = /<(.+)>/.exec(type)?.[1] ?? low?.rmType ?? high?.rmType ?? 'DV_COUNT'
  const ends: Ends = { low, high, makeUpper: () => make(high, high?.rmType ?? parameter, 'upper') }
  const lowerOpen = isForced(constraint, 'lower_unbounded')
  const upperOpen = isForced(constraint, 'upper_unbounded')
  const lower = lowerOpen ? undefined : make(low, low?.rmType ?? parameter, 'lower')
  const upper = upperOpen ? undefined : upperFor(lower, ends)
  if (
    (lower === undefined && !lowerOpen && isWanted(constraint, 'lower')) ||
    (upper === undefined && !upperOpen && isWanted(constraint, 'upper'))
  )
    return undefined
  return {
    _type: 'DV_INTERVAL',
    ...(lower ? { lower } : {}),
    ...(upper ? { upper } : {}),
    lower_unbounded: lower === undefined,
    upper_unbounded: upper === undefined,
    lower_included: lower !== undefined && !isForbidden(constraint, 'lower_included'),
    upper_included: upper !== undefined && !isForbidden(constraint, 'upper_included'),
  }
}

/** The constraints on the two ends. */
interface Ends {
  readonly low: ObjectConstraint | undefined
  readonly high: ObjectConstraint | undefined
  readonly makeUpper: () => RmObject | undefined
}

/** An upper end that does not lie below the lower one; the lower one again where both ends are constrained alike. */
function upperFor(lower: RmObject | undefined, { low, high, makeUpper }: Ends): RmObject | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const upper = makeUpper()
    if (upper && (lower === undefined || (compareOrdered(lower, upper) ?? 1) <= 0)) return upper
  }
  return lower && shapeOf(low) === shapeOf(high) ? lower : undefined
}

/** A text that two constraints share where they demand the same, wherever they stand. */
const shapeOf = (constraint: ObjectConstraint | undefined): string =>
  JSON.stringify(constraint, (key, value: unknown) =>
    key === 'path' || key === 'line' || key === 'scope' ? undefined : value,
  ) ?? ''

function isForced(constraint: ComplexObject | undefined, flag: string): boolean {
  const primitive = constraint && primitiveAt(constraint, flag)
  return primitive?.kind === 'C_BOOLEAN' && !primitive.falseValid
}

function isForbidden(constraint: ComplexObject | undefined, flag: string): boolean {
  const primitive = constraint && primitiveAt(constraint, flag)
  return primitive?.kind === 'C_BOOLEAN' && !primitive.trueValid
}

/** True when the template demands the end. */
function isWanted(constraint: ComplexObject | undefined, end: string): boolean {
  const attribute = constraint?.attributes.find(one => one.name === end)
  return (attribute?.existence.lower ?? 0) > 0 || isForbidden(constraint, `${end}_unbounded`)
}
