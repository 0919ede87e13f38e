/** The result of a verification as JSON. */
import type { VerifiedTrail } from '../../audit/index.ts'
import type { StateFault } from '../../seals/index.ts'
import type { Fault } from '../../versions/verify/index.ts'
import { printHead } from './place.ts'
import type { Verification } from './verification.ts'

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
