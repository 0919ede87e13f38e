/** The SQL that searches the audit trail. */

import { type Queries, sql } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { EVENT_COLUMNS, type StoredEvent } from '../seals/store.ts'
import { hexIds } from '../trail/row.ts'

/** The last event of the previous page; the next page begins after it. */
export interface TrailPosition {
  readonly at: string
  readonly eventId: number
}

export interface TrailFilter {
  /** Lower case. */
  readonly ehrId: EhrId | undefined
  readonly clientId: string | undefined
  readonly person: string | undefined
  readonly action: string | undefined
  readonly outcome: string | undefined
  /** Events of this time and later; ISO 8601. */
  readonly from: string | undefined
  /** Events before this time. */
  readonly to: string | undefined
  readonly after: TrailPosition | undefined
}

/** Of every source, in the same order. */
const SOURCE_COLUMNS = `e.event_id, e.at, e.request_id, e.client_id, e.person, e.address, e.method, e.route, e.path, e.ehr_id,
  e.action::text as action, e.status, e.outcome, e.contribution_id, e.detail`

const NEWEST_FIRST = 'order by e.at desc, e.event_id desc'

/** Collects the values of a statement while its text is built, and returns their placeholders. */
function parameters() {
  const values: unknown[] = []
  return { values, add: (value: unknown): string => `$${values.push(value)}` }
}

type AddParameter = ReturnType<typeof parameters>['add']

/** The conditions on an event `e` that are the same for all sources. */
function conditionsOf(filter: TrailFilter, add: AddParameter): string[] {
  const equal: [column: string, value: string | undefined][] = [
    ['client_id', filter.clientId],
    ['person', filter.person],
    ['action', filter.action],
    ['outcome', filter.outcome],
  ]
  const conditions = equal.flatMap(([column, value]) =>
    value === undefined ? [] : [`e.${column} = ${add(value)}`],
  )
  if (filter.from !== undefined) conditions.push(`e.at >= ${add(filter.from)}::timestamptz`)
  if (filter.to !== undefined) conditions.push(`e.at < ${add(filter.to)}::timestamptz`)
  if (filter.after)
    conditions.push(
      // The time by itself tells the database which partitions it need not read.
      `e.at <= ${add(filter.after.at)}::timestamptz`,
      `(e.at, e.event_id) < (${add(filter.after.at)}::timestamptz, ${add(filter.after.eventId)}::bigint)`,
    )
  return conditions
}

/** Events of one EHR. Each source and each way in which an event names an EHR has a database index of its own. */
function branchesOf(ehrId: EhrId, add: AddParameter): [source: string, ...conditions: string[]][] {
  const [id, listed] = [`${add(ehrId)}::text`, `${add(JSON.stringify([ehrId]))}::jsonb`]
  const isOther = `e.ehr_id is distinct from ${id}`
  const inDetail = [`e.detail -> 'ehrs' is not null and e.detail -> 'ehrs' @> ${listed}`, isOther] as const
  const inList = `e.listed @> array[${add(hexIds(ehrId))}::text collate "C"]`
  return [
    ['cairn.audit_trail_event', `e.ehr = ${id}::uuid`],
    ['cairn.audit_old_event', `e.ehr_id = ${id}`],
    ['cairn.audit_trail_event', 'e.is_list', inList, isOther],
    ['cairn.audit_trail_event', 'e.may_list', ...inDetail],
    ['cairn.audit_old_event', ...inDetail],
  ]
}

async function findIn(db: Queries, filter: TrailFilter, limit: number): Promise<readonly StoredEvent[]> {
  const { values, add } = parameters()
  const conditions = conditionsOf(filter, add)
  const most = `limit ${add(limit)}`
  const branches = filter.ehrId === undefined ? [['cairn.audit_event']] : branchesOf(filter.ehrId, add)
  const found = branches.map(
    ([source, ...more]) =>
      `(select ${SOURCE_COLUMNS} from ${source} e where ${[...more, ...conditions, 'true'].join(' and ')} ${NEWEST_FIRST} ${most})`,
  )
  const search = sql<StoredEvent, readonly unknown[]>({
    name: 'audit.search',
    prepare: false,
    text: `select ${EVENT_COLUMNS} from (${found.join(' union all ')}) e ${NEWEST_FIRST} ${most}`,
  })
  return db.query(search, values)
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
  db: Queries,
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
    found.push(...(await findIn(db, { ...filter, from, to }, limit - found.length)))
    if (isLast) break
    end -= length
    to = from
  }
  return found
}

/** The newest events first. `now`: milliseconds since 1970. */
export const findEvents = (
  db: Queries,
  filter: TrailFilter,
  limit: number,
  now: number,
): Promise<readonly StoredEvent[]> =>
  filter.ehrId === undefined ? findNewest(db, filter, limit, now) : findIn(db, filter, limit)
