/** The SQL of seals, and of events as they are sealed. */
import { type Queries, sql } from '../db/index.ts'
import type { AuditEvent } from './audit-event.ts'
import type { Seal } from './seal.ts'

export interface SignedSeal extends Seal {
  readonly digest: Buffer
  readonly signature: string
}

/** An event as it stands in the database. */
export interface StoredEvent extends AuditEvent {
  readonly event_id: number
}

/** With microseconds, so that every change of the time is noticed. */
const ISO = (column: string) =>
  `regexp_replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z$', 'Z')`

/** The columns of an event `e` as an `AuditEvent` has them. */
export const EVENT_COLUMNS = `e.event_id, ${ISO('e.at')} as at, e.request_id, e.client_id, e.person, e.address, e.method,
  e.route, e.path, e.ehr_id, e.action::text as action, e.status, e.outcome, e.contribution_id, e.detail`

const insert = sql<
  { seal_number: number },
  [
    number: number,
    sealedAt: string,
    events: readonly number[],
    digests: Buffer,
    completeTo: number | null,
    previous: Buffer | null,
    digest: Buffer,
    signature: string,
  ]
>({
  name: 'audit.seal',
  text: `insert into cairn.audit_seal
           (seal_number, sealed_at, events, digests, complete_to, previous, digest, signature)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning seal_number`,
})

/** False when another process has written a seal of this number. */
export async function insertSeal(db: Queries, seal: SignedSeal): Promise<boolean> {
  const { number, sealedAt, events, digests, completeTo, previous, digest, signature } = seal
  const values = [number, sealedAt, events, digests, completeTo, previous, digest, signature] as const
  return (await db.query(insert, [...values])).length > 0
}

const newest = sql<{ seal_number: number; digest: Buffer }>({
  name: 'audit.newestSeal',
  text: 'select seal_number, digest from cairn.audit_seal order by seal_number desc limit 1',
})

export type ChainHead = Pick<SignedSeal, 'number' | 'digest'>

/** Finds the newest seal; undefined if there is none yet. */
export async function findHead(db: Queries): Promise<ChainHead | undefined> {
  const [row] = await db.query(newest)
  return row && { number: row.seal_number, digest: row.digest }
}

const lastEvent = sql<{ event_id: number }, [before: string]>({
  name: 'audit.lastEvent',
  text: `select coalesce(max(event_id), 0) as event_id from (
           select event_id from cairn.audit_event where at < $1 order by at desc limit 1000) e`,
})

/** The id of the last event from before a time; 0 where there is none. */
export async function lastEventBefore(db: Queries, time: string): Promise<number> {
  return (await db.query(lastEvent, [time]))[0]?.event_id ?? 0
}

const lastComplete = sql<{ complete_to: number; sealed_at: Date }>({
  name: 'audit.lastComplete',
  text: `select complete_to, sealed_at from cairn.audit_seal where complete_to is not null
         order by seal_number desc limit 1`,
})

const MOST_FOUND = 10_000

const unsealed = sql<StoredEvent, [after: number, upTo: number, since: string]>({
  name: 'audit.unsealed',
  text: `select ${EVENT_COLUMNS} from cairn.audit_event e
         where e.event_id > $1 and e.event_id <= $2 and not exists (
           select from (select unnest(events) as event_id from cairn.audit_seal where sealed_at > $3) sealed
           where sealed.event_id = e.event_id)
         order by e.event_id limit ${MOST_FOUND}`,
  distributed: `with sealed as materialized (
             select unnest(events) as event_id from cairn.audit_seal where sealed_at > $3
           ), event as materialized (
             select ${EVENT_COLUMNS} from cairn.audit_event e where e.event_id > $1 and e.event_id <= $2
           )
         select e.* from event e where not exists (select 1 from sealed where sealed.event_id = e.event_id)
         order by e.event_id limit ${MOST_FOUND}`,
})

/** Seals of events that came after a search were written at most this long before it. */
const MARGIN_MS = 10 * 60_000

export interface UnsealedSearch {
  /** Events without a seal. */
  readonly found: readonly StoredEvent[]
  /** Once those are sealed, all up to this one have a seal. */
  readonly completeTo: number
}

/** Finds events without a seal, from the last search up to an event; undefined if there are no new events. */
export async function findUnsealed(db: Queries, upTo: number): Promise<UnsealedSearch | undefined> {
  const [last] = await db.query(lastComplete)
  if (!last || last.complete_to >= upTo) return undefined
  const since = new Date(last.sealed_at.getTime() - MARGIN_MS).toISOString()
  const found = await db.query(unsealed, [last.complete_to, upTo, since])
  return { found, completeTo: found.length < MOST_FOUND ? upTo : (found.at(-1)?.event_id ?? upTo) }
}
