/** Checks the chain of seals, and every event against its seal; reports events that were changed, removed, added or moved. */
import { type Database, type Queries, sql } from '../../db/index.ts'
import { type AnySeal, DIGEST_BYTES, type RemovedPart, sealDigest } from '../seals/seal.ts'
import { findRemoval, type Signed, sealsAfter } from '../seals/store.ts'
import { type TrailFault, verifyEvents } from './events.ts'
import { verifyRemoval } from './removal.ts'

export interface VerifiedTrail {
  readonly events: number
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

export interface TrailHead {
  readonly number: number
  /** SHA-256, hexadecimal. */
  readonly digest: string
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

/** Numbers are unique as long as nobody adds an event by hand. */
const twice = sql<{ event_id: number }>({
  name: 'audit.twice',
  text: `select event_id from cairn.audit_event group by event_id having count(*) > 1 order by event_id limit 1000`,
})

type IsSigned = (digest: Buffer, signature: string) => boolean

const isOfItsEvents = (seal: AnySeal): boolean =>
  seal.form === 2 || seal.digests.length === seal.events.length * DIGEST_BYTES

/** True if a seal is as it was signed. */
const isGenuine = (seal: Signed, isSigned: IsSigned): boolean =>
  sealDigest(seal).equals(seal.digest) && isSigned(seal.digest, seal.signature)

/** The beginning that is gone, if a seal says so that nobody changed. Others are faults that the walk through the chain finds. */
async function findRemoved(queries: Queries, isSigned: IsSigned): Promise<RemovedPart | undefined> {
  const seal = await findRemoval(queries)
  if (seal?.form !== 2 || seal.removed === null || !isGenuine(seal, isSigned)) return undefined
  return seal.removed.seals < seal.number ? seal.removed : undefined
}

/** The end of the chain so far. The digest is undefined if it is not known, and null before the first seal. */
interface ChainEnd {
  readonly number: number
  readonly digest: string | null | undefined
}

function* sealFaults(seal: Signed, before: ChainEnd, isSigned: IsSigned): Generator<TrailFault> {
  const place = `seal ${seal.number}`
  const missing = seal.number - 1 - before.number
  if (missing > 0)
    yield {
      place,
      what: missing === 1 ? 'the seal before it is missing' : `${missing} seals before it are missing`,
    }
  else if (before.digest !== undefined && before.digest !== (seal.previous?.toString('hex') ?? null))
    yield { place, what: 'does not follow the seal before it' }
  if (!isGenuine(seal, isSigned)) yield { place, what: 'does not match its signature' }
  else if (!isOfItsEvents(seal)) yield { place, what: 'has not one digest for each of its events' }
}

/** Its events were removed: those of a seal are all of one month. */
const isRemoved = (seal: AnySeal, gone: RemovedPart | undefined): boolean =>
  gone !== undefined && seal.form === 2 && seal.times !== null && seal.times.to < gone.before

/** Without the seals that were removed; the one after them has the digest of the last of them. */
function beginningOf(gone: RemovedPart | undefined, known: TrailHead | undefined): ChainEnd {
  if (gone === undefined) return { number: 0, digest: null }
  return { number: gone.seals, digest: known?.number === gone.seals ? known.digest : undefined }
}

interface CheckedChain {
  readonly seals: number
  readonly head: TrailHead | undefined
  /** The last event from before the chain began. */
  readonly first: number
  /** The last event that is known to have a seal. */
  readonly last: number
  readonly faults: readonly TrailFault[]
}

const PAGE = 200

interface TrailCheck {
  readonly isSigned: IsSigned
  /** The head that an earlier run printed, which must still exist. */
  readonly known?: TrailHead | undefined
  /** Told how many seals were checked, of how many. */
  readonly told?: ((checked: number, total: number) => void) | undefined
}

async function verifyChain(
  queries: Queries,
  { isSigned, known, told }: TrailCheck,
  gone: RemovedPart | undefined,
): Promise<CheckedChain> {
  const [{ seals: total = 0 } = {}] = await queries.query(countSeals)
  const faults: TrailFault[] = []
  let before = beginningOf(gone, known)
  let head: TrailHead | undefined
  let [first, last, seals, sealedBefore] = [0, 0, 0, 0]
  let isKnownThere = known === undefined || known.number <= before.number
  for (;;) {
    const page = await sealsAfter(queries, before.number, PAGE)
    if (page.length === 0) break
    const ofEvents = await verifyEvents(
      queries,
      page.filter(seal => !isRemoved(seal, gone)),
    )
    for (const seal of page) {
      faults.push(...sealFaults(seal, before, isSigned), ...(ofEvents.get(seal.number) ?? []))
      faults.push(...(await verifyRemoval(queries, seal, sealedBefore)))
      sealedBefore = Date.parse(seal.sealedAt)
      if (seal.number === 1) first = seal.completeTo ?? 0
      last = Math.max(last, seal.completeTo ?? 0)
      head = { number: seal.number, digest: seal.digest.toString('hex') }
      if (head.number === known?.number && head.digest === known.digest) isKnownThere = true
      before = head
      seals++
    }
    told?.(seals, total)
  }
  if (known && !isKnownThere)
    faults.push({
      place: `seal ${known.number}`,
      what: 'is missing: the end of the trail was cut off, or made anew',
    })
  return { seals, head, first, last, faults }
}

async function verifyIn(queries: Queries, check: TrailCheck): Promise<VerifiedTrail> {
  const gone = await findRemoved(queries, check.isSigned)
  const { first, last, seals, head, faults } = await verifyChain(queries, check, gone)
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
    seals,
    head,
    faults: [...faults, ...unexpected, ...repeated],
  }
}

export const verifyTrail = (db: Database, check: TrailCheck): Promise<VerifiedTrail> =>
  db.transaction(queries => verifyIn(queries, check), {
    isolation: 'repeatable read',
    readOnly: true,
  })
