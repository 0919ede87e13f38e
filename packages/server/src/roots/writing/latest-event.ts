/** The latest event of a root, by which an index has the roots of an EHR in order (decision 0104). */
import type { ArchetypeNode } from '../archetype-tree.ts'
import type { Entries } from '../entries.ts'
import { pathOf } from '../entry-of.ts'
import { hasEventTime } from '../event-time.ts'
import type { LeafValue, RootDraft } from './root-draft.ts'

export interface LatestEvent {
  /** The one path that has a time for each event; 0 for a root that has no place in the order. */
  readonly path: number
  /** In milliseconds. */
  readonly time?: number
}

/** For roots with times at several paths, with an event without a time, or with a finer one than milliseconds. */
const NO_PLACE: LatestEvent = { path: 0 }

const IS_FINER = /\.\d{4}/

/** Undefined for a time that is finer than milliseconds. Event times are in seconds. */
function millisecondsOf(value: LeafValue): number | undefined {
  if (typeof value === 'number') return value * 1000
  const text = typeof value === 'object' ? (value?.decimal ?? '') : String(value)
  return text === '' || IS_FINER.test(text) ? undefined : Math.round(Number(text) * 1000)
}

/** Undefined for classes without event times. */
export function latestEventOf(
  dictionary: Entries,
  { tree, leaves, events }: RootDraft,
): LatestEvent | undefined {
  if (!hasEventTime(tree.type)) return undefined
  let path: ArchetypeNode | undefined
  let times = 0
  let latest = Number.NEGATIVE_INFINITY
  for (const leaf of leaves) {
    if (!leaf.path.isEventTime) continue
    const time = millisecondsOf(leaf.value)
    if (time === undefined || (path !== undefined && leaf.path !== path)) return NO_PLACE
    path = leaf.path
    times += 1
    if (time > latest) latest = time
  }
  if (!path || times !== Math.max(events, 1) || !Number.isSafeInteger(latest)) return NO_PLACE
  return { path: pathOf(dictionary, path).key, time: latest }
}
