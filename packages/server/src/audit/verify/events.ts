/** Checks the events of seals against them. */
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

/** Events that are read together. Each statement on a cluster asks all its nodes. */
const TOGETHER = 5_000
/** A seal of an event that was left over long ago must not make the search read all events in between. */
const WIDEST = 4 * TOGETHER

interface Range {
  first: number
  last: number
  from: string
  to: string
}

/** The place where the events of a seal should be; undefined for one from before the partitions, whose events are in the table of that time. */
const rangeOf = (seal: AnySeal): Range | undefined =>
  seal.form === 2 && seal.times !== null
    ? { first: seal.events[0] ?? 0, last: seal.events.at(-1) ?? 0, ...seal.times }
    : undefined

const joined = (one: Range, other: Range): Range => ({
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
  from: one.from < other.from ? one.from : other.from,
  to: one.to > other.to ? one.to : other.to,
})

interface Group {
  readonly seals: AnySeal[]
  range: Range | undefined
  events: number
}

/** Seals that follow each other, in groups whose events are near each other. */
function* groupsOf(seals: readonly AnySeal[]): Generator<Group> {
  let group: Group | undefined
  for (const seal of seals) {
    const range = rangeOf(seal)
    const both = group?.range && range && joined(group.range, range)
    if (group && both && group.events + seal.events.length <= TOGETHER && both.last - both.first <= WIDEST) {
      group.seals.push(seal)
      group.range = both
      group.events += seal.events.length
    } else {
      if (group) yield group
      group = { seals: [seal], range, events: seal.events.length }
    }
  }
  if (group) yield group
}

/** Digests of events in hexadecimal, by their numbers. */
type Digests = ReadonlyMap<number, string>

/** So many are looked for one by one: an event whose time was changed is elsewhere, but is not missing. */
const FEW = 20

/** Digests of the events of these seals; missing events have none. */
async function digestsOf(queries: Queries, { seals, range }: Group): Promise<Digests> {
  const found = new Map<number, string>()
  const add = ({ event_id, surplus, ...event }: CheckedEvent) =>
    found.set(event_id, surplus ? '' : eventDigest(event_id, event))
  const wanted = new Set(seals.flatMap(({ events }) => events))
  const rows = range
    ? await queries.query(between, [range.first, range.last, range.from, range.to])
    : await queries.query(oldById, [[...wanted]])
  for (const row of rows) if (wanted.has(row.event_id)) add(row)
  for (const { events } of seals) {
    const missing = events.filter(id => !found.has(id))
    if (missing.length > 0 && missing.length <= FEW) (await queries.query(byId, [missing])).forEach(add)
  }
  return found
}

/** The part of an event's digest that its seal has, in hexadecimal. */
function sealedDigest(seal: AnySeal, at: number): string {
  const [bytes, size] = seal.form === 1 ? [seal.digests, DIGEST_BYTES] : [seal.prefixes, PREFIX_BYTES]
  return bytes.subarray(at * size, (at + 1) * size).toString('hex')
}

const isWhole = (seal: Seal, digests: readonly (string | undefined)[]): boolean =>
  sumDigests(digests.map(digest => digest ?? '')).total.equals(seal.total)

function eventFaults(seal: AnySeal, found: Digests): readonly TrailFault[] {
  const { number, events } = seal
  const digests = events.map(id => found.get(id))
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

/** Faults of the events of each seal, by its number. The events of seals that follow each other are read together. */
export async function verifyEvents(
  queries: Queries,
  seals: readonly AnySeal[],
): Promise<ReadonlyMap<number, readonly TrailFault[]>> {
  const faults = new Map<number, readonly TrailFault[]>()
  for (const group of groupsOf(seals.filter(({ events }) => events.length > 0))) {
    const found = await digestsOf(queries, group)
    for (const seal of group.seals) faults.set(seal.number, eventFaults(seal, found))
  }
  return faults
}
