/** EHRs that changes have touched, for whoever keeps something that follows the records. */
import { NO_EHR } from '../audit/index.ts'
import type { Queries } from '../db/index.ts'
import type { EhrId } from '../ids/index.ts'
import { findArchetypes, findChanges, findNotes, findTouchedVersions, type NoteRow } from './source-store.ts'

/** The contents of a new version, as far as FROM of a query can ask for them. */
export interface TouchedDocument {
  readonly kind: string
  readonly archetypes: readonly string[]
  /** The number of its commit. */
  readonly commit: number
}

export interface TouchedEhr {
  readonly ehrId: EhrId
  readonly documents: readonly TouchedDocument[]
  /** Some version follows another one, so the earlier one is no longer the latest. */
  readonly isReplaced: boolean
  /** The EHR changed as a whole: its status, tags, a merge or an erasure. */
  readonly isOther: boolean
}

/** Positions that one call reads. */
const MOST_POSITIONS = 1000

const NOTHING = { documents: [], isReplaced: false, isOther: false }

/** A merge ends another EHR. */
function ehrsOfNote({ type, ehr_id, subject, detail }: NoteRow): readonly string[] {
  if (type === 'ehr.merged') return [ehr_id, String(detail?.['merged_ehr_id'])]
  return type === 'ehr.erased' ? [ehr_id, subject] : [ehr_id]
}

/** Adds up what happens to each EHR. */
function openTouched() {
  const touched = new Map<string, TouchedEhr>()
  const touch = (ehrId: string, more: Partial<TouchedEhr>): void => {
    const known = touched.get(ehrId) ?? { ehrId: ehrId as EhrId, ...NOTHING }
    touched.set(ehrId, {
      ehrId: known.ehrId,
      documents: [...known.documents, ...(more.documents ?? [])],
      isReplaced: known.isReplaced || more.isReplaced === true,
      isOther: known.isOther || more.isOther === true,
    })
  }
  return {
    touched: touched as ReadonlyMap<string, TouchedEhr>,
    touch,
    addVersion: (ehrId: string, document: TouchedDocument, version: number, hasArchetypes: boolean): void =>
      touch(ehrId, {
        documents: [document],
        isReplaced: version > 1,
        isOther: !hasArchetypes || (document.kind === 'EHR_STATUS' && version > 1),
      }),
  }
}

export interface Touched {
  /** The position of the last change. */
  readonly end: number
  /** By the ids of the EHRs. */
  readonly touched: ReadonlyMap<string, TouchedEhr>
}

/** The new versions of a gist. */
interface NewVersions {
  readonly events: readonly {
    readonly version: number
    readonly versions: { readonly ehrId: string; readonly after: TouchedDocument }
  }[]
  readonly end: { readonly position: number } | undefined
}

/** EHRs of a gist. `hasArchetypes`: without, every EHR counts as changed as a whole. */
export function touchedIn({ events, end }: NewVersions, hasArchetypes: boolean): Touched {
  const { touched, addVersion } = openTouched()
  for (const { versions, version } of events)
    addVersion(versions.ehrId, versions.after, version, hasArchetypes)
  return { end: end?.position ?? 0, touched }
}

/** EHRs of the changes after a position, whatever they are. */
export async function findTouched(db: Queries, after: number, withDocuments: boolean): Promise<Touched> {
  const changes = await findChanges(db, after, MOST_POSITIONS, [])
  const idsOf = (isNote: boolean) =>
    changes.filter(({ is_note }) => is_note === isNote).map(({ source_id }) => source_id)
  const { touched, touch, addVersion } = openTouched()
  const versions = await findTouchedVersions(db, idsOf(false))
  const archetypes = withDocuments ? await findArchetypes(db, versions) : undefined
  for (const { ehr_id, kind, version, commit_number: commit } of versions)
    addVersion(
      ehr_id,
      { kind, commit, archetypes: archetypes?.get(commit) ?? [] },
      version,
      archetypes !== undefined,
    )
  for (const note of await findNotes(db, idsOf(true)))
    for (const ehrId of ehrsOfNote(note)) if (ehrId !== NO_EHR) touch(ehrId, { isOther: true })
  return { end: changes.at(-1)?.position ?? after, touched }
}
