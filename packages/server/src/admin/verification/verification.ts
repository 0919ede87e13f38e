/** Verifies everything: all versions against their signatures, what repeats them against them, and the audit trail against its seals. */
import { performance } from 'node:perf_hooks'
import type { Database } from '../../db/index.ts'
import { type TrailHead, type VerifiedTrail, verifyTrail } from '../../observe/index.ts'
import {
  type DocumentCheck,
  type Fault,
  openRootCheck,
  openVerifier,
  type Verified,
  verifyRecords,
} from '../../versions/index.ts'
import { openEhrCheck } from './ehr-check.ts'

export interface Verification {
  readonly records: Verified
  /** Rows that repeat documents, for queries and look-ups, and differ from them. */
  readonly indexFaults: readonly Fault[]
  readonly trail: VerifiedTrail
  readonly seconds: number
}

/** The work has two parts, one after the other. */
export type VerificationPart = 'versions' | 'seals'

/** Told how many of a part were checked, of how many. */
export type TellVerified = (part: VerificationPart, checked: number, total: number) => void

/** Compares everything that repeats documents with them: the query index, and the rows of EHRs and episodes. */
export function openIndexCheck(db: Database, report: (faults: readonly Fault[]) => void): DocumentCheck {
  const checks = [openRootCheck(db, report), openEhrCheck(report)]
  return {
    visit: async (queries, documents) => {
      for (const check of checks) await check.visit(queries, documents)
    },
    end: async queries => {
      for (const check of checks) await check.end(queries)
    },
  }
}

/** `known`: the end of the trail that an earlier run told, which must still be there. */
export async function verifyAll(
  db: Database,
  known: TrailHead | undefined,
  told: TellVerified,
): Promise<Verification> {
  const began = performance.now()
  const found: Fault[] = []
  const check = openIndexCheck(db, faults => found.push(...faults))
  const records = await verifyRecords(db, (checked, total) => told('versions', checked, total), check)
  const { isSigned } = await openVerifier(db)
  const trail = await verifyTrail(db, {
    isSigned,
    known,
    told: (checked, total) => told('seals', checked, total),
  })
  return { records, indexFaults: found, trail, seconds: (performance.now() - began) / 1000 }
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
