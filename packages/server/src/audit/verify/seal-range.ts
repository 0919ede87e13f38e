/** Checks seals that follow each other, and the events of them. How one range follows another is seen by its ends. */
import type { Database, Queries } from '../../db/index.ts'
import { type AnySeal, DIGEST_BYTES, type RemovedPart, sealDigest } from '../seals/seal.ts'
import { findRemoval, type Signed, sealsAfter } from '../seals/store.ts'
import { type TrailFault, verifyEvents } from './events.ts'
import { verifyRemoval } from './removal.ts'

export interface TrailHead {
  readonly number: number
  /** SHA-256, hexadecimal. */
  readonly digest: string
}

/** Seals after a number, up to another. */
export interface SealRange {
  readonly after: number
  readonly upTo: number
}

/** Plain values, since another thread may have checked them. */
export interface CheckedSeals {
  readonly seals: number
  /** Seals up to this one were removed. */
  readonly gone: number
  /** The first seal, with the digest that it says the one before it has. */
  readonly first: { readonly number: number; readonly previous: string | null } | undefined
  readonly head: TrailHead | undefined
  readonly faults: readonly TrailFault[]
}

/** Told how many seals were checked since it was last told. */
type TellSeals = (seals: number) => void

/** Checks a range in a snapshot of its own. */
export type CheckSeals = (range: SealRange, told: TellSeals) => Promise<CheckedSeals>

export type IsSigned = (digest: Buffer, signature: string) => boolean

const isOfItsEvents = (seal: AnySeal): boolean =>
  seal.form === 2 || seal.digests.length === seal.events.length * DIGEST_BYTES

/** True if a seal is as it was signed. */
const isGenuine = (seal: Signed, isSigned: IsSigned): boolean =>
  sealDigest(seal).equals(seal.digest) && isSigned(seal.digest, seal.signature)

/** The beginning that is gone, if a seal says so that nobody changed. Others are faults that the walk through the chain finds. */
export async function findRemoved(queries: Queries, isSigned: IsSigned): Promise<RemovedPart | undefined> {
  const seal = await findRemoval(queries)
  if (seal?.form !== 2 || seal.removed === null || !isGenuine(seal, isSigned)) return undefined
  return seal.removed.seals < seal.number ? seal.removed : undefined
}

/** Its events were removed: those of a seal are all of one month. */
const isRemoved = (seal: AnySeal, gone: RemovedPart | undefined): boolean =>
  gone !== undefined && seal.form === 2 && seal.times !== null && seal.times.to < gone.before

/** The end of the chain so far. The digest is undefined if it is not known, and null before the first seal. */
export interface ChainEnd {
  readonly number: number
  readonly digest: string | null | undefined
}

/** The fault of a seal that does not follow the end of the chain before it. */
export function* orderFaults(
  { number, previous }: NonNullable<CheckedSeals['first']>,
  before: ChainEnd,
): Generator<TrailFault> {
  const [place, missing] = [`seal ${number}`, number - 1 - before.number]
  if (missing > 0)
    yield {
      place,
      what: missing === 1 ? 'the seal before it is missing' : `${missing} seals before it are missing`,
    }
  else if (before.digest !== undefined && before.digest !== previous)
    yield { place, what: 'does not follow the seal before it' }
}

const firstOf = ({ number, previous }: Signed): NonNullable<CheckedSeals['first']> => ({
  number,
  previous: previous?.toString('hex') ?? null,
})

function* sealFaults(seal: Signed, before: ChainEnd | undefined, isSigned: IsSigned): Generator<TrailFault> {
  const place = `seal ${seal.number}`
  if (before) yield* orderFaults(firstOf(seal), before)
  if (!isGenuine(seal, isSigned)) yield { place, what: 'does not match its signature' }
  else if (!isOfItsEvents(seal)) yield { place, what: 'has not one digest for each of its events' }
}

/** Seals that are read together. */
const PAGE = 200

/** The time of the seal with this number, in milliseconds since 1970; 0 if there is none. */
async function sealedAt(queries: Queries, number: number): Promise<number> {
  const [seal] = await sealsAfter(queries, number - 1, 1)
  return seal?.number === number ? Date.parse(seal.sealedAt) : 0
}

async function checkRange(
  queries: Queries,
  isSigned: IsSigned,
  { after, upTo }: SealRange,
  told: TellSeals,
): Promise<CheckedSeals> {
  const removed = await findRemoved(queries, isSigned)
  const gone = removed?.seals ?? 0
  const begin = Math.max(after, gone)
  const faults: TrailFault[] = []
  let first: CheckedSeals['first']
  let head: TrailHead | undefined
  let [seals, sealedBefore] = [0, await sealedAt(queries, begin)]
  for (;;) {
    const page = await sealsAfter(queries, head?.number ?? begin, PAGE)
    const within = page.filter(({ number }) => number <= upTo)
    const ofEvents = await verifyEvents(
      queries,
      within.filter(seal => !isRemoved(seal, removed)),
    )
    for (const seal of within) {
      faults.push(...sealFaults(seal, head, isSigned), ...(ofEvents.get(seal.number) ?? []))
      faults.push(...(await verifyRemoval(queries, seal, sealedBefore)))
      sealedBefore = Date.parse(seal.sealedAt)
      first ??= firstOf(seal)
      head = { number: seal.number, digest: seal.digest.toString('hex') }
      seals++
    }
    told(within.length)
    if (within.length < PAGE) return { seals, gone, first, head, faults }
  }
}

export const SNAPSHOT = { isolation: 'repeatable read', readOnly: true } as const

export const openSealCheck =
  (db: Database, isSigned: IsSigned): CheckSeals =>
  (range, told) =>
    db.transaction(queries => checkRange(queries, isSigned, range, told), SNAPSHOT)
