/** Verifies everything: versions against their signatures, what repeats them against them, and sealed objects and the audit trail against their seals. */
import { performance } from 'node:perf_hooks'
import { type TrailHead, type VerifiedTrail, verifyTrail } from '../../audit/index.ts'
import type { Database } from '../../db/index.ts'
import { type SealKey, type StateFault, type VerifiedState, verifyState } from '../../seals/index.ts'
import { openVerifier } from '../../versions/index.ts'
import {
  bothOf,
  countRecords,
  type Fault,
  idsAfter,
  NOTHING,
  partsAfter,
  type Verified,
  verifyWhole,
} from '../../versions/verify/index.ts'
import { type CheckedPart, type CheckPart, openPartCheck, type TellVersions } from './part.ts'
import { startPartThreads } from './part-threads.ts'
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

/** The work has two parts, one after the other. */
export type VerificationPart = 'versions' | 'seals'

/** Told how many of a part were checked, of how many. */
export type TellVerified = (part: VerificationPart, checked: number, total: number) => void

export interface VerificationInput {
  readonly stateKey: SealKey
  /** The end of the trail that an earlier run printed, which must still exist. */
  readonly known: TrailHead | undefined
  /** The place at which an earlier run stopped: its records are left out, and all else is checked. */
  readonly after?: string | undefined
  /** Told of each part in the order of their places, the last of which may be given as `after`. */
  readonly partDone?: (place: string, part: CheckedPart) => void
  /** Check parts at the same time, if there are several. */
  readonly threads?: { readonly count: number; readonly databaseUrl: string }
}

/** Each check takes the next part when it has done one. `done` is told in the order of the parts. */
async function checkParts(
  places: readonly string[],
  checks: readonly CheckPart[],
  told: TellVersions,
  done: (place: string, part: CheckedPart) => void,
): Promise<void> {
  const waiting = [...places]
  const checked = new Map<string, CheckedPart>()
  let next = 0
  const tell = (): void => {
    for (let part = checked.get(places[next] ?? ''); part; part = checked.get(places[next] ?? '')) {
      const place = places[next++] ?? ''
      checked.delete(place)
      done(place, part)
    }
  }
  const work = async (check: CheckPart): Promise<void> => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      checked.set(place, await check(place, told))
      tell()
    }
  }
  await Promise.all(checks.map(work))
}

async function verifyParts(
  db: Database,
  { stateKey, after, threads, partDone }: VerificationInput,
  told: (checked: number, total: number) => void,
): Promise<CheckedPart> {
  const left = idsAfter(after)
  const total = left === undefined ? 0 : await countRecords(db, left)
  const places = left === undefined ? [] : partsAfter(after, total)
  let all: CheckedPart = { records: NOTHING, indexFaults: [], tagFaults: [] }
  let checked = 0
  const tell = (versions: number) => {
    checked += versions
    told(checked, total)
  }
  const done = (place: string, part: CheckedPart) => {
    all = {
      records: bothOf(all.records, part.records),
      indexFaults: [...all.indexFaults, ...part.indexFaults],
      tagFaults: [...all.tagFaults, ...part.tagFaults],
    }
    partDone?.(place, part)
  }
  if (threads === undefined || places.length === 1) {
    await checkParts(places, [await openPartCheck(db, stateKey)], tell, done)
    return all
  }
  const { databaseUrl, count } = threads
  const started = startPartThreads(count, { databaseUrl, isDistributed: db.isDistributed, stateKey })
  try {
    await checkParts(places, started.checks, tell, done)
  } finally {
    await started.close()
  }
  return all
}

export async function verifyAll(
  db: Database,
  input: VerificationInput,
  told: TellVerified,
): Promise<Verification> {
  const began = performance.now()
  const { stateKey, known } = input
  const { records, indexFaults, tagFaults } = await verifyParts(db, input, (checked, total) =>
    told('versions', checked, total),
  )
  const ofTags = [...tagFaults]
  const tagCheck = openTagCheck(stateKey, faults => ofTags.push(...faults))
  const whole = await verifyWhole(db, { ofEhrs: tagCheck, ofParties: tagCheck })
  const state = await verifyState(db, stateKey)
  const { isSigned } = await openVerifier(db)
  const trail = await verifyTrail(db, {
    isSigned,
    known,
    told: (checked, total) => told('seals', checked, total),
  })
  return {
    records: { ...records, ...whole, faults: [...records.faults, ...whole.faults] },
    indexFaults,
    state: { ...state, faults: [...ofTags, ...state.faults] },
    trail,
    seconds: (performance.now() - began) / 1000,
  }
}

export const printHead = ({ number, digest }: TrailHead): string => `${number}:${digest}`

/** Undefined for a text that no run has printed. */
export function readHead(text: string): TrailHead | undefined {
  const [, seal, digest] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  return seal === undefined || digest === undefined ? undefined : { number: Number(seal), digest }
}

interface FaultBody {
  readonly ehr_id: string
  readonly uid: string
  readonly what: string
}

const faultBody = ({ ehrId, uid, what }: Fault): FaultBody => ({ ehr_id: ehrId, uid, what })

/** As the API and `cairn verify --json` print it. */
export interface VerificationBody {
  readonly versions: number
  readonly objects: number
  readonly older_signatures: number
  readonly changed_presets: readonly number[]
  readonly seconds: number
  readonly faults: readonly FaultBody[]
  readonly index_faults: readonly FaultBody[]
  readonly state: {
    readonly objects: number
    readonly seals: number
    readonly unsealed_kinds: readonly string[]
    readonly faults: readonly StateFault[]
  }
  readonly audit: {
    readonly events: number
    readonly seals: number
    readonly unsealed_events: number
    readonly older_events: number
    /** Time of the first event, where older ones were removed. */
    readonly begins: string | undefined
    readonly head: string | undefined
    readonly faults: VerifiedTrail['faults']
  }
}

export const verificationBody = ({
  records,
  indexFaults,
  state,
  trail,
  seconds,
}: Verification): VerificationBody => ({
  versions: records.versions,
  objects: records.objects,
  older_signatures: records.olderSignatures,
  changed_presets: records.changedPresets,
  seconds: Math.round(seconds * 1000) / 1000,
  faults: records.faults.map(faultBody),
  index_faults: indexFaults.map(faultBody),
  state: {
    objects: state.objects,
    seals: state.seals,
    unsealed_kinds: state.unsealedKinds,
    faults: state.faults,
  },
  audit: {
    events: trail.events,
    seals: trail.seals,
    unsealed_events: trail.unsealed,
    older_events: trail.older,
    begins: trail.begins,
    head: trail.head && printHead(trail.head),
    faults: trail.faults,
  },
})
