/** Verifies everything: versions against their signatures, what repeats them against them, and sealed objects and the audit trail against their seals. */
import { performance } from 'node:perf_hooks'
import { type TrailFault, type TrailHead, type VerifiedTrail, verifyTrail } from '../../audit/index.ts'
import { workInOrder } from '../../collections/index.ts'
import type { Database } from '../../db/index.ts'
import { type SealKey, type StateFault, type VerifiedState, verifyState } from '../../seals/index.ts'
import { openVerifier } from '../../versions/index.ts'
import {
  bothOf,
  countRecords,
  countShards,
  type Fault,
  idsAfter,
  NOTHING,
  partsAfter,
  type Verified,
  verifyWhole,
} from '../../versions/verify/index.ts'
import { type Checker, openChecker } from './checker.ts'
import type { CheckedPart } from './part.ts'
import { type PartThreads, startPartThreads } from './part-threads.ts'
import type { Place } from './place.ts'
import { openTagCheck } from './tag-check.ts'

export interface Verification {
  readonly records: Verified
  /** Rows that repeat documents, for queries and look-ups, and differ from them. */
  readonly indexFaults: readonly Fault[]
  /** Definitions, accounts and rights, and tags. */
  readonly state: VerifiedState
  readonly trail: VerifiedTrail
  readonly seconds: number
}

/** The work has three parts, one after the other. */
export type VerificationPart = 'versions' | 'objects' | 'seals'

/** Told how many of a part were checked, of how many. */
export type TellVerified = (part: VerificationPart, checked: number, total: number) => void

/** The faults that were found between two places. */
export type FoundFaults =
  | { readonly part: 'versions'; readonly found: CheckedPart }
  | { readonly part: 'objects'; readonly found: readonly StateFault[] }
  | { readonly part: 'seals'; readonly found: readonly TrailFault[] }

export interface VerificationInput {
  readonly stateKey: SealKey
  /** The end of the trail that an earlier run printed, which must still exist. */
  readonly known: TrailHead | undefined
  /** The place at which an earlier run stopped: all that comes before it is left out, and all else is checked. */
  readonly after?: Place | undefined
  /** Told of the places that may be given as `after`, in their order. */
  readonly placeDone?: (place: Place, faults: FoundFaults) => void
  /** Check parts at the same time, if there are several. */
  readonly threads?: { readonly count: number; readonly databaseUrl: string }
}

interface Checkers {
  /** As many as there is work for. */
  for(parts: number): Promise<readonly Checker[]>
  close(): Promise<void>
}

/** Threads start when there are several parts, and check both records and seals. */
function openCheckers(db: Database, { stateKey, threads }: VerificationInput): Checkers {
  let started: PartThreads | undefined
  return {
    for: async parts => {
      if (threads === undefined || parts <= 1) return [await openChecker(db, stateKey)]
      const { count, databaseUrl } = threads
      started ??= startPartThreads(count, { databaseUrl, isDistributed: db.isDistributed, stateKey })
      return started.checkers
    },
    close: async () => started?.close(),
  }
}

const NONE: CheckedPart = { records: NOTHING, indexFaults: [], tagFaults: [] }

async function verifyParts(
  db: Database,
  { after, placeDone }: VerificationInput,
  checkers: Checkers,
  told: (checked: number, total: number) => void,
): Promise<CheckedPart> {
  const place = after?.part === 'versions' ? after.digits : undefined
  const left = after === undefined || after.part === 'versions' ? idsAfter(place) : undefined
  if (left === undefined) return NONE
  const total = await countRecords(db, left)
  const digits = partsAfter(place, total, await countShards(db))
  let all = NONE
  let checked = 0
  const tell = (versions: number) => {
    checked += versions
    told(checked, total)
  }
  const checks = await checkers.for(digits.length)
  await workInOrder(
    digits,
    checks.map(
      ({ records }) =>
        (part: string) =>
          records(part, tell),
    ),
    (found, part) => {
      all = {
        records: bothOf(all.records, found.records),
        indexFaults: [...all.indexFaults, ...found.indexFaults],
        tagFaults: [...all.tagFaults, ...found.tagFaults],
      }
      placeDone?.({ part: 'versions', digits: part }, { part: 'versions', found })
    },
  )
  return all
}

export async function verifyAll(
  db: Database,
  input: VerificationInput,
  told: TellVerified,
): Promise<Verification> {
  const began = performance.now()
  const { stateKey, known, after, placeDone } = input
  const checkers = openCheckers(db, input)
  try {
    const { records, indexFaults, tagFaults } = await verifyParts(db, input, checkers, (checked, total) =>
      told('versions', checked, total),
    )
    const ofTags = [...tagFaults]
    const tagCheck = openTagCheck(stateKey, faults => ofTags.push(...faults))
    const whole = await verifyWhole(db, { ofEhrs: tagCheck, ofParties: tagCheck })
    const state = await verifyState(db, stateKey, {
      after: after?.part === 'objects' ? after.object : after?.part === 'seals' ? 'all' : undefined,
      told: (checked, total) => told('objects', checked, total),
      pageDone: (object, found) => placeDone?.({ part: 'objects', object }, { part: 'objects', found }),
    })
    const { isSigned } = await openVerifier(db)
    const trail = await verifyTrail(db, {
      isSigned,
      known,
      after: after?.part === 'seals' ? after.head : undefined,
      told: (checked, total) => told('seals', checked, total),
      rangeDone: (head, found) => placeDone?.({ part: 'seals', head }, { part: 'seals', found }),
      checksFor: async ranges => (await checkers.for(ranges)).map(({ seals }) => seals),
    })
    return {
      records: { ...records, ...whole, faults: [...records.faults, ...whole.faults] },
      indexFaults,
      state: { ...state, faults: [...ofTags, ...state.faults] },
      trail,
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    await checkers.close()
  }
}
