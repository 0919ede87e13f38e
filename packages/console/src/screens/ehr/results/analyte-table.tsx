/** One row an analyte: value with unit and flag, range, the value before, and a small trend. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AnalyteNow, isAbnormal } from '../../../display/clinical/laboratory.ts'
import { type ValueView, valueText } from '../../../display/data-value.ts'
import { formatIso } from '../../../display/time.ts'
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { Sparkline } from '../../../parts/sparkline.tsx'
import { FlaggedValue, flaggedText, RangeBar } from '../../../parts/value.tsx'
import { WideTable } from '../../../parts/wide-table.tsx'
import { useTexts } from '../texts.ts'
import style from './results.module.css'

/** `3.5 – 5.1`, open at one end where the record has one limit alone. */
export function rangeText(view: ValueView): string {
  if (view.kind !== 'quantity' || !view.range) return ''
  const { low, high } = view.range
  if (low === undefined) return `≤ ${high}`
  return high === undefined ? `≥ ${low}` : `${low} – ${high}`
}

function Range({ analyte: { latest } }: { readonly analyte: AnalyteNow }) {
  const { view, guidance } = latest
  const text = rangeText(view)
  if (text === '') return <span className="dim">{guidance ? valueText(guidance) : ''}</span>
  return (
    <span className={style['range']}>
      <span className={style['limits']}>{text}</span>
      {view.kind === 'quantity' ? <RangeBar view={view} /> : null}
    </span>
  )
}

function Previous({ analyte: { previous } }: { readonly analyte: AnalyteNow }) {
  const timeStyle = useTimeStyle()
  if (!previous) return null
  return (
    <>
      <FlaggedValue view={previous.result.view} />
      <span className={style['date']}>{formatIso(previous.time.slice(0, 10), timeStyle)}</span>
    </>
  )
}

interface RowProps {
  readonly ehrId: string
  readonly analyte: AnalyteNow
  readonly withTime: boolean
  readonly note: string | undefined
}

function Analyte({ analyte, note }: Pick<RowProps, 'analyte' | 'note'>) {
  return (
    <th scope="row" className={style['analyte']}>
      {analyte.label}
      {note ? <div className={`${style['unit']} dim`}>{note}</div> : null}
    </th>
  )
}

function Reported({ ehrId, analyte: { report } }: Pick<RowProps, 'ehrId' | 'analyte'>) {
  const timeStyle = useTimeStyle()
  return (
    <td className={style['previous']}>
      <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid: report.uid }}>
        {formatIso(report.time.slice(0, 10), timeStyle)}
      </Link>
    </td>
  )
}

/** Plain cells: those of the kit would be half of what a report of some hundred analytes costs to open. */
function Row(props: RowProps) {
  const { analyte, withTime } = props
  const t = useTexts()
  const { label, latest, points } = analyte
  const range = latest.view.kind === 'quantity' ? latest.view.range : undefined
  return (
    <tr className={style['row']}>
      <Analyte {...props} />
      <td className={style['value']}>
        <FlaggedValue view={latest.view} withWord />
      </td>
      <td>
        <Range analyte={analyte} />
      </td>
      <td className={style['previous']}>
        <Previous analyte={analyte} />
      </td>
      <td className={style['trend']}>
        <Sparkline
          lines={[{ points }]}
          range={range}
          label={t('{label}: the latest {count} {count:value|values}', { label, count: points.length })}
        />
      </td>
      {withTime ? <Reported {...props} /> : null}
    </tr>
  )
}

interface TextRowProps extends RowProps {
  readonly row: RefObject<HTMLTableRowElement | null> | undefined
  readonly word: (flag: 'high' | 'low') => string
}

/** The texts of a row, without bar and trend: a fraction of the work. */
function TextRow({ row, word, ...props }: TextRowProps) {
  const { analyte, withTime } = props
  const { view } = analyte.latest
  return (
    <tr className={`${style['row']} ${style['textRow']}`} {...(row ? { ref: row } : {})}>
      <Analyte {...props} />
      <td className={`${style['value']} ${isAbnormal(view) ? style['abnormal'] : ''}`}>
        {flaggedText(view, word)}
      </td>
      <td className={style['limits']}>{rangeText(view)}</td>
      <td className={style['previous']}>
        {analyte.previous ? flaggedText(analyte.previous.result.view, word) : null}
      </td>
      <td />
      {withTime ? <Reported {...props} /> : null}
    </tr>
  )
}

/** Rows of a part: fewer than two screens high. */
const PART = 40

/** A part is drawn before it comes into view. */
const NEAR = '2500px 0px'

/** Calls `draw` once one of the rows is near the screen, or the page is printed. */
function useNearness(
  isDrawn: boolean,
  rows: readonly RefObject<HTMLTableRowElement | null>[],
  draw: () => void,
): void {
  const latest = useRef({ rows, draw })
  latest.current = { rows, draw }
  useEffect(() => {
    if (isDrawn) return
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && latest.current.draw(),
      { rootMargin: NEAR },
    )
    for (const { current } of latest.current.rows) if (current) observer.observe(current)
    // The print takes the page as it is when the event ends.
    const drawNow = () => flushSync(() => latest.current.draw())
    window.addEventListener('beforeprint', drawNow)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', drawNow)
    }
  }, [isDrawn])
}

interface PartProps {
  readonly rows: readonly RowProps[]
  readonly isFirst: boolean
}

/** A part of a long table. Until it is near the screen its rows are text, which can be searched for and read aloud. */
function Part({ rows, isFirst }: PartProps) {
  const t = useTexts()
  const [isDrawn, setDrawn] = useState(isFirst)
  const first = useRef<HTMLTableRowElement>(null)
  const last = useRef<HTMLTableRowElement>(null)
  useNearness(isDrawn, [first, last], () => setDrawn(true))
  const refOf = (index: number) => (index === 0 ? first : index === rows.length - 1 ? last : undefined)
  return rows.map((row, index): ReactNode => {
    const { key } = row.analyte
    return isDrawn ? <Row key={key} {...row} /> : <TextRow key={key} {...row} row={refOf(index)} word={t} />
  })
}

interface Props {
  readonly ehrId: string
  readonly label: string
  readonly analytes: readonly AnalyteNow[]
  /** With the date of each result, where they are of several reports. */
  readonly withTime?: boolean
  /** Other texts of the report about an analyte, by key. */
  readonly notes?: ReadonlyMap<string, string>
}

function partsOf(rows: readonly RowProps[]): RowProps[][] {
  const starts = Array.from({ length: Math.ceil(rows.length / PART) }, (_, part) => part * PART)
  return starts.map(start => rows.slice(start, start + PART))
}

export function AnalyteTable({ ehrId, label, analytes, withTime = false, notes }: Props) {
  const t = useTexts()
  const rows = analytes.map(analyte => ({ ehrId, analyte, withTime, note: notes?.get(analyte.key) }))
  const headings = [t('Analyte'), t('Result'), t('Normal range'), t('Before'), t('Trend')]
  return (
    <WideTable
      label={label}
      minWidth={withTime ? 620 : 520}
      headings={withTime ? [...headings, t('Date')] : headings}
    >
      {partsOf(rows).map((part, index) => (
        <Part key={part[0]?.analyte.key} rows={part} isFirst={index === 0} />
      ))}
    </WideTable>
  )
}
