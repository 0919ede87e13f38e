/** A list of EHRs of which only the rows in view are rendered and only their pages are asked for. */
import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { windowOf } from '../../parts/window.ts'
import type { EhrRow, EhrSearch } from './ehr-query.ts'
import style from './ehrs.module.css'
import { useEhrPages } from './queries.ts'
import { useTexts } from './texts.ts'

const ROW_HEIGHT = 40

function EhrLine({ row }: { readonly row: EhrRow }) {
  const timeStyle = useTimeStyle()
  const { ehrId, subject, namespace, created } = row
  return (
    <Link to="/ehrs/$ehrId" params={{ ehrId }} className={style['row']}>
      <span className={style['subject']}>{subject === '' ? '–' : subject}</span>
      <span className={`${style['namespace']} dim`}>{namespace}</span>
      <span className={`${style['id']} mono`}>{ehrId}</span>
      <span className={style['created']}>{formatIso(created, timeStyle)}</span>
    </Link>
  )
}

export function EhrList({ search, total }: { readonly search: EhrSearch; readonly total: number }) {
  const t = useTexts()
  const [scrollTop, setScrollTop] = useState(0)
  const { ref, height: viewport } = useElementSize<HTMLDivElement>()
  const { height, first, count, top } = windowOf(total, ROW_HEIGHT, Math.max(viewport, ROW_HEIGHT), scrollTop)
  const rowAt = useEhrPages(search, first, count)
  const indexes = Array.from({ length: count }, (_, index) => first + index)
  return (
    <div className={style['table']}>
      <div className={style['headings']} aria-hidden="true">
        <span>{t('Subject')}</span>
        <span className={style['namespace']}>{t('Namespace')}</span>
        <span className={style['id']}>{t('EHR id')}</span>
        <span>{t('Created')}</span>
      </div>
      <section
        ref={ref}
        className={style['scroll']}
        onScroll={event => setScrollTop(event.currentTarget.scrollTop)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('{shown} {count:EHR|EHRs}', { count: total, shown: total.toLocaleString() })}
      >
        <div style={{ height, position: 'relative' }}>
          <div style={{ position: 'absolute', top, left: 0, right: 0 }}>
            {indexes.map(index => {
              const row = rowAt(index)
              return row ? (
                <EhrLine key={index} row={row} />
              ) : (
                <div key={index} className={style['row']}>
                  <Skeleton height={14} width="40%" />
                </div>
              )
            })}
          </div>
        </div>
      </section>
    </div>
  )
}
