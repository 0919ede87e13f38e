/** The SQL of seals, and of events as they are sealed. */
import { type Queries, sql } from '../../db/index.ts'
import type { AuditEvent } from '../event.ts'
import type { AnySeal, Seal } from './seal.ts'

export type Signed<Kind extends AnySeal = AnySeal> = Kind & {
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

/** The largest distance of an event from the first of its seal. */
export const FARTHEST_EVENT = 32_767

interface SealRow {
  seal_number: number
  sealed_at: Date
  events: string[] | null
  digests: Buffer
  complete_to: number | null
  previous: Buffer | null
  digest: Buffer
  signature: string
  first_event: number | null
  event_count: number | null
  offsets: number[] | null
  from_at: Date | null
  to_at: Date | null
  total: Buffer | null
  removed_before: Date | null
  removed_to: number | null
  state_number: number | null
  state_chain: Buffer | null
}

const COLUMNS: Readonly<Record<keyof Omit<SealRow, 'events'>, string>> = {
  seal_number: 'bigint',
  sealed_at: 'timestamptz',
  digests: 'bytea',
  complete_to: 'bigint',
  previous: 'bytea',
  digest: 'bytea',
  signature: 'text',
  first_event: 'bigint',
  event_count: 'integer',
  offsets: 'smallint[]',
  from_at: 'timestamptz',
  to_at: 'timestamptz',
  total: 'bytea',
  removed_before: 'timestamptz',
  removed_to: 'bigint',
  state_number: 'bigint',
  state_chain: 'bytea',
}

const NAMES = Object.keys(COLUMNS).join(', ')

const insert = sql<{ seal_number: number }, readonly unknown[]>({
  name: 'audit.seal',
  text: `insert into cairn.audit_seal (${NAMES})
         values (${Object.values(COLUMNS)
           .map((type, at) => `$${at + 1}::${type}`)
           .join(', ')})
         on conflict do nothing returning seal_number`,
})

/** Distances from the first; null if the events follow each other without a gap. */
function offsetsOf(events: readonly number[]): readonly number[] | null {
  const [first = 0] = events
  const offsets = events.map(event => event - first)
  return offsets.every((offset, at) => offset === at) ? null : offsets
}

/** False when another process has written a seal of this number. */
export async function insertSeal(db: Queries, seal: Signed<Seal>): Promise<boolean> {
  const { number, sealedAt, events, prefixes, total, times, completeTo, removed, state, previous } = seal
  const values: Readonly<Record<keyof typeof COLUMNS, unknown>> = {
    seal_number: number,
    sealed_at: sealedAt,
    digests: prefixes,
    complete_to: completeTo,
    previous,
    digest: seal.digest,
    signature: seal.signature,
    first_event: events[0] ?? null,
    event_count: events.length,
    offsets: offsetsOf(events),
    from_at: times?.from ?? null,
    to_at: times?.to ?? null,
    total,
    removed_before: removed?.before ?? null,
    removed_to: removed?.seals ?? null,
    state_number: state?.number ?? null,
    state_chain: state?.chain ?? null,
  }
  return (await db.query(insert, Object.values(values))).length > 0
}

const sealsFrom = sql<SealRow, [number: number, limit: number]>({
  name: 'audit.sealsAfter',
  text: `select events, ${NAMES} from cairn.audit_seal where seal_number > $1 order by seal_number limit $2`,
})

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const eventsOf = ({ first_event: first, event_count: count, offsets }: SealRow): readonly number[] =>
  first === null
    ? []
    : (offsets?.map(offset => first + offset) ?? Array.from({ length: count ?? 0 }, (_, at) => first + at))

const stateOf = ({ state_number: number, state_chain: chain }: SealRow): Seal['state'] =>
  number === null || chain === null ? null : { number, chain }

function sealOf(row: SealRow): Signed {
  const base = {
    number: row.seal_number,
    sealedAt: row.sealed_at.toISOString(),
    completeTo: row.complete_to,
    previous: row.previous,
    digest: row.digest,
    signature: row.signature,
  }
  if (row.events !== null) return { ...base, form: 1, events: row.events.map(Number), digests: row.digests }
  const [from, to, before] = [iso(row.from_at), iso(row.to_at), iso(row.removed_before)]
  return {
    ...base,
    form: 2,
    events: eventsOf(row),
    prefixes: row.digests,
    total: row.total ?? Buffer.alloc(0),
    times: from === null || to === null ? null : { from, to },
    removed: before === null ? null : { before, seals: row.removed_to ?? 0 },
    state: stateOf(row),
  }
}

/** Seals after a number, in their order. */
export const sealsAfter = async (db: Queries, number: number, limit: number): Promise<readonly Signed[]> =>
  (await db.query(sealsFrom, [number, limit])).map(sealOf)

const lastRemoval = sql<SealRow>({
  name: 'audit.lastRemoval',
  text: `select events, ${NAMES} from cairn.audit_seal where removed_before is not null
         order by seal_number desc limit 1`,
})

/** The seal that says which part of the trail is gone; undefined if nothing was removed. */
export async function findRemoval(db: Queries): Promise<Signed | undefined> {
  const [row] = await db.query(lastRemoval)
  return row && sealOf(row)
}

const newest = sql<{ seal_number: number; digest: Buffer }>({
  name: 'audit.newestSeal',
  text: 'select seal_number, digest from cairn.audit_seal order by seal_number desc limit 1',
})

export type ChainHead = Pick<Signed, 'number' | 'digest'>

/** Finds the newest seal; undefined if there is none yet. */
export async function findHead(db: Queries): Promise<ChainHead | undefined> {
  const [row] = await db.query(newest)
  return row && { number: row.seal_number, digest: row.digest }
}

const newestEvent = sql<{ event_id: number }>({
  name: 'audit.lastEvent',
  text: 'select coalesce(max(event_id), 0) as event_id from cairn.audit_event',
})

/** The id of the last event; 0 if there is none. */
export const lastEvent = async (db: Queries): Promise<number> =>
  (await db.query(newestEvent))[0]?.event_id ?? 0

const givenNumber = sql<{ event_id: number }>({
  name: 'audit.lastNumber',
  text: `select case when is_called then last_value else last_value - 1 end as event_id from cairn.audit_event_event_id_seq`,
})

/** The last number that was given to an event, be it stored or not. */
export const lastEventNumber = async (db: Queries): Promise<number> =>
  (await db.query(givenNumber))[0]?.event_id ?? 0

/** The last seals that say up to which event all are sealed, the newest first. One of them may be of a removal, which repeats what it found. */
const lastComplete = sql<{ complete_to: number; seal_number: number }>({
  name: 'audit.lastComplete',
  text: `select complete_to, seal_number from cairn.audit_seal where complete_to is not null
         order by seal_number desc limit 3`,
})

/** All events up to this one have a seal; undefined if there is no seal yet. */
export const findComplete = async (db: Queries): Promise<number | undefined> =>
  (await db.query(lastComplete))[0]?.complete_to

const MOST_FOUND = 10_000

const unsealed = sql<StoredEvent, [after: number, upTo: number, seal: number]>({
  name: 'audit.unsealed',
  text: `select ${EVENT_COLUMNS} from cairn.audit_event e
         where e.event_id > $1 and e.event_id <= $2 and not exists (
           select from (select event_id from cairn.audit_sealed where seal_number > $3) sealed
           where sealed.event_id = e.event_id)
         order by e.event_id limit ${MOST_FOUND}`,
  distributed: `with sealed as materialized (
             select event_id from cairn.audit_sealed where seal_number > $3
           ), event as materialized (
             select ${EVENT_COLUMNS} from cairn.audit_event e where e.event_id > $1 and e.event_id <= $2
           )
         select e.* from event e where not exists (select 1 from sealed where sealed.event_id = e.event_id)
         order by e.event_id limit ${MOST_FOUND}`,
})

export interface UnsealedSearch {
  /** Events without a seal. */
  readonly found: readonly StoredEvent[]
  /** Once those are sealed, all up to this one have a seal. */
  readonly completeTo: number
}

/**
 * Finds events without a seal up to a number, from the last search on; undefined if there are no new events. Seals of those events came after the
 * searches before the last one, or else the event gets a second seal, which does no harm.
 */
export async function findUnsealed(db: Queries, upTo: number): Promise<UnsealedSearch | undefined> {
  const [last, ...before] = await db.query(lastComplete)
  if (!last || last.complete_to >= upTo) return undefined
  const found = await db.query(unsealed, [last.complete_to, upTo, before.at(-1)?.seal_number ?? 0])
  return { found, completeTo: found.length < MOST_FOUND ? upTo : (found.at(-1)?.event_id ?? upTo) }
}
