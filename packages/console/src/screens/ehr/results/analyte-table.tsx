/** One row an analyte: value with unit and flag, range, the value before, and a small trend. */
import { Link } from '@tanstack/react-router'
import type { AnalyteNow } from '../../../display/clinical/laboratory.ts'
import { type ValueView, valueText } from '../../../display/data-value.ts'
import { formatIso } from '../../../display/time.ts'
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { Sparkline } from '../../../parts/sparkline.tsx'
import { FlaggedValue, RangeBar } from '../../../parts/value.tsx'
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

/** Plain cells: those of the kit would be half of what a report of some hundred analytes costs to open. */
function Row({ ehrId, analyte, withTime, note }: RowProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { label, latest, report, points } = analyte
  const range = latest.view.kind === 'quantity' ? latest.view.range : undefined
  return (
    <tr className={style['row']}>
      <th scope="row" className={style['analyte']}>
        {label}
        {note ? <div className={`${style['unit']} dim`}>{note}</div> : null}
      </th>
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
      {withTime ? (
        <td className={style['previous']}>
          <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid: report.uid }}>
            {formatIso(report.time.slice(0, 10), timeStyle)}
          </Link>
        </td>
      ) : null}
    </tr>
  )
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

export function AnalyteTable({ ehrId, label, analytes, withTime = false, notes }: Props) {
  const t = useTexts()
  const headings = [t('Analyte'), t('Result'), t('Normal range'), t('Before'), t('Trend')]
  return (
    <WideTable
      label={label}
      minWidth={withTime ? 620 : 520}
      headings={withTime ? [...headings, t('Date')] : headings}
    >
      {analytes.map(analyte => (
        <Row
          key={analyte.key}
          ehrId={ehrId}
          analyte={analyte}
          withTime={withTime}
          note={notes?.get(analyte.key)}
        />
      ))}
    </WideTable>
  )
}
