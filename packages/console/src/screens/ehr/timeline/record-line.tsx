/** One record of the timeline: when, what it says, and who wrote it. */
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { type RecordSummary, summarizeRecord } from '../../../display/clinical/record-summary.ts'
import type { RmObject } from '../../../display/rm-object.ts'
import { formatClock } from '../../../display/time.ts'
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { EntryIcon } from '../../../parts/entry-icon.tsx'
import { type Clinical, useClinical } from '../use-clinical.ts'
import type { RecordRow } from './contacts.ts'
import style from './timeline.module.css'

const summaryOf = (record: RmObject | undefined, clinical: Clinical): RecordSummary | undefined =>
  record === undefined ? undefined : summarizeRecord(record, clinical)

function Content({ summary }: { readonly summary: RecordSummary | undefined }) {
  if (!summary) return <span className={style['pending']} />
  return (
    <span>
      {summary.parts.map(({ text, flag }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a version never change
        <Fragment key={index}>
          {index === 0 ? '' : ', '}
          {flag ? <span className={style['abnormal']}>{text}</span> : text}
        </Fragment>
      ))}
    </span>
  )
}

interface Props {
  readonly ehrId: string
  readonly row: RecordRow
  readonly record: RmObject | undefined
  /** Shown instead of the time of day. */
  readonly when?: string
}

export function RecordLine({ ehrId, row, record, when }: Props) {
  const timeStyle = useTimeStyle()
  const summary = summaryOf(record, useClinical())
  const { uid, name, time, composer } = row
  return (
    <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid }} className={style['record']}>
      <span className={`${style['clock']} dim`}>{when ?? formatClock(new Date(time), timeStyle)}</span>
      <EntryIcon name={summary?.icon ?? 'record'} className={style['icon']} />
      <span className={style['text']}>
        <span className={style['name']}>{name}</span> <Content summary={summary} />
      </span>
      <span className={`${style['who']} dim`}>{composer}</span>
    </Link>
  )
}
