/** Times of events and origins of histories: each follows from the other, or from an offset. */

import {
  attributesOf,
  compareOrdered,
  isA,
  isRmObject,
  makeDateTime,
  type Rm,
  type Unvalidated,
} from '../../../rm/index.ts'
import type { Leaf } from '../keys/branch.ts'
import { laterBy, negated } from '../plan/offset.ts'
import type { Frame } from '../plan/plan.ts'
import { earliestTime } from '../plan/structure.ts'
import { type Filling, originTime } from './context.ts'
import { type KeyBranches, readValue } from './read-value.ts'
import { anyLeaf, fault, hasUnused, type Reading } from './reading.ts'

export interface StatedOffset {
  readonly duration: string
  readonly leaf: Leaf
}

/** The times of events that are known while a composition is read. */
export interface EventTimes {
  readonly reading: Reading
  readonly filling: Filling
  /** Times of events that are the origin of their history and an offset of the template. */
  readonly placed: WeakSet<object>
  /** The stated offset of an event from its origin, by the object of the event's time. */
  readonly offsets: WeakMap<object, StatedOffset>
}

/**
 * `offset` is no attribute of an event but the time since its history began (RM data_structures, EVENT), so that it says
 * when the event was, or when the history began where the time of the event is given too.
 */
export function readOffset(
  type: string,
  frame: Frame,
  branches: KeyBranches,
  times: EventTimes,
): StatedOffset | undefined {
  const cell = isA(type, 'EVENT') ? frame.cells.get('offset') : undefined
  for (const segment of cell?.segments ?? []) {
    const branch = branches.plain.children.get(segment)?.get(0)
    if (cell === undefined || branch === undefined || !hasUnused(branch)) continue
    const leaf = anyLeaf(branch)
    const read = readValue(cell.expected, branch, times.reading)
    const duration = attributesOf<Rm.DvDuration>(read).value
    if (typeof duration === 'string') return { duration, leaf }
  }
  return undefined
}

/** The earliest event that was not placed after the origin itself; the origin that events were placed after. */
export function defaultOrigin(events: unknown, times: EventTimes): unknown {
  if (!Array.isArray(events)) return undefined
  const own = events.filter(event => {
    const { time } = attributesOf<Rm.Event>(event)
    return !(isRmObject(time) && times.placed.has(time))
  })
  for (const [time, { duration }] of statedOffsets(own, times))
    return makeDateTime(laterBy(time, negated(duration)))
  return earliestTime(own) ?? (own.length < events.length ? originTime(times.filling) : undefined)
}

/** The events whose time and offset are both said, by their time. */
function* statedOffsets(events: unknown, times: EventTimes): Generator<readonly [string, StatedOffset]> {
  for (const event of Array.isArray(events) ? events : []) {
    const { time } = attributesOf<Rm.Event>(event)
    const stated = isRmObject(time) ? times.offsets.get(time) : undefined
    const { value } = attributesOf<Rm.DvDateTime>(time)
    if (stated !== undefined && typeof value === 'string') yield [value, stated]
  }
}

/** Time, offset and origin of an event cannot all be free: two of them give the third. */
export function checkOffsets(history: Unvalidated<Rm.History>, times: EventTimes): void {
  const origin = attributesOf<Rm.DvDateTime>(history.origin).value
  if (typeof origin !== 'string') return
  for (const [time, { duration, leaf }] of statedOffsets(history.events, times)) {
    if (compareOrdered(makeDateTime(laterBy(origin, duration)), makeDateTime(time)) !== 0)
      fault(times.reading, leaf, {
        code: 'flat.offset',
        message: 'does not fit the time of the event and the origin of its history',
        expected: 'two of the three',
      })
  }
}
