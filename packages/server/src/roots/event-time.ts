/**
 * The event time of a root: the newest events of a record are found by an index of the paths that have it (decision 0104). Times of EVENTs in the
 * data of an OBSERVATION, and that of an ACTION.
 */
import type { ArchetypeNode } from './archetype-tree.ts'
import type { Entries } from './entries.ts'
import { pathOf } from './entry-of.ts'
import type { RootDraft } from './root-draft.ts'

const NODE = String.raw`(?:\[[^\]/]*\])?\|`
const EVENT = String.raw`data${NODE}HISTORY[^/]*/events\*?${NODE}[^/]+`
const IS_EVENT = new RegExp(`^${EVENT}$`)
const IS_TIME: Readonly<Record<string, RegExp>> = {
  OBSERVATION: new RegExp(`^${EVENT}/time\\|DV_DATE_TIME/#$`),
  ACTION: /^time\|DV_DATE_TIME\/#$/,
}

/** Classes whose roots have an event time. */
export const hasEventTime = (type: string): boolean => Object.hasOwn(IS_TIME, type)

/** True for an EVENT of an OBSERVATION's data. */
export const isEvent = (type: string, path: string): boolean => type === 'OBSERVATION' && IS_EVENT.test(path)

/** True for the number by which event times are compared. */
export const isEventTime = (type: string, path: string): boolean => IS_TIME[type]?.test(path) ?? false

/** Roots that the index has no order for: those with times at several paths, or with an event without one. */
export const NO_EVENT_PATH = 0

/** The one path that has a time for each event of the root; undefined for classes without event times. */
export function eventPathOf(dictionary: Entries, { tree, leaves, events }: RootDraft): number | undefined {
  if (!hasEventTime(tree.type)) return undefined
  let path: ArchetypeNode | undefined
  let times = 0
  for (const leaf of leaves) {
    if (!leaf.path.isEventTime) continue
    if (path !== undefined && leaf.path !== path) return NO_EVENT_PATH
    path = leaf.path
    times += 1
  }
  return path && times === Math.max(events, 1) ? pathOf(dictionary, path).key : NO_EVENT_PATH
}
