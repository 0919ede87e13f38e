/** Records that the reader has begun to write in this EHR, and who else is writing. Nothing is shown where there is neither. */
import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { formatIso } from '../../../display/time.ts'
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { useDrafts } from '../../form/queries.ts'
import { useTexts } from '../texts.ts'
import style from './glance.module.css'
import { Panel } from './panel.tsx'

interface DraftLinkProps {
  readonly ehrId: string
  readonly draft: { readonly draft_id: string; readonly template_id: string; readonly object_id?: string }
}

function DraftLink({ ehrId, draft }: DraftLinkProps) {
  const { draft_id, template_id, object_id } = draft
  const content = (
    <>
      <PencilLine size={15} aria-hidden="true" className={style['icon']} /> {template_id}
    </>
  )
  return object_id === undefined ? (
    <Link to="/ehrs/$ehrId/new" params={{ ehrId }} search={{ template: template_id, draft: draft_id }}>
      {content}
    </Link>
  ) : (
    <Link
      to="/ehrs/$ehrId/compositions/$uid/edit"
      params={{ ehrId, uid: object_id }}
      search={{ draft: draft_id }}
    >
      {content}
    </Link>
  )
}

export function DraftsPanel({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { drafts = [], others = [] } = useDrafts(ehrId, false).data ?? {}
  if (drafts.length === 0 && others.length === 0) return null
  return (
    <Panel title={t('Open drafts')} ehrId={ehrId}>
      <ul className={style['items']}>
        {drafts.map(draft => (
          <li key={draft.draft_id}>
            <DraftLink ehrId={ehrId} draft={draft} />{' '}
            <span className="dim">
              {t('saved {time}, kept until {end}', {
                time: formatIso(draft.saved_at, timeStyle),
                end: formatIso(draft.ends_at, timeStyle),
              })}
            </span>
          </li>
        ))}
        {others.map(({ name, template_id, saved_at }) => (
          <li key={`${name} ${template_id} ${saved_at}`} className="dim">
            {t('{name} is writing: {record}', { name, record: template_id })}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
