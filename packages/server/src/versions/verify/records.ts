/** Verifies the records, part by part, and then what only a look at all of them shows. */
import type { Database } from '../../db/index.ts'
import { removedVersions } from '../contributions-of-ehr.ts'
import { ALL_IDS, type IdRange } from '../id-range.ts'
import { findChangedPresets } from '../packing/preset-store.ts'
import { openVerifier } from '../signature.ts'
import { countVersions } from '../store.ts'
import type { RecordChecks } from './document-check.ts'
import type { Fault } from './fault.ts'
import { linkFaults, mergeFaults } from './links.ts'
import { type PartNeeds, type VerifiedPart, verifyPart } from './part.ts'
import { trailFaults } from './trail.ts'

const SNAPSHOT = { isolation: 'repeatable read', readOnly: true } as const

/** Of EHRs and parties together. */
export const countRecords = async (db: Database, ids: IdRange = ALL_IDS): Promise<number> =>
  (await countVersions(db, ids)) + (await countVersions(db.ofParties(), ids))

export const bothOf = (one: VerifiedPart, other: VerifiedPart): VerifiedPart => ({
  versions: one.versions + other.versions,
  objects: one.objects + other.objects,
  olderSignatures: one.olderSignatures + other.olderSignatures,
  faults: [...one.faults, ...other.faults],
})

export const NOTHING: VerifiedPart = { versions: 0, objects: 0, olderSignatures: 0, faults: [] }

/**
 * The EHRs of a part are checked in one snapshot and its parties in another, so that concurrent writes and erasures are seen completely or
 * not at all.
 */
export async function openPartVerifier(
  db: Database,
  checks: RecordChecks,
): Promise<(ids: IdRange, told: PartNeeds['told']) => Promise<VerifiedPart>> {
  const verifier = await openVerifier(db)
  const removed = await removedVersions(db)
  const needs = { verifier, removed }
  return async (ids, told) => {
    const ofPart = Object.assign(needs, { told })
    const ofEhrs = await db.transaction(queries => verifyPart(queries, ids, ofPart, checks.ofEhrs), SNAPSHOT)
    const ofParties = await db
      .ofParties()
      .transaction(queries => verifyPart(queries, ids, ofPart, checks.ofParties), SNAPSHOT)
    return bothOf(ofEhrs, ofParties)
  }
}

/** Faults that no part shows by itself. */
export interface VerifiedWhole {
  readonly faults: readonly Fault[]
  /** Ids of presets whose text is not the one that documents were compressed against. */
  readonly changedPresets: readonly number[]
}

/** After all parts. */
export async function verifyWhole(db: Database, { ofEhrs, ofParties }: RecordChecks): Promise<VerifiedWhole> {
  const found = await db.transaction(async queries => {
    const faults = [
      ...(await linkFaults(queries)),
      ...(await mergeFaults(queries)),
      ...(await trailFaults(queries)),
    ]
    await ofEhrs?.atLast?.(queries)
    return { faults, changedPresets: await findChangedPresets(queries) }
  }, SNAPSHOT)
  await db.ofParties().transaction(async queries => ofParties?.atLast?.(queries), SNAPSHOT)
  return found
}

export interface Verified extends VerifiedPart, VerifiedWhole {}

/** Told how many versions were checked, of how many. */
type TellChecked = (checked: number, total: number) => void

/** Verifies all records as one part. */
export async function verifyRecords(
  db: Database,
  told: TellChecked = () => {},
  checks: RecordChecks = {},
): Promise<Verified> {
  const total = await countRecords(db)
  const verify = await openPartVerifier(db, checks)
  let checked = 0
  const records = await verify(ALL_IDS, versions => {
    checked += versions
    told(checked, total)
  })
  const { faults, changedPresets } = await verifyWhole(db, checks)
  return { ...records, faults: [...records.faults, ...faults], changedPresets }
}
