/** A list of EHRs of which only the rows in view are rendered and only their pages are asked for. */
import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { windowOf } from '../../parts/window.ts'
import { useRight } from '../../session/use-session.ts'
import type { EhrRow } from './ehr-query.ts'
import type { EhrSearch } from './ehr-search.ts'
import style from './ehrs.module.css'
import { useEhrPages } from './queries.ts'
import { useTexts } from './texts.ts'

const ROW_HEIGHT = 40

const rowStyle = (withPeople: boolean): string => `${style['row']} ${withPeople ? style['named'] : ''}`

function EhrLine({ row, withPeople }: { readonly row: EhrRow; readonly withPeople: boolean }) {
  const timeStyle = useTimeStyle()
  const { ehrId, subject, namespace, created, patient } = row
  const number = subject === '' ? '–' : subject
  const name = patient?.name ?? ''
  return (
    <Link to="/ehrs/$ehrId" params={{ ehrId }} className={rowStyle(withPeople)}>
      {withPeople ? (
        <>
          <span className={style['subject']} title={name}>
            {name === '' ? number : <bdi>{name}</bdi>}
          </span>
          <span className={style['born']}>
            {patient?.birthDate === undefined ? '' : formatIso(patient.birthDate, timeStyle)}
          </span>
          <span title={namespace}>{number}</span>
        </>
      ) : (
        <>
          <span className={style['subject']}>{number}</span>
          <span className={`${style['namespace']} dim`}>{namespace}</span>
        </>
      )}
      <span className={`${style['id']} mono`}>{ehrId}</span>
      <span className={style['created']}>{formatIso(created, timeStyle)}</span>
    </Link>
  )
}

export function EhrList({ search, total }: { readonly search: EhrSearch; readonly total: number }) {
  const t = useTexts()
  const withPeople = useRight('people')
  const [scrollTop, setScrollTop] = useState(0)
  const { ref, height: viewport } = useElementSize<HTMLDivElement>()
  const { height, first, count, top } = windowOf(total, ROW_HEIGHT, Math.max(viewport, ROW_HEIGHT), scrollTop)
  const rowAt = useEhrPages(search, first, count)
  const indexes = Array.from({ length: count }, (_, index) => first + index)
  return (
    <div className={style['table']}>
      <div className={`${style['headings']} ${withPeople ? style['named'] : ''}`} aria-hidden="true">
        {withPeople ? (
          <>
            <span>{t('Patient')}</span>
            <span className={style['born']}>{t('Born')}</span>
            <span>{t('Patient number')}</span>
          </>
        ) : (
          <>
            <span>{t('Subject')}</span>
            <span className={style['namespace']}>{t('Namespace')}</span>
          </>
        )}
        <span className={style['id']}>{t('EHR id')}</span>
        <span className={style['created']}>{t('Created')}</span>
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
                <EhrLine key={index} row={row} withPeople={withPeople} />
              ) : (
                <div key={index} className={rowStyle(withPeople)}>
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
