/** The drafts of a person on the server: those of an EHR, or those of parties, which are in no EHR. */
import type { CairnClient, NewDraft } from '@cairn-ehr/client'
import { ehrKey } from '../ehr/ehr-key.ts'
import { isRecord, type Target } from './commit.ts'

/** An EHR; undefined for drafts of parties. */
export type DraftPlace = string | undefined

export const draftPlaceOf = (target: Target): DraftPlace => (isRecord(target) ? target.ehrId : undefined)

export const draftsKey = (place: DraftPlace): readonly string[] =>
  place === undefined ? ['party drafts'] : [...ehrKey(place), 'drafts']

interface DraftToSave {
  readonly draft_id: string
  readonly body: NewDraft
  readonly ifMatch?: string
}

/** The same calls for either place. */
export function serverDrafts({ drafts }: CairnClient, ehr_id: DraftPlace) {
  return ehr_id === undefined
    ? {
        list: (signal: AbortSignal) => drafts.partyList({}, { signal }),
        get: (draft_id: string) => drafts.partyGet({ draft_id }),
        save: (draft: DraftToSave) => drafts.partySave(draft),
        delete: (draft_id: string) => drafts.partyDelete({ draft_id }),
      }
    : {
        list: (signal: AbortSignal) => drafts.list({ ehr_id }, { signal }),
        get: (draft_id: string) => drafts.get({ ehr_id, draft_id }),
        save: (draft: DraftToSave) => drafts.save({ ehr_id, ...draft }),
        delete: (draft_id: string) => drafts.delete({ ehr_id, draft_id }),
      }
}
