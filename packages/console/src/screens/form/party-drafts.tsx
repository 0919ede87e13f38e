/** People, organisations and roles that the reader has begun to write. Nothing is shown where there are none. */
import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { useTemplates } from '../templates/queries.ts'
import style from './form.module.css'
import { useDrafts } from './queries.ts'
import { partyKindOf } from './template-use.ts'
import { useTexts } from './texts.ts'

interface DraftLinkProps {
  readonly draft: { readonly draft_id: string; readonly template_id: string; readonly object_id?: string }
}

function DraftLink({ draft: { draft_id, template_id, object_id } }: DraftLinkProps) {
  const templates = useTemplates(object_id !== undefined)
  const template = templates.data?.find(each => each.template_id === template_id)
  const kind = template && partyKindOf(template)
  if (object_id === undefined)
    return (
      <Link to="/demographics/new" search={{ template: template_id, draft: draft_id }}>
        {template_id}
      </Link>
    )
  if (kind === undefined) return template_id
  return (
    <Link to="/demographics/$kind/$uid/edit" params={{ kind, uid: object_id }} search={{ draft: draft_id }}>
      {template_id}
    </Link>
  )
}

export function PartyDrafts() {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const drafts = useDrafts(undefined, false).data?.drafts ?? []
  if (drafts.length === 0) return null
  return (
    <section className={style['drafts']} aria-label={t('Open drafts')}>
      <h2>{t('Open drafts')}</h2>
      <ul>
        {drafts.map(draft => (
          <li key={draft.draft_id}>
            <PencilLine size={15} aria-hidden="true" /> <DraftLink draft={draft} />{' '}
            <span className="dim">
              {t('saved {time}, kept until {end}', {
                time: formatIso(draft.saved_at, timeStyle),
                end: formatIso(draft.ends_at, timeStyle),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
