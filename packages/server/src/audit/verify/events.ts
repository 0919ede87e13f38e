/** Checks the events of a seal against it. */
import { type Queries, sql } from '../../db/index.ts'
import {
  type AnySeal,
  DIGEST_BYTES,
  eventDigest,
  PREFIX_BYTES,
  type Seal,
  sumDigests,
} from '../seals/seal.ts'
import { EVENT_COLUMNS, type StoredEvent } from '../seals/store.ts'

export interface TrailFault {
  /** Such as `event 4711` or `seal 12`. */
  readonly place: string
  readonly what: string
}

interface CheckedEvent extends StoredEvent {
  /** Absent in the table from before the partitions, whose columns are all part of the event. */
  readonly surplus?: boolean
}

const between = sql<CheckedEvent, [first: number, last: number, from: string, to: string]>({
  name: 'audit.eventsBetween',
  text: `select ${EVENT_COLUMNS}, e.surplus from cairn.audit_event e where e.event_id between $1 and $2
           and e.at >= $3 and e.at < $4::timestamptz + interval '1 millisecond'`,
})

const oldById = sql<CheckedEvent, [ids: readonly number[]]>({
  name: 'audit.oldEventsById',
  text: `select ${EVENT_COLUMNS} from cairn.audit_old_event e where e.event_id = any($1::bigint[])`,
})

const byId = sql<CheckedEvent, [ids: readonly number[]]>({
  name: 'audit.eventsById',
  text: `select ${EVENT_COLUMNS}, e.surplus from cairn.audit_event e where e.event_id = any($1::bigint[])`,
})

/** Events from the place where those of a seal should be: those of an old one are in the table of that time. */
const expectedEvents = (queries: Queries, seal: AnySeal): Promise<readonly CheckedEvent[]> =>
  seal.form === 2 && seal.times !== null
    ? queries.query(between, [seal.events[0] ?? 0, seal.events.at(-1) ?? 0, seal.times.from, seal.times.to])
    : queries.query(oldById, [seal.events])

/** So many are looked for one by one: an event whose time was changed is elsewhere, but is not missing. */
const FEW = 20

/** Digests of the events of a seal, in hexadecimal; undefined for those that are missing. */
async function digestsOf(queries: Queries, seal: AnySeal): Promise<readonly (string | undefined)[]> {
  const found = new Map<number, string>()
  const add = ({ event_id, surplus, ...event }: CheckedEvent) =>
    found.set(event_id, surplus ? '' : eventDigest(event_id, event))
  const wanted = new Set(seal.events)
  for (const row of await expectedEvents(queries, seal)) if (wanted.has(row.event_id)) add(row)
  const missing = seal.events.filter(id => !found.has(id))
  if (missing.length > 0 && missing.length <= FEW) (await queries.query(byId, [missing])).forEach(add)
  return seal.events.map(id => found.get(id))
}

/** The part of an event's digest that its seal has, in hexadecimal. */
function sealedDigest(seal: AnySeal, at: number): string {
  const [bytes, size] = seal.form === 1 ? [seal.digests, DIGEST_BYTES] : [seal.prefixes, PREFIX_BYTES]
  return bytes.subarray(at * size, (at + 1) * size).toString('hex')
}

const isWhole = (seal: Seal, digests: readonly (string | undefined)[]): boolean =>
  sumDigests(digests.map(digest => digest ?? '')).total.equals(seal.total)

export async function verifyEvents(queries: Queries, seal: AnySeal): Promise<readonly TrailFault[]> {
  const { number, events } = seal
  if (events.length === 0) return []
  const digests = await digestsOf(queries, seal)
  if (events.length > 1 && digests.every(digest => digest === undefined))
    return [{ place: `seal ${number}`, what: `all of its ${events.length} events are missing` }]
  const faults = events.flatMap((id, at): TrailFault[] => {
    const [place, digest] = [`event ${id}`, digests[at]]
    if (digest === undefined) return [{ place, what: `is missing: seal ${number} has it` }]
    return digest.startsWith(sealedDigest(seal, at)) && sealedDigest(seal, at) !== ''
      ? []
      : [{ place, what: `is not the one that was sealed: seal ${number}` }]
  })
  if (faults.length > 0 || seal.form === 1 || isWhole(seal, digests)) return faults
  return [{ place: `seal ${number}`, what: 'one of its events is not the one that was sealed' }]
}
