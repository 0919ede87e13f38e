/** Quiet notices above a form: an earlier draft, another window, somebody else at the same record. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { History, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Failure } from '../../parts/states.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCairn, useSession } from '../../session/use-session.ts'
import { objectIdOf, type Target } from './commit.ts'
import { PAGE_ID, resumeDraft, takeOver } from './draft-saver.ts'
import { formOf } from './drafts.ts'
import style from './form.module.css'
import { useDrafts } from './queries.ts'
import { draftPlaceOf, draftsKey, serverDrafts } from './server-drafts.ts'
import { useTexts } from './texts.ts'
import type { KeptDraft } from './use-draft.ts'

interface Props {
  readonly target: Target
  readonly draftKey: string
  readonly kept: KeptDraft
  /** The draft that the address names: it is opened without a question. */
  readonly wanted?: string | undefined
}

/** The object that a form writes: of a template, new or one that exists. */
const isSame = (
  { templateId, versionUid }: Target,
  other: { readonly template_id: string; readonly object_id?: string },
): boolean => other.template_id === templateId && other.object_id === objectIdOf(versionUid)

/** Reads a draft of the server into this page. */
function useResume({ target, draftKey }: Props) {
  const cairn = useCairn()
  return useMutation({
    mutationFn: async (draft_id: string) => {
      const { value } = await serverDrafts(cairn, draftPlaceOf(target)).get(draft_id)
      const form = formOf(value.content)
      if (!form) throw new Error('This draft was not made by a form of the console.')
      resumeDraft(draftKey, form.draft, {
        draftId: draft_id,
        revision: value.revision,
        savedAt: value.saved_at,
      })
      return form.versionUid
    },
  })
}

function useThrowAway({ target }: Props) {
  const cairn = useCairn()
  const place = draftPlaceOf(target)
  const refresh = useRefresh(draftsKey(place))
  return useMutation({
    mutationFn: (draft_id: string) => serverDrafts(cairn, place).delete(draft_id),
    onSuccess: refresh,
  })
}

function EarlierDraft(props: Props & { readonly draftId: string; readonly savedAt: string }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const resume = useResume(props)
  const throwAway = useThrowAway(props)
  return (
    <Alert color="cairn" variant="light" icon={<History size={18} />} className={style['notice']}>
      <Text size="sm">
        {t('You began this on {time} and did not commit it.', { time: formatIso(props.savedAt, timeStyle) })}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => resume.mutate(props.draftId)} loading={resume.isPending}>
          {t('Continue the draft')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => throwAway.mutate(props.draftId)}
          loading={throwAway.isPending}
        >
          {t('Discard draft')}
        </Button>
      </Group>
      {resume.error ? <Failure error={resume.error} /> : null}
      {throwAway.error ? <Failure error={throwAway.error} /> : null}
    </Alert>
  )
}

/** Another window saved the draft: this one saves nothing until somebody decides. */
function OtherWindow(props: Props) {
  const t = useTexts()
  const { quietCairn } = useSession()
  const resume = useResume(props)
  const draftId = props.kept.saved?.draftId ?? ''
  return (
    <Alert color="amber" variant="light" icon={<Users size={18} />} className={style['notice']}>
      <Text size="sm">
        {t('This form is also open in another window, which saved or ended the draft after this one.')}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => resume.mutate(draftId)} loading={resume.isPending}>
          {t('Show what was saved there')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => takeOver(quietCairn, props.draftKey, props.target)}
        >
          {t('Go on with this window')}
        </Button>
      </Group>
      {resume.error ? <Failure error={resume.error} /> : null}
    </Alert>
  )
}

export function DraftNotices(props: Props) {
  const { target, kept, wanted } = props
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const list = useDrafts(draftPlaceOf(target), true).data
  const own = (list?.drafts ?? []).filter(draft => isSame(target, draft))
  const others = (list?.others ?? []).filter(other => isSame(target, other))
  const earlier = kept.isChanged ? undefined : (own.find(each => each.draft_id === wanted) ?? own[0])
  const resume = useResume(props)
  const isResumed = useRef(false)
  useEffect(() => {
    if (earlier === undefined || earlier.draft_id !== wanted || isResumed.current) return
    isResumed.current = true
    resume.mutate(earlier.draft_id)
  }, [earlier, wanted, resume])
  const here = own.find(each => each.draft_id === kept.saved?.draftId)
  const isElsewhere =
    kept.saved?.state === 'elsewhere' ||
    (here !== undefined && here.page !== PAGE_ID && here.revision > (kept.saved?.revision ?? 0))
  return (
    <div aria-live="polite">
      {earlier && earlier.draft_id !== wanted ? (
        <EarlierDraft {...props} draftId={earlier.draft_id} savedAt={earlier.saved_at} />
      ) : null}
      {resume.error ? <Failure error={resume.error} /> : null}
      {isElsewhere ? <OtherWindow {...props} /> : null}
      {others.map(({ name, saved_at }) => (
        <Alert key={name} color="gray" variant="light" icon={<Users size={18} />} className={style['notice']}>
          {t('{name} is also writing this record and saved a draft on {time}.', {
            name,
            time: formatIso(saved_at, timeStyle),
          })}
        </Alert>
      ))}
    </div>
  )
}
