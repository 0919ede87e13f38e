/** A page of events, and where the next one begins. */
import { type Database, DatabaseError } from '../../db/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { printPosition, type TrailPage } from './filter.ts'
import { type FoundEvents, findEvents } from './store.ts'

export interface TrailNeeds {
  readonly db: Database
  readonly now: () => number
}

interface FoundTrailPage extends FoundEvents {
  /** For `after` of the next page; undefined at the end. */
  readonly after: string | undefined
}

function refuseTimeout(error: unknown): never {
  if (!(error instanceof DatabaseError && error.isTimeout)) throw error
  throw new Refusal('query.timeout', 'The search took longer than it may: ask for one EHR, or for less time.')
}

export async function findTrailPage(
  { db, now }: TrailNeeds,
  { limit, ...filter }: TrailPage,
): Promise<FoundTrailPage> {
  const found = await findEvents(db, filter, limit + 1, now()).catch(refuseTimeout)
  const events = found.events.slice(0, limit)
  const last = found.events.length > limit ? events.at(-1) : undefined
  return {
    ...found,
    events,
    after: last && printPosition({ at: last.at, eventId: last.event_id }),
  }
}
