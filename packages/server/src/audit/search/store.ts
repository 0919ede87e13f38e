/** Searches the audit trail: all of it, or what the living nodes of a cluster have. */

import { DatabaseError, type Queries, sql } from '../../db/index.ts'
import type { StoredEvent } from '../seals/store.ts'
import { type FindIn, printSearch, type TrailFilter } from './print-search.ts'
import { findOnShards } from './shards.ts'

const SOURCES = { trail: 'cairn.audit_trail_event', old: 'cairn.audit_old_event' }

const findInAll =
  (db: Queries): FindIn =>
  (filter, limit) => {
    const values: unknown[] = []
    const text = printSearch(filter, limit, value => `$${values.push(value)}`, SOURCES)
    return db.query(
      sql<StoredEvent, readonly unknown[]>({ name: 'audit.search', prepare: false, text }),
      values,
    )
  }

const EARLIEST = '1970-01-01T00:00:00Z'
const SECOND = 1000
const FIRST_WINDOW_MS = 30 * SECOND
const LAST_WINDOW_MS = 64 * 24 * 3600 * SECOND

/**
 * Goes back in time by ever longer windows until there are enough events: no index has the order of time, and the newest events of all are
 * wanted most.
 */
async function findNewest(
  findIn: FindIn,
  filter: TrailFilter,
  limit: number,
  now: number,
): Promise<readonly StoredEvent[]> {
  const ends = [filter.to, filter.after?.at].flatMap(time => (time === undefined ? [] : [Date.parse(time)]))
  const found: StoredEvent[] = []
  let to = filter.to
  let end = Math.min(now, ...ends)
  for (let length = FIRST_WINDOW_MS; found.length < limit; length *= 4) {
    const isLast = length > LAST_WINDOW_MS || end - length <= Date.parse(filter.from ?? EARLIEST)
    const from = isLast ? filter.from : new Date(end - length).toISOString()
    found.push(...(await findIn({ ...filter, from, to }, limit - found.length)))
    if (isLast) break
    end -= length
    to = from
  }
  return found
}

export interface FoundEvents {
  /** The newest first. */
  readonly events: readonly StoredEvent[]
  /** Nodes of a cluster that are away: their events are not among these. */
  readonly missing: readonly string[]
}

/** `now`: milliseconds since 1970. */
export async function findEvents(
  db: Queries,
  filter: TrailFilter,
  limit: number,
  now: number,
): Promise<FoundEvents> {
  const find = (findIn: FindIn) =>
    filter.ehrId === undefined ? findNewest(findIn, filter, limit, now) : findIn(filter, limit)
  try {
    return { events: await find(findInAll(db)), missing: [] }
  } catch (error) {
    if (!(error instanceof DatabaseError && error.missingNode !== undefined)) throw error
    const missing = new Set<string>()
    return { events: await find(await findOnShards(db, missing)), missing: [...missing].sort() }
  }
}
