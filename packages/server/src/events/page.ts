/** Reads a page of the feed: positions in their order, and the events of those that the caller may see. */
import { type Rights, rulesFor } from '../access/index.ts'
import type { LimitedQueries } from '../db/index.ts'
import type { EhrId } from '../ids/index.ts'
import { timestamp } from '../versions/printed/index.ts'
import type { ChangeEvent } from './change-event.ts'
import {
  type Cursor,
  type FeedPlace,
  isAfter,
  markOf,
  printCursor,
  type Start,
  unknownCursor,
} from './cursor.ts'
import { type FeedFilter, matches, mayPass } from './filter.ts'
import { eventsOfNotes } from './note-events.ts'
import { type Change, findChangeAt, findChanges, findNotes } from './source-store.ts'
import {
  eventsOfContributions,
  eventsOfParties,
  type IsWanted,
  onlyPart,
  type PartEvent,
} from './version-events.ts'

/** Positions that one statement reads. */
const CHUNK = 200

/** Positions that a page reads at most: a filter that hardly anything passes ends a page without events. */
const MOST_POSITIONS = 5000

export interface PageRequest {
  readonly db: LimitedQueries
  /** The database of parties as the caller may see it; undefined: not at all. */
  readonly parties: LimitedQueries | undefined
  /** Undefined: everything may be seen. */
  readonly rights: Rights | undefined
  readonly filter: FeedFilter
  /** Narrower than the filter, if the reader selects from the events: others may lack archetypes, tags and content. */
  readonly isWanted?: IsWanted | undefined
  readonly withContent: boolean
  readonly limit: number
  /** `source` of the events. */
  readonly source: string
}

export interface Page {
  readonly events: readonly ChangeEvent[]
  /** The start of the next page; undefined: the feed is empty. */
  readonly end: Cursor | undefined
  /** True if there may be more now. */
  readonly isCut: boolean
}

/** The place of a start that a client has named. Throws if the feed does not have it. */
export async function findStart(db: LimitedQueries, start: Start, head: number): Promise<Cursor | undefined> {
  if (start === 'start') return undefined
  const change = await findChangeAt(db, start === 'now' ? head : start.position)
  if (start === 'now') return change && { position: change.position, mark: markOf(change.source_id) }
  if (!change || markOf(change.source_id) !== start.mark) throw unknownCursor()
  return start
}

/** Whoever sees one EHR alone, as the app of a patient does, reads the changes of it alone. */
function ehrsOf({ rights, filter: { ehrs } }: PageRequest): readonly EhrId[] {
  if (!rights) return ehrs
  const launched = rulesFor(rights, 'composition', 'r').map(
    ({ reach }) => reach.launched as EhrId | undefined,
  )
  const only = launched.filter(id => id !== undefined)
  if (launched.length === 0 || only.length < launched.length) return ehrs
  const reached = [...new Set(only)]
  return ehrs.length === 0 ? reached : ehrs.filter(id => reached.includes(id))
}

async function eventsOf(
  { db, parties, rights, withContent, source, filter, isWanted = mayPass(filter) }: PageRequest,
  changes: readonly Change[],
): Promise<readonly { readonly place: Required<FeedPlace>; readonly event: ChangeEvent }[]> {
  const ids = (isOne: (change: Change) => boolean) => changes.filter(isOne).map(each => each.source_id)
  const notes = await eventsOfNotes(
    { db, parties },
    rights,
    await findNotes(
      db,
      ids(({ is_note }) => is_note),
    ),
  )
  const ofEhrs = ids(({ is_note, is_party }) => !is_note && !is_party)
  const contributions = await eventsOfContributions(db, ofEhrs, { withContent, isWanted })
  const ofParties = ids(({ is_party }) => is_party)
  const partyEvents =
    parties && ofParties.length > 0
      ? await eventsOfParties(parties, ofParties, { withContent, isWanted })
      : undefined
  const partsOf = ({ is_note, is_party, source_id }: Change): readonly PartEvent[] => {
    if (is_party) return partyEvents?.get(source_id) ?? []
    if (!is_note) return contributions.get(source_id) ?? []
    const event = notes.get(source_id)
    return event ? [onlyPart(event)] : []
  }
  return changes.flatMap(change =>
    partsOf(change).map(({ part, type, subject, time, data }) => {
      const place = { position: change.position, part }
      const id = printCursor({ ...place, mark: markOf(change.source_id) })
      const event: ChangeEvent = {
        specversion: '1.0',
        id,
        source,
        type,
        subject,
        time: timestamp(time),
        datacontenttype: 'application/json',
        data,
      }
      return { place, event }
    }),
  )
}

const START: FeedPlace = { position: 0 }

export async function readPage(request: PageRequest, start: Cursor | undefined): Promise<Page> {
  const { db, filter, limit, rights } = request
  const ehrs = ehrsOf(request)
  // EHRs were named, and the caller may see none of them.
  if (rights && filter.ehrs.length > 0 && ehrs.length === 0) return { events: [], end: start, isCut: false }
  const events: ChangeEvent[] = []
  let end = start
  for (let read = 0; read < MOST_POSITIONS; read += CHUNK) {
    const from: FeedPlace = end ?? START
    // A change of which some events were sent is read again for the others.
    const position = from.part === undefined ? from.position : from.position - 1
    const changes = await findChanges(db, position, CHUNK, ehrs)
    for (const { place, event } of await eventsOf(request, changes)) {
      if (!isAfter(place, from) || !matches(filter, event)) continue
      if (events.length === limit) return { events, end, isCut: true }
      events.push(event)
      end = {
        ...place,
        mark: markOf(changes.find(each => each.position === place.position)?.source_id ?? ''),
      }
    }
    const last = changes.at(-1)
    if (last) end = { position: last.position, mark: markOf(last.source_id) }
    if (changes.length < CHUNK) return { events, end, isCut: false }
  }
  return { events, end, isCut: true }
}
