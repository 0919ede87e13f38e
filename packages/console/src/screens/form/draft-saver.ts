/**
 * Saves drafts on the server while somebody types, also after they have gone to another screen. It asks nobody to sign in: a save that fails
 * is repeated with the next change.
 */
import { type CairnClient, isCairnError } from '@cairn-ehr/client'
import { createStore } from '../../store.ts'
import { objectIdOf, type Target } from './commit.ts'
import { drafts, dropDraft, keepDraft, type StoredDraft, storedForm } from './drafts.ts'
import { type DraftPlace, draftPlaceOf, serverDrafts } from './server-drafts.ts'

/** `elsewhere`: another window has saved or ended the draft since. */
type SaveState = 'saving' | 'saved' | 'failed' | 'elsewhere'

export interface SavedDraft {
  readonly draftId: string
  /** Undefined before it is saved for the first time, and to overwrite what another window saved. */
  readonly revision: number | undefined
  readonly state: SaveState
  /** The time by the server. */
  readonly savedAt?: string
}

/** By the address of the form, as `drafts`. */
export const savedDrafts = createStore<ReadonlyMap<string, SavedDraft>>(new Map())

/** This page, among all pages of the same person. */
export const PAGE_ID = crypto.randomUUID()

/** A pause in typing. */
const PAUSE_MS = 1500

const timers = new Map<string, ReturnType<typeof setTimeout>>()

const setSaved = (key: string, saved: SavedDraft): void =>
  savedDrafts.set(new Map(savedDrafts.get()).set(key, saved))

const forgetSaved = (key: string): void => {
  clearTimeout(timers.get(key))
  timers.delete(key)
  savedDrafts.set(new Map([...savedDrafts.get()].filter(([each]) => each !== key)))
}

async function save(cairn: CairnClient, key: string, target: Target) {
  const { templateId, versionUid } = target
  const onServer = serverDrafts(cairn, draftPlaceOf(target))
  const draft = drafts.get().get(key)
  const before = savedDrafts.get().get(key)
  if (!draft || before?.state === 'elsewhere') return
  const { draftId, revision } = before ?? { draftId: crypto.randomUUID(), revision: undefined }
  setSaved(key, { ...before, draftId, revision, state: 'saving' })
  const object_id = objectIdOf(versionUid)
  const content: StoredDraft = storedForm(draft, versionUid)
  try {
    const { value } = await onServer.save({
      draft_id: draftId,
      body: { template_id: templateId, page: PAGE_ID, content, ...(object_id ? { object_id } : {}) },
      ...(revision === undefined ? {} : { ifMatch: String(revision) }),
    })
    // Thrown away or committed meanwhile.
    if (!drafts.get().has(key)) await onServer.delete(draftId)
    else
      setSaved(key, {
        draftId,
        revision: value.revision,
        state: 'saved',
        savedAt: value.saved_at,
      })
  } catch (error) {
    const state = isCairnError(error, 'draft.conflict') ? 'elsewhere' : 'failed'
    if (savedDrafts.get().has(key)) setSaved(key, { ...before, draftId, revision, state })
  }
}

/** Saves are made one after the other, so that each knows the revision of the one before. */
const lines = new Map<string, Promise<void>>()

function saveInLine(cairn: CairnClient, key: string, target: Target): void {
  const next = (lines.get(key) ?? Promise.resolve()).then(() => save(cairn, key, target))
  lines.set(key, next)
}

/** Call it after each change of the draft. */
export function saveSoon(cairn: CairnClient, key: string, target: Target): void {
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => saveInLine(cairn, key, target), PAUSE_MS),
  )
}

/** Goes on with this window, whatever another one has saved. */
export function takeOver(cairn: CairnClient, key: string, target: Target): void {
  const known = savedDrafts.get().get(key)
  if (!known) return
  setSaved(key, { ...known, revision: undefined, state: 'saving' })
  saveInLine(cairn, key, target)
}

/** Goes on with a draft of the server in this window. */
export function resumeDraft(
  key: string,
  draft: Parameters<typeof keepDraft>[1],
  stored: Omit<SavedDraft, 'state'>,
): void {
  setSaved(key, { ...stored, state: 'saved' })
  keepDraft(key, draft)
}

/** Removes the draft from this page and from the server: it is committed or thrown away. */
export async function endDraft(cairn: CairnClient, key: string, place: DraftPlace): Promise<void> {
  const draftId = savedDrafts.get().get(key)?.draftId
  dropDraft(key)
  forgetSaved(key)
  await lines.get(key)
  lines.delete(key)
  if (draftId === undefined) return
  await serverDrafts(cairn, place)
    .delete(draftId)
    .catch((error: unknown) => {
      // Another window ended it, or it was never saved. Otherwise the server removes it after some days.
      if (!isCairnError(error)) throw error
    })
}
