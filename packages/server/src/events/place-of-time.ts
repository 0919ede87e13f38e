/** The place in the feed from which the changes since a time come. */
import type { LimitedQueries } from '../db/index.ts'
import { type Cursor, markOf } from './cursor.ts'
import { findChangeAt, findChanges, findNotes, findVersionFacts } from './source-store.ts'

/** Positions follow commits, and times are taken before them: the latest time of some changes counts. */
const WINDOW = 20

/** The latest time of the changes after a position; undefined: they are erased. */
async function timeAfter(db: LimitedQueries, position: number): Promise<number | undefined> {
  const changes = await findChanges(db, position, WINDOW, [])
  const ids = (isNote: boolean) => changes.filter(each => each.is_note === isNote).map(each => each.source_id)
  const versions = await findVersionFacts(db, ids(false))
  const notes = await findNotes(db, ids(true))
  const times = [...versions.map(each => each.committed_at), ...notes.map(each => each.noted_at)]
  return times.length === 0 ? undefined : Math.max(...times.map(time => time.getTime()))
}

/** Some changes of shortly before the time may come after the place. Undefined: the start of the feed. */
export async function findPlaceOfTime(
  db: LimitedQueries,
  time: Date,
  head: number,
): Promise<Cursor | undefined> {
  let [low, high] = [0, head]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const latest = await timeAfter(db, middle)
    if (latest !== undefined && latest < time.getTime()) low = middle + 1
    else high = middle
  }
  const change = low === 0 ? undefined : await findChangeAt(db, low)
  return change && { position: change.position, mark: markOf(change.source_id) }
}
