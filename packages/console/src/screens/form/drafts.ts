/** Drafts of forms while a page is open. For people, the server keeps them too (`draft-saver.ts`). */
import type { Lifecycle } from '@cairn-ehr/openehr/validate'
import { createStore } from '../../store.ts'
import type { FormValues } from './values.ts'

export interface FormDraft {
  readonly values: FormValues
  readonly lifecycle: Lifecycle
  /** The pasted text, where the record is written as text. */
  readonly text: string
  /** Occurrences that were asked for by hand, by path. */
  readonly asked: ReadonlyMap<string, number>
}

/** By the address of the form. */
export const drafts = createStore<ReadonlyMap<string, FormDraft>>(new Map())

export function keepDraft(key: string, draft: FormDraft): void {
  drafts.set(new Map(drafts.get()).set(key, draft))
}

export function dropDraft(key: string): void {
  drafts.set(new Map([...drafts.get()].filter(([each]) => each !== key)))
}

/** The content of a draft on the server. */
export interface StoredDraft {
  readonly values: FormValues
  readonly lifecycle: Lifecycle
  readonly text: string
  readonly asked: readonly (readonly [path: string, count: number])[]
  /** The version that the changes began from; absent for a new record. */
  readonly versionUid?: string
}

export const storedForm = (draft: FormDraft, versionUid: string | undefined): StoredDraft => ({
  values: draft.values,
  lifecycle: draft.lifecycle,
  text: draft.text,
  asked: [...draft.asked],
  ...(versionUid === undefined ? {} : { versionUid }),
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined for a content that no form of this console has stored. */
export function formOf(content: unknown): { draft: FormDraft; versionUid: string | undefined } | undefined {
  if (!isRecord(content)) return undefined
  const { values, lifecycle, text, asked, versionUid } = content
  if (!isRecord(values) || typeof text !== 'string' || !Array.isArray(asked)) return undefined
  if (lifecycle !== 'complete' && lifecycle !== 'incomplete') return undefined
  return {
    draft: { values, lifecycle, text, asked: new Map(asked as [string, number][]) },
    versionUid: typeof versionUid === 'string' ? versionUid : undefined,
  }
}
