/** The SQL that adds events to the audit trail, by itself or within another statement. */
import { type Database, DatabaseError, openPool, type Queries, sql } from '../db/index.ts'
import type { AuditEvent } from './audit-event.ts'

export const AUDIT_CONNECTIONS = 2

/** A separate pool, so that events are written even while requests wait for a connection. */
export const openAuditPool = (databaseUrl: string): Database =>
  openPool(databaseUrl, {
    max: AUDIT_CONNECTIONS,
    applicationName: 'cairn audit',
    statementTimeoutMs: 10_000,
    waitMs: 5000,
  })

/** True if the table of events is missing or this server may not write to it. */
export const isAuditFault = (error: unknown): boolean =>
  error instanceof DatabaseError && error.message.includes('audit_event')

/** The columns of an event and their types. */
const COLUMNS: Record<keyof AuditEvent, string> = {
  at: 'timestamptz',
  request_id: 'text',
  client_id: 'text',
  person: 'text',
  address: 'text',
  method: 'text',
  route: 'text',
  path: 'text',
  ehr_id: 'text',
  action: 'text',
  status: 'smallint',
  outcome: 'text',
  contribution_id: 'uuid',
  detail: 'jsonb',
}

const NAMES = Object.keys(COLUMNS).join(', ')
const RECORD = Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

/**
 * Parts of a WITH that add an event for each row of `t`, which has `place` and the JSON of the `event`. The part `told` then has
 * `place` and `event_id` of each.
 */
export const insertEvents = (t: string): string => `told as materialized (
    select t.place, nextval('cairn.audit_event_event_id_seq') as event_id, e.*
    from ${t}, lateral json_to_record(t.event::json) as e (${RECORD}) order by t.place
  ), event as (
    insert into cairn.audit_event (event_id, ${NAMES}) overriding system value select event_id, ${NAMES} from told
  )`

const append = sql<{ event_id: number }, [events: string]>({
  name: 'audit.append',
  text: `with ${insertEvents('json_array_elements($1::json) with ordinality as t (event, place)')}
         select event_id from told order by place`,
})

/** Adds events and returns their ids in order. */
export async function appendEvents(db: Queries, events: readonly AuditEvent[]): Promise<number[]> {
  return (await db.query(append, [JSON.stringify(events)])).map(row => row.event_id)
}
