/** The acceptance matrix of the openEHR conformance schedule, as tables: kinds, change types and lifecycle states that go together. */
import { ATTESTATION, COMPLETE, CREATION, DELETED, INCOMPLETE, MODIFICATION } from '../versions/index.ts'
import { PARTY_KINDS } from '../versions/parties/index.ts'

/** The step that a change type stands for. `unknown|253|` has none, since it names no change. */
export type Step = 'first' | 'next' | 'deletion' | 'attestation'

const AMENDMENT = 250
const SYNTHESIS = 252
const RESTORATION = 816
const FORMAT_CONVERSION = 817

export const STEPS: ReadonlyMap<number, Step> = new Map([
  [CREATION, 'first'],
  [MODIFICATION, 'next'],
  [AMENDMENT, 'next'],
  [SYNTHESIS, 'next'],
  [RESTORATION, 'next'],
  [FORMAT_CONVERSION, 'next'],
  [DELETED, 'deletion'],
  [ATTESTATION, 'attestation'],
])

const INACTIVE = 800
const ABANDONED = 801
const LIVING = [COMPLETE, INCOMPLETE, INACTIVE, ABANDONED]

/** Clients often send `complete` with a deletion; the version that is stored always has `deleted`. */
const GONE = [DELETED, COMPLETE]

type AcceptedStates = Readonly<Partial<Record<Step, readonly number[]>>>

const ANY: AcceptedStates = {
  first: [COMPLETE, INCOMPLETE],
  next: LIVING,
  deletion: GONE,
  attestation: LIVING,
}

/** The lifecycle states that each step may end in; a step without an entry is not possible. */
export const ACCEPTED: Readonly<Record<string, AcceptedStates>> = {
  COMPOSITION: ANY,
  FOLDER: ANY,
  ...Object.fromEntries(PARTY_KINDS.map(kind => [kind, ANY])),
  // An EHR always has a status, so it cannot be deleted, and an incomplete one is not allowed.
  EHR_STATUS: { next: [COMPLETE], attestation: [COMPLETE] },
}

/** Returns the change types of a step, the usual one first. */
export const changeTypesOf = (step: Step): readonly number[] =>
  [...STEPS].filter(([, each]) => each === step).map(([changeType]) => changeType)
