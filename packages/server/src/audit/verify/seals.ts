/** Checks the chain of seals, and every event against its seal; reports events that were changed, removed, added or moved. */
import { workInOrder } from '../../collections/index.ts'
import { type Database, type Queries, sql } from '../../db/index.ts'
import type { RemovedPart } from '../seals/seal.ts'
import { findComplete, findHead, sealsAfter } from '../seals/store.ts'
import type { TrailFault } from './events.ts'
import {
  type ChainEnd,
  type CheckedSeals,
  type CheckSeals,
  findRemoved,
  type IsSigned,
  openSealCheck,
  orderFaults,
  type SealRange,
  SNAPSHOT,
  type TrailHead,
} from './seal-range.ts'

export interface VerifiedTrail {
  readonly events: number
  /** Those that were checked. */
  readonly seals: number
  /** Events without a seal: their server is running, or was killed recently. */
  readonly unsealed: number
  /** Events from before the first seal. */
  readonly older: number
  /** Events from before this time were removed, since the trail is kept for some months only. */
  readonly begins: string | undefined
  /** The newest seal; kept elsewhere, it proves later that the end of the chain was not removed. */
  readonly head: TrailHead | undefined
  readonly faults: readonly TrailFault[]
}

/** The ids of all sealed events. */
const SEALED = '(select distinct event_id from cairn.audit_sealed)'

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

/** Numbers are unique as long as nobody adds an event by hand. */
const twice = sql<{ event_id: number }>({
  name: 'audit.twice',
  text: `select event_id from cairn.audit_event group by event_id having count(*) > 1 order by event_id limit 1000`,
})

export interface TrailCheck {
  readonly isSigned: IsSigned
  /** The head that an earlier run printed, which must still exist. */
  readonly known?: TrailHead | undefined
  /** The end of what an earlier run has checked: only the seals after it are checked, and their events. */
  readonly after?: TrailHead | undefined
  /** Told how many seals were checked, of how many. */
  readonly told?: ((checked: number, total: number) => void) | undefined
  /** Told of each range in its order: its end may be given as `after`. */
  readonly rangeDone?: ((end: TrailHead, faults: readonly TrailFault[]) => void) | undefined
  /** Ranges are checked at the same time by as many as it gives, for a number of ranges. */
  readonly checksFor?: ((ranges: number) => Promise<readonly CheckSeals[]>) | undefined
}

/** Without the seals that were removed; the one after them has the digest of the last of them. */
function beginningOf(gone: RemovedPart | undefined, { known, after }: TrailCheck): ChainEnd {
  const removed = gone?.seals ?? 0
  if (after && after.number >= removed) return after
  if (removed === 0) return { number: 0, digest: null }
  return { number: removed, digest: known?.number === removed ? known.digest : undefined }
}

/** So many are a range: their events are read in one snapshot. */
const SEALS = 1000

/** The last one has no end, for seals that are added meanwhile. */
function rangesBetween(begin: number, end: number): readonly SealRange[] {
  const count = Math.max(Math.ceil((end - begin) / SEALS), 1)
  return Array.from({ length: count }, (_, at) => ({
    after: begin + at * SEALS,
    upTo: at === count - 1 ? Number.MAX_SAFE_INTEGER : begin + (at + 1) * SEALS,
  }))
}

interface CheckedChain {
  readonly seals: number
  readonly head: TrailHead | undefined
  readonly faults: readonly TrailFault[]
}

async function verifyChain(db: Database, check: TrailCheck, begin: ChainEnd): Promise<CheckedChain> {
  const { isSigned, checksFor, told, rangeDone } = check
  const newest = (await findHead(db))?.number ?? 0
  const ranges = rangesBetween(begin.number, newest)
  const checks = (await checksFor?.(ranges.length)) ?? [openSealCheck(db, isSigned)]
  let [seals, toldSeals, before] = [0, 0, begin]
  let head: TrailHead | undefined
  const faults: TrailFault[] = []
  const tell = (more: number): void => {
    toldSeals += more
    told?.(toldSeals, Math.max(newest - begin.number, toldSeals))
  }
  const join = (part: CheckedSeals): void => {
    // Seals may be removed while others are checked.
    if (part.gone > before.number) before = { number: part.gone, digest: undefined }
    const found = [...(part.first ? orderFaults(part.first, before) : []), ...part.faults]
    faults.push(...found)
    seals += part.seals
    if (part.head === undefined) return
    head = part.head
    before = head
    rangeDone?.(head, found)
  }
  await workInOrder(
    ranges,
    checks.map(each => (range: SealRange) => each(range, tell)),
    join,
  )
  return { seals, head, faults }
}

async function missingFaults(
  queries: Queries,
  heads: readonly (TrailHead | undefined)[],
  gone: number,
): Promise<TrailFault[]> {
  const faults: TrailFault[] = []
  for (const head of heads) {
    if (head === undefined || head.number <= gone) continue
    const [seal] = await sealsAfter(queries, head.number - 1, 1)
    if (seal?.number !== head.number || seal.digest.toString('hex') !== head.digest)
      faults.push({
        place: `seal ${head.number}`,
        what: 'is missing: the end of the trail was cut off, or made anew',
      })
  }
  return faults
}

/** After all ranges. */
async function verifyWhole(queries: Queries, { isSigned, known, after }: TrailCheck, chain: CheckedChain) {
  const gone = await findRemoved(queries, isSigned)
  const [oldest] = await sealsAfter(queries, 0, 1)
  // The last event before the chain began, and the last one that is known to have a seal.
  const first = oldest?.number === 1 ? (oldest.completeTo ?? 0) : 0
  const last = (await findComplete(queries)) ?? 0
  const missing = await missingFaults(queries, [known, after], gone?.seals ?? 0)
  const unexpected = (await queries.query(withoutSeal, [first, last])).map(({ event_id }) => ({
    place: `event ${event_id}`,
    what: 'has no seal, although those around it have',
  }))
  const repeated = (await queries.query(twice)).map(({ event_id }) => ({
    place: `event ${event_id}`,
    what: 'is there more than once',
  }))
  const [counted] = await queries.query(counts, [first])
  return {
    events: counted?.events ?? 0,
    older: counted?.older ?? 0,
    unsealed: counted?.unsealed ?? 0,
    begins: gone?.before,
    seals: chain.seals,
    head: chain.head ?? after,
    faults: [...chain.faults, ...missing, ...unexpected, ...repeated],
  }
}

export async function verifyTrail(db: Database, check: TrailCheck): Promise<VerifiedTrail> {
  const gone = await db.transaction(queries => findRemoved(queries, check.isSigned), SNAPSHOT)
  const chain = await verifyChain(db, check, beginningOf(gone, check))
  return db.transaction(queries => verifyWhole(queries, check, chain), SNAPSHOT)
}
