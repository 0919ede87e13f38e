/** The filter of a search of the audit trail, and its SQL. */
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
  readonly method: string | undefined
  /** The pattern of the path, as the events have it. */
  readonly route: string | undefined
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

/** Adds a value to a statement while its text is built, and returns the text that stands for it. */
type AddValue = (value: unknown) => string

/** Events from before decision 0049 have a table of their own. */
type EventSource = 'trail' | 'old'

/** The conditions on an event `e` that are the same for all sources. */
function conditionsOf(filter: TrailFilter, add: AddValue): string[] {
  const equal: [column: string, value: string | undefined][] = [
    ['client_id', filter.clientId],
    ['person', filter.person],
    ['method', filter.method],
    ['route', filter.route],
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

type Branch = readonly [source: EventSource, ...conditions: string[]]

/** Events of one EHR. Each source and each way in which an event names an EHR has a database index of its own. */
function branchesOf(ehrId: EhrId | undefined, add: AddValue): readonly Branch[] {
  if (ehrId === undefined) return [['trail'], ['old']]
  const [id, listed] = [`${add(ehrId)}::text`, `${add(JSON.stringify([ehrId]))}::jsonb`]
  const isOther = `e.ehr_id is distinct from ${id}`
  const inDetail = [`e.detail -> 'ehrs' is not null and e.detail -> 'ehrs' @> ${listed}`, isOther] as const
  const inList = `e.listed @> array[${add(hexIds(ehrId))}::text collate "C"]`
  return [
    ['trail', `e.ehr = ${id}::uuid`],
    ['old', `e.ehr_id = ${id}`],
    ['trail', 'e.is_list', inList, isOther],
    ['trail', 'e.may_list', ...inDetail],
    ['old', ...inDetail],
  ]
}

/** A SELECT of the newest events in these sources. */
export function printSearch(
  filter: TrailFilter,
  limit: number,
  add: AddValue,
  sources: Readonly<Record<EventSource, string>>,
): string {
  const conditions = conditionsOf(filter, add)
  const most = `limit ${add(limit)}`
  const found = branchesOf(filter.ehrId, add).map(([source, ...more]) => {
    const where = [...more, ...conditions, 'true'].join(' and ')
    return `(select ${SOURCE_COLUMNS} from ${sources[source]} e where ${where} ${NEWEST_FIRST} ${most})`
  })
  return `select ${EVENT_COLUMNS} from (${found.join(' union all ')}) e ${NEWEST_FIRST} ${most}`
}

/** Finds the newest events of a part of the trail. */
export type FindIn = (filter: TrailFilter, limit: number) => Promise<readonly StoredEvent[]>
