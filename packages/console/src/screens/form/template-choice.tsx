/** The templates that a form can be made of, each with its link. */
import type { ReactNode } from 'react'
import { Empty, Wait } from '../../parts/states.tsx'
import { useTemplates } from '../templates/queries.ts'
import style from './form.module.css'
import { useTexts } from './texts.ts'

interface Props {
  readonly isOffered: (template: { readonly archetype_id: string }) => boolean
  readonly link: (templateId: string, className: string, children: ReactNode) => ReactNode
}

export function TemplateChoice({ isOffered, link }: Props) {
  const t = useTexts()
  const templates = useTemplates()
  return (
    <Wait query={templates}>
      {all => {
        const offered = all.filter(isOffered)
        if (offered.length === 0)
          return <Empty title={t('No template')} text={t('Upload a template on the page Templates first.')} />
        return (
          <>
            <p className="dim">{t('A template says which fields there are.')}</p>
            <ul className={style['templates']} aria-label={t('Choose a template')}>
              {offered.map(({ template_id, archetype_id }) => (
                <li key={template_id}>
                  {link(
                    template_id,
                    style['template'] ?? '',
                    <>
                      <b>{template_id}</b>
                      <div className="dim mono">{archetype_id}</div>
                    </>,
                  )}
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Wait>
  )
}
