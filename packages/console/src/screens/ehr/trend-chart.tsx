/** One quantity over time, with the reference range of its values. */
import { useMemo } from 'react'
import { formatNumber } from '../../display/data-value.ts'
import { displayUnit } from '../../display/units.ts'
import { useTexts } from './texts.ts'
import { type SharedTime, TimeChart } from './time-chart.tsx'
import type { Trend } from './trends.ts'

interface Props extends SharedTime {
  readonly trend: Trend
  /** A vital sign has the name that people know it by on the entry: several archetypes call their value "Rate". */
  readonly isVitalSign: boolean
  readonly ehrId: string
}

function rangeWords({ low, high }: NonNullable<Trend['range']>): string {
  if (low === undefined) return `≤ ${formatNumber(high ?? 0)}`
  return high === undefined ? `≥ ${formatNumber(low)}` : `${formatNumber(low)}–${formatNumber(high)}`
}

export function TrendChart({ trend, isVitalSign, ...shared }: Props) {
  const t = useTexts()
  const { points, label, group, range } = trend
  const drawn = useMemo(
    () => ({
      times: points.map(({ time }) => time),
      columns: [points.map(({ value }) => value)],
      sources: points.map(({ source }) => source),
      bands: range ? [range] : [],
    }),
    [points, range],
  )
  const [name, other] = isVitalSign && group !== '' ? [group, label] : [label, group]
  const notes = [
    other === name ? '' : other,
    range ? t('normal {range}', { range: rangeWords(range) }) : '',
  ].filter(each => each !== '')
  return (
    <TimeChart {...shared} {...drawn} label={name} note={notes.join(' · ')} unit={displayUnit(trend.unit)} />
  )
}
