/** The lines of a verification: progress, and the result with all faults. */

const PARTS = ['versions', 'objects', 'seals'] as const

export type VerificationPart = (typeof PARTS)[number]

export interface VerificationFault {
  /** The uid of a version, a sealed object, or a place of the audit trail. */
  readonly place: string
  readonly what: string
  readonly ehrId?: string
}

export interface VerificationProgress {
  readonly kind: 'progress'
  readonly part: VerificationPart
  readonly done: number
  readonly total: number
}

export interface VerificationResult {
  readonly kind: 'result'
  readonly versions: number
  readonly events: number
  /** The end of the audit trail, to be kept elsewhere; undefined while it has no seal. */
  readonly head: string | undefined
  readonly faults: readonly VerificationFault[]
}

interface RecordFault {
  readonly ehr_id: string
  readonly uid: string
  readonly what: string
}

interface ResultLine {
  readonly record: string
  readonly part?: string
  readonly done?: number
  readonly total?: number
  readonly versions?: number
  readonly changed_presets?: readonly number[]
  readonly faults?: readonly RecordFault[]
  readonly index_faults?: readonly RecordFault[]
  readonly state?: {
    readonly faults: readonly { readonly kind: string; readonly id: string; readonly what: string }[]
  }
  readonly audit?: {
    readonly events: number
    readonly head?: string
    readonly faults: readonly VerificationFault[]
  }
}

const resultOf = ({
  versions = 0,
  faults = [],
  index_faults = [],
  changed_presets = [],
  state,
  audit,
}: ResultLine): VerificationResult => ({
  kind: 'result',
  versions,
  events: audit?.events ?? 0,
  head: audit?.head,
  faults: [
    ...[...faults, ...index_faults].map(({ ehr_id, uid, what }) => ({ place: uid, what, ehrId: ehr_id })),
    ...changed_presets.map(id => ({ place: `preset ${id}`, what: 'was changed' })),
    ...(state?.faults ?? []).map(({ kind, id, what }) => ({ place: `${kind}:${id}`, what })),
    ...(audit?.faults ?? []),
  ],
})

/** Undefined for a line that says neither. */
export function readVerificationLine(line: string): VerificationProgress | VerificationResult | undefined {
  const read = JSON.parse(line) as ResultLine
  if (read.record === 'result') return resultOf(read)
  if (read.record !== 'progress') return undefined
  const { done = 0, total = 0 } = read
  const part = PARTS.find(each => each === read.part) ?? 'versions'
  return { kind: 'progress', part, done, total }
}
