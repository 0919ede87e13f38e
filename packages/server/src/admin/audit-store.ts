/** The SQL that searches the audit trail. */

import { type Queries, sql } from '../db/index.ts'
import type { EhrId } from '../ids.ts'
import { EVENT_COLUMNS, type StoredEvent } from '../observe/index.ts'

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

const NEWEST_FIRST = 'order by e.at desc, e.event_id desc'

/** Collects the values of a statement while its text is built, and returns their placeholders. */
function parameters() {
  const values: unknown[] = []
  return { values, add: (value: unknown): string => `$${values.push(value)}` }
}

/** The newest events first. */
export async function findEvents(
  db: Queries,
  filter: TrailFilter,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const { values, add } = parameters()
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
      `(e.at, e.event_id) < (${add(filter.after.at)}::timestamptz, ${add(filter.after.eventId)}::bigint)`,
    )
  const most = `limit ${add(limit)}`
  const found = (...more: string[]) =>
    `(select e.* from cairn.audit_event e where ${[...more, ...conditions, 'true'].join(' and ')} ${NEWEST_FIRST} ${most})`
  // Two sub-queries, since each can use its own database index: the EHR of an event, and events that list EHRs.
  const branches =
    filter.ehrId === undefined
      ? [found()]
      : [
          found(`e.ehr_id = ${add(filter.ehrId)}`),
          found(
            `e.detail -> 'ehrs' is not null and e.detail -> 'ehrs' @> ${add(JSON.stringify([filter.ehrId]))}::jsonb`,
            `e.ehr_id is distinct from ${add(filter.ehrId)}`,
          ),
        ]
  const search = sql<StoredEvent, readonly unknown[]>({
    name: 'audit.search',
    prepare: false,
    text: `select ${EVENT_COLUMNS} from (${branches.join(' union all ')}) e ${NEWEST_FIRST} ${most}`,
  })
  return db.query(search, values)
}
