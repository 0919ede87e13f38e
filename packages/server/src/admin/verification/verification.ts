/** Verifies everything: versions against their signatures, what repeats them against them, and sealed objects and the audit trail against their seals. */
import { performance } from 'node:perf_hooks'
import { type TrailHead, type VerifiedTrail, verifyTrail } from '../../audit/index.ts'
import type { Database, Queries } from '../../db/index.ts'
import { openEntryCheck } from '../../demographic/index.ts'
import { type SealKey, type StateFault, type VerifiedState, verifyState } from '../../seals/index.ts'
import { openVerifier } from '../../versions/index.ts'
import {
  allChecks,
  type Fault,
  openReferenceCheck,
  openRootCheck,
  type RecordChecks,
  type Verified,
  verifyRecords,
} from '../../versions/verify/index.ts'
import { openEhrCheck } from './ehr-check.ts'
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

/** Compares everything that repeats documents with them: the query index, the rows of EHRs and episodes, entries of people, references. */
export const openIndexCheck = (
  db: Database,
  report: (faults: readonly Fault[]) => void,
): Required<RecordChecks> => ({
  ofEhrs: allChecks<Queries>([openRootCheck(db, report), openEhrCheck(report)]),
  ofParties: allChecks([
    openRootCheck(db, report),
    openEntryCheck(db.ofParties(), report),
    openReferenceCheck(report),
  ]),
})

export interface VerificationInput {
  readonly stateKey: SealKey
  /** The end of the trail that an earlier run printed, which must still exist. */
  readonly known: TrailHead | undefined
}

export async function verifyAll(
  db: Database,
  { stateKey, known }: VerificationInput,
  told: TellVerified,
): Promise<Verification> {
  const began = performance.now()
  const found: Fault[] = []
  const ofTags: StateFault[] = []
  const index = openIndexCheck(db, faults => found.push(...faults))
  const tagCheck = () => openTagCheck(stateKey, faults => ofTags.push(...faults))
  const records = await verifyRecords(db, (checked, total) => told('versions', checked, total), {
    ofEhrs: allChecks<Queries>([index.ofEhrs, tagCheck()]),
    ofParties: allChecks([index.ofParties, tagCheck()]),
  })
  const state = await verifyState(db, stateKey)
  const { isSigned } = await openVerifier(db)
  const trail = await verifyTrail(db, {
    isSigned,
    known,
    told: (checked, total) => told('seals', checked, total),
  })
  return {
    records,
    indexFaults: found,
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
