/** One quantity over time: its reference band, the value under the pointer, and the way to its source. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type uPlot from 'uplot'
import { formatNumber } from '../../display/data-value.ts'
import { formatInstant } from '../../display/time.ts'
import { displayUnit } from '../../display/units.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Chart, type ChartColors, TIME_TICKS } from '../../parts/chart.tsx'
import style from './ehr.module.css'
import { useTexts } from './texts.ts'
import type { Trend, TrendPoint } from './trends.ts'

const HEIGHT = 144

export function drawBand(chart: uPlot, range: NonNullable<Trend['range']>, color: string): void {
  const { ctx, bbox } = chart
  const top = range.high === undefined ? bbox.top : chart.valToPos(range.high, 'y', true)
  const bottom = range.low === undefined ? bbox.top + bbox.height : chart.valToPos(range.low, 'y', true)
  ctx.save()
  ctx.fillStyle = color
  const from = Math.max(top, bbox.top)
  // One pixel apart, so that two bands that touch are two.
  ctx.fillRect(bbox.left, from + 1, bbox.width, Math.min(bottom, bbox.top + bbox.height) - from - 2)
  ctx.restore()
}

export type ChartOptions = Omit<uPlot.Options, 'width' | 'height'>

/** The look of a chart; what it does is in its hooks. */
export const lookOf = (colors: ChartColors, hasDots: boolean): ChartOptions => ({
  legend: { show: false },
  cursor: { y: false, points: { size: 8 } },
  scales: { x: { time: true } },
  axes: [
    {
      stroke: colors.text,
      grid: { show: false },
      ticks: { show: false },
      // Two lines: the year stands below the month.
      size: 38,
      font: '11px system-ui',
      space: 70,
      values: TIME_TICKS,
    },
    {
      stroke: colors.text,
      grid: { stroke: colors.grid, width: 0.5 },
      ticks: { show: false },
      size: 42,
      font: '11px system-ui',
    },
  ],
  series: [{}, { stroke: colors.line, width: 1.6, points: { show: hasDots, size: 5, fill: colors.line } }],
})

export function TrendChart({ trend, ehrId }: { readonly trend: Trend; readonly ehrId: string }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const navigate = useNavigate()
  const { points, label, group, range } = trend
  const unit = displayUnit(trend.unit)
  const [shown, setShown] = useState<TrendPoint | undefined>(undefined)
  const data = useMemo<uPlot.AlignedData>(
    () => [points.map(({ time }) => time), points.map(({ value }) => value)],
    [points],
  )
  const open = useCallback(
    (point: TrendPoint | undefined) => {
      if (point) void navigate({ to: '/ehrs/$ehrId/compositions/$uid', params: { ehrId, uid: point.source } })
    },
    [navigate, ehrId],
  )
  const options = useCallback(
    (colors: ChartColors): ChartOptions => ({
      ...lookOf(colors, points.length < 60),
      hooks: {
        drawClear: range ? [chart => drawBand(chart, range, colors.band)] : [],
        setCursor: [chart => setShown(chart.cursor.idx == null ? undefined : points[chart.cursor.idx])],
        ready: [chart => chart.over.addEventListener('click', () => open(points[chart.cursor.idx ?? -1]))],
      },
    }),
    [points, range, open],
  )
  const last = points.at(-1)
  const current = shown ?? last
  const words = current
    ? `${formatNumber(current.value)} ${unit} · ${formatInstant(new Date(current.time * 1000), timeStyle)}`
    : ''
  const values = points.map(({ value }) => value)
  const summary = t('{label}: {count} {count:value|values} from {low} to {high} {unit}', {
    label,
    count: points.length,
    low: formatNumber(Math.min(...values)),
    high: formatNumber(Math.max(...values)),
    unit,
  })
  return (
    <section className={style['trend']} aria-label={label}>
      <div className={style['trendHead']}>
        <span className={style['trendLabel']}>{label}</span>
        <span className="dim">{group === label ? '' : group}</span>
      </div>
      <div className={style['trendValue']}>{words}</div>
      <Chart data={data} height={HEIGHT} options={options} label={summary} />
    </section>
  )
}
