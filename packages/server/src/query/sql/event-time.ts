/** The columns and the order of the index `root_event_time` (decision 0104). */
import { column, q } from '../../relation/expressions/index.ts'
import type { Fragment, SortKey } from '../../relation/index.ts'

const pathOf = (root: string): Fragment => column(root, 'event_path')

/** A condition: the root has its event times at this path. */
export const hasEventPath = (root: string, path: number): Fragment => q`${pathOf(root)} = ${path}`

/** Conditions for the parts of the index between these paths, which are in order: roots that have their times elsewhere, or none. */
export const otherEventPaths = (root: string, paths: readonly number[]): readonly (readonly Fragment[])[] =>
  [undefined, ...paths].map((from, at) => {
    const to = paths[at]
    return [
      ...(from === undefined ? [] : [q`${pathOf(root)} > ${from}`]),
      ...(to === undefined ? [] : [q`${pathOf(root)} < ${to}`]),
    ]
  })

/** The root with the latest event first; of one time, in the order of commits, as in an answer. */
export function byLatestEvent(root: string): readonly SortKey[] {
  return [
    { key: column(root, 'event_time'), isDescending: true },
    { key: column(root, 'commit_number'), isDescending: false },
    { key: column(root, 'num'), isDescending: false },
  ]
}
