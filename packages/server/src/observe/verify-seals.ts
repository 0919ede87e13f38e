/** Checks the chain of seals, and every event against its seal; reports events that were changed, removed or moved. */
import { type Database, type Queries, sql } from '../db/index.ts'
import { DIGEST_BYTES, eventDigest, sealDigest } from './seal.ts'
import { EVENT_COLUMNS, type SignedSeal, type StoredEvent } from './seal-store.ts'

interface TrailFault {
  /** Such as `event 4711` or `seal 12`. */
  readonly place: string
  readonly what: string
}

export interface VerifiedTrail {
  readonly events: number
  readonly seals: number
  /** Events without a seal: their server is running, or was killed recently. */
  readonly unsealed: number
  /** Events from before the first seal. */
  readonly older: number
  /** The newest seal; kept elsewhere, it proves later that the end of the chain was not removed. */
  readonly head: TrailHead | undefined
  readonly faults: readonly TrailFault[]
}

export interface TrailHead {
  readonly number: number
  /** SHA-256, hexadecimal. */
  readonly digest: string
}

interface SealRow {
  seal_number: number
  sealed_at: Date
  events: string[]
  digests: Buffer
  complete_to: number | null
  previous: Buffer | null
  digest: Buffer
  signature: string
}

const sealsAfter = sql<SealRow, [number: number, limit: number]>({
  name: 'audit.sealsAfter',
  text: `select seal_number, sealed_at, events, digests, complete_to, previous, digest, signature
         from cairn.audit_seal where seal_number > $1 order by seal_number limit $2`,
})

const eventsById = sql<StoredEvent, [ids: readonly number[]]>({
  name: 'audit.eventsById',
  text: `select ${EVENT_COLUMNS} from cairn.audit_event e where e.event_id = any($1::bigint[])`,
})

/** The ids of all sealed events; two processes may have sealed the same one. */
const SEALED = '(select distinct unnest(events) as event_id from cairn.audit_seal)'

const counts = sql<{ events: number; older: number; unsealed: number }, [first: number]>({
  name: 'audit.counts',
  text: `select count(*) as events, count(*) filter (where e.event_id <= $1) as older,
           count(*) filter (where e.event_id > $1 and sealed.event_id is null) as unsealed
         from cairn.audit_event e left join ${SEALED} sealed using (event_id)`,
  distributed: `with sealed as materialized ${SEALED}, e as materialized (select event_id from cairn.audit_event)
         select count(*) as events, count(*) filter (where e.event_id <= $1) as older,
           count(*) filter (where e.event_id > $1 and sealed.event_id is null) as unsealed
         from e left join sealed using (event_id)`,
})

const countSeals = sql<{ seals: number }>({
  name: 'audit.countSeals',
  text: 'select count(*) as seals from cairn.audit_seal',
})

/** `first`: the last event before the chain began; `last`: the last one that is known to have a seal. */
const withoutSeal = sql<{ event_id: number }, [first: number, last: number]>({
  name: 'audit.withoutSeal',
  text: `select event_id from cairn.audit_event
         where (event_id > $1 or contribution_id is not null) and event_id <= $2 and not exists (
           select 1 from ${SEALED} sealed where sealed.event_id = audit_event.event_id)
         order by event_id limit 1000`,
  distributed: `with sealed as materialized ${SEALED}, e as materialized (
           select event_id from cairn.audit_event
           where (event_id > $1 or contribution_id is not null) and event_id <= $2
         )
         select event_id from e where not exists (select 1 from sealed where sealed.event_id = e.event_id)
         order by event_id limit 1000`,
})

const sealOf = (row: SealRow): SignedSeal => ({
  number: row.seal_number,
  sealedAt: row.sealed_at.toISOString(),
  events: row.events.map(Number),
  digests: row.digests,
  completeTo: row.complete_to,
  previous: row.previous,
  digest: row.digest,
  signature: row.signature,
})

type IsSigned = (digest: Buffer, signature: string) => boolean

function* sealFaults(
  seal: SignedSeal,
  before: SignedSeal | undefined,
  isSigned: IsSigned,
): Generator<TrailFault> {
  const place = `seal ${seal.number}`
  const missing = seal.number - 1 - (before?.number ?? 0)
  if (missing > 0)
    yield {
      place,
      what: missing === 1 ? 'the seal before it is missing' : `${missing} seals before it are missing`,
    }
  else if ((before?.digest.toString('hex') ?? null) !== (seal.previous?.toString('hex') ?? null))
    yield { place, what: 'does not follow the seal before it' }
  if (!sealDigest(seal).equals(seal.digest) || !isSigned(seal.digest, seal.signature))
    yield { place, what: 'does not match its signature' }
  else if (seal.digests.length !== seal.events.length * DIGEST_BYTES)
    yield { place, what: 'has not one digest for each of its events' }
}

async function* eventFaults(queries: Queries, seal: SignedSeal): AsyncGenerator<TrailFault> {
  if (seal.events.length === 0) return
  const stored = new Map((await queries.query(eventsById, [seal.events])).map(row => [row.event_id, row]))
  for (const [at, id] of seal.events.entries()) {
    const place = `event ${id}`
    const row = stored.get(id)
    const sealed = seal.digests.subarray(at * DIGEST_BYTES, (at + 1) * DIGEST_BYTES)
    if (!row) yield { place, what: `is missing: seal ${seal.number} has it` }
    else {
      const { event_id: _id, ...event } = row
      if (eventDigest(id, event) !== sealed.toString('hex'))
        yield { place, what: `is not the one that was sealed: seal ${seal.number}` }
    }
  }
}

const PAGE = 50

interface TrailCheck {
  readonly isSigned: IsSigned
  /** The head that an earlier run printed, which must still exist. */
  readonly known?: TrailHead | undefined
  /** Told how many seals were checked, of how many. */
  readonly told?: ((checked: number, total: number) => void) | undefined
}

async function verifyIn(queries: Queries, { isSigned, known, told }: TrailCheck): Promise<VerifiedTrail> {
  const [{ seals: total = 0 } = {}] = await queries.query(countSeals)
  const faults: TrailFault[] = []
  let before: SignedSeal | undefined
  let first = 0
  let last = 0
  let seals = 0
  let isKnownThere = known === undefined
  for (;;) {
    const page = (await queries.query(sealsAfter, [before?.number ?? 0, PAGE])).map(sealOf)
    if (page.length === 0) break
    for (const seal of page) {
      faults.push(...sealFaults(seal, before, isSigned))
      for await (const fault of eventFaults(queries, seal)) faults.push(fault)
      if (before === undefined) first = seal.completeTo ?? 0
      last = Math.max(last, seal.completeTo ?? 0)
      if (seal.number === known?.number && seal.digest.toString('hex') === known.digest) isKnownThere = true
      before = seal
      seals++
    }
    told?.(seals, total)
  }
  for (const { event_id } of await queries.query(withoutSeal, [first, last]))
    faults.push({ place: `event ${event_id}`, what: 'has no seal, although those around it have' })
  if (known && !isKnownThere)
    faults.push({
      place: `seal ${known.number}`,
      what: 'is missing: the end of the trail was cut off, or made anew',
    })
  const [counted] = await queries.query(counts, [first])
  return {
    events: counted?.events ?? 0,
    older: counted?.older ?? 0,
    unsealed: counted?.unsealed ?? 0,
    seals,
    head: before && { number: before.number, digest: before.digest.toString('hex') },
    faults,
  }
}

export const verifyTrail = (db: Database, check: TrailCheck): Promise<VerifiedTrail> =>
  db.transaction(queries => verifyIn(queries, check), {
    isolation: 'repeatable read',
    readOnly: true,
  })
