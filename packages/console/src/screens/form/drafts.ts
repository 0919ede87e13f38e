/** Drafts of forms, kept until they are committed, thrown away, or the page is closed. They never leave the memory of the page. */
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
