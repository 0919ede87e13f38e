/** Which change to what may end in which state: the acceptance matrix of the openEHR conformance schedule, as tables. */
import { COMPLETE, CREATION, DELETED, INCOMPLETE, MODIFICATION } from '../versions/index.ts'

/** What a change type comes to. `unknown|253|` is missing: it does not say what to do. */
export type Step = 'first' | 'next' | 'deletion' | 'attestation'

const AMENDMENT = 250
const SYNTHESIS = 252
const ATTESTATION = 666
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

/** Clients leave the state of what they delete at `complete`; the version that deletes it has `deleted` either way. */
const GONE = [DELETED, COMPLETE]

/** The lifecycle states that each step may end in; a step that is missing cannot be taken. */
export const ACCEPTED: Readonly<Record<string, Readonly<Partial<Record<Step, readonly number[]>>>>> = {
  COMPOSITION: { first: [COMPLETE, INCOMPLETE], next: LIVING, deletion: GONE, attestation: LIVING },
  FOLDER: { first: [COMPLETE, INCOMPLETE], next: LIVING, deletion: GONE, attestation: LIVING },
  // Every EHR has one from its beginning to its end, and half a status is none.
  EHR_STATUS: { next: [COMPLETE], attestation: [COMPLETE] },
}

/** The change types of a step, the usual one first, as the table has them. */
export const changeTypesOf = (step: Step): readonly number[] =>
  [...STEPS].filter(([, each]) => each === step).map(([changeType]) => changeType)
