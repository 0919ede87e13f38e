/** The draft of a form: as it begins, as it is kept in this page, and as the server has it. */
import type { RmObject } from '@cairn-ehr/openehr/rm'
import type { Lifecycle } from '@cairn-ehr/openehr/validate'
import { useCallback, useEffect, useMemo } from 'react'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCairn, useSession } from '../../session/use-session.ts'
import { useStore } from '../../store.ts'
import type { Target } from './commit.ts'
import { endDraft, type SavedDraft, savedDrafts, saveSoon } from './draft-saver.ts'
import { drafts, type FormDraft, keepDraft } from './drafts.ts'
import { draftPlaceOf, draftsKey } from './server-drafts.ts'
import type { FormValues } from './values.ts'
import type { Opened } from './worker-messages.ts'

const NOT_ASKED: ReadonlyMap<string, number> = new Map()

interface DraftNeeds {
  readonly target: Target
  /** The object that is changed. */
  readonly before?: RmObject
  /** The lifecycle of the version that is changed: what is incomplete stays so until somebody says otherwise. */
  readonly lifecycle?: Lifecycle
  readonly opened: Opened
  readonly begin: (opened: Opened) => FormValues
  readonly draftKey: string
}

export interface KeptDraft {
  readonly draft: FormDraft
  readonly isChanged: boolean
  /** As the server has it; undefined if it has none. */
  readonly saved: SavedDraft | undefined
  readonly latest: () => FormDraft
  readonly update: (change: Partial<FormDraft>) => void
  /** Ends it here and on the server. */
  readonly end: () => Promise<void>
}

export function useDraft({
  target,
  before,
  lifecycle = 'complete',
  opened,
  begin,
  draftKey,
}: DraftNeeds): KeptDraft {
  const kept = useStore(drafts).get(draftKey)
  const saved = useStore(savedDrafts).get(draftKey)
  const { kind, quietCairn } = useSession()
  const cairn = useCairn()
  const place = draftPlaceOf(target)
  const refresh = useRefresh(draftsKey(place))
  const initial = useMemo<FormDraft>(
    () => ({
      values: opened.values ?? begin(opened),
      lifecycle,
      text: before ? JSON.stringify(before, null, 2) : '',
      asked: NOT_ASKED,
    }),
    [opened, begin, before, lifecycle],
  )
  const latest = () => drafts.get().get(draftKey) ?? initial
  useAskBeforeClosing(kept !== undefined && saved?.state !== 'saved')
  return {
    draft: kept ?? initial,
    isChanged: kept !== undefined,
    saved,
    latest,
    update: change => {
      keepDraft(draftKey, { ...latest(), ...change })
      if (kind === 'person') saveSoon(quietCairn, draftKey, target)
    },
    end: useCallback(async () => {
      await endDraft(cairn, draftKey, place)
      await refresh()
    }, [cairn, draftKey, place, refresh]),
  }
}

/** A page that is closed takes with it what the server does not have, so it asks. */
function useAskBeforeClosing(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
