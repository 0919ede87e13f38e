/** A part of the first page, with the way to all of it. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EhrView } from '../ehr-search.ts'
import { useTexts } from '../texts.ts'
import style from './glance.module.css'

interface PanelProps {
  readonly title: string
  readonly ehrId: string
  /** The view that has all of it. */
  readonly more?: EhrView
  readonly children: ReactNode
}

export function Panel({ title, ehrId, more, children }: PanelProps) {
  const t = useTexts()
  return (
    <section className={style['panel']} aria-label={title}>
      <header className={style['panelHead']}>
        <h2>{title}</h2>
        {more === undefined ? null : (
          <Anchor
            size="sm"
            renderRoot={props => (
              <Link to="/ehrs/$ehrId" params={{ ehrId }} search={{ view: more }} {...props} />
            )}
          >
            {t('Show all')}
            <span className={style['unseen']}> {title}</span>
          </Anchor>
        )}
      </header>
      {children}
    </section>
  )
}
