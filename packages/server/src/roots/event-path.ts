/** The event path of a root, by which an index has its event times (decision 0104). */
import type { ArchetypeNode } from './archetype-tree.ts'
import type { Entries } from './entries.ts'
import { pathOf } from './entry-of.ts'
import { hasEventTime } from './event-time.ts'
import type { RootDraft } from './root-draft.ts'

/** Roots that the index has no order for: those with times at several paths, or with an event without one. */
const NO_EVENT_PATH = 0

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
