/** Values over time with their bands, in the time that all charts of the page show. A click opens the record under the pointer. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type uPlot from 'uplot'
import { formatNumber } from '../../display/data-value.ts'
import { formatInstant } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Chart, type ChartColors, TIME_TICKS } from '../../parts/chart.tsx'
import { chooseDragged, SHARED_CURSOR, type TimeSpan } from '../../parts/shared-time.ts'
import style from './ehr.module.css'
import { useTexts } from './texts.ts'
import { type BrokenLines, lonePositions, nearestMeasured, withGaps } from './time-span.ts'

interface Band {
  readonly low?: number
  readonly high?: number
}

export interface SharedTime {
  readonly span: TimeSpan
  readonly choose: (span: TimeSpan) => void
}

interface Props extends SharedTime {
  readonly ehrId: string
  readonly label: string
  /** Beside the label. */
  readonly note: string
  readonly unit: string
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  /** Of each value at each time; null if it was not measured. */
  readonly columns: readonly (readonly (number | null)[])[]
  readonly bands: readonly Band[]
  /** Version uids of the records, by time. */
  readonly sources: readonly string[]
  readonly isWide?: boolean
}

/** More dots than this hide the line. */
const MOST_DOTS = 60

function drawBand(chart: uPlot, band: Band, color: string): void {
  const { ctx, bbox } = chart
  const top = band.high === undefined ? bbox.top : chart.valToPos(band.high, 'y', true)
  const bottom = band.low === undefined ? bbox.top + bbox.height : chart.valToPos(band.low, 'y', true)
  const from = Math.max(top, bbox.top)
  const to = Math.min(bottom, bbox.top + bbox.height)
  if (to <= from) return
  ctx.save()
  ctx.fillStyle = color
  // One pixel apart, so that two bands that touch are two.
  ctx.fillRect(bbox.left, from + 1, bbox.width, to - from - 2)
  ctx.restore()
}

/** Dots while they do not hide the line; those of values that no line reaches always. */
const dotsOf = (column: readonly (number | null)[], colors: ChartColors): uPlot.Series.Points => {
  const lone = lonePositions(column)
  return {
    size: 5,
    fill: colors.line,
    show: (_chart, _series, first, last) => last - first < MOST_DOTS,
    filter: (_chart, _series, isShown) => (isShown ? null : lone),
  }
}

interface Drawing {
  readonly lines: BrokenLines
  readonly bands: readonly Band[]
  readonly point: (index: number | undefined) => void
  readonly open: (index: number) => void
  readonly choose: SharedTime['choose']
}

function indexAt(chart: uPlot, lines: BrokenLines): number | undefined {
  const { idx, left } = chart.cursor
  if (idx == null || left === undefined || left < 0) return undefined
  const index = nearestMeasured(lines, idx, chart.posToVal(left, 'x'))
  const time = lines.times[lines.origin.indexOf(index)] ?? Number.NaN
  const { min = Number.NaN, max = Number.NaN } = chart.scales['x'] ?? {}
  // The nearest one may be outside of what is shown.
  return index >= 0 && time >= min && time <= max ? index : undefined
}

const optionsOf =
  ({ lines, bands, point, open, choose }: Drawing) =>
  (colors: ChartColors): Omit<uPlot.Options, 'width' | 'height'> => ({
    legend: { show: false },
    cursor: SHARED_CURSOR,
    // Labels of the first and the last tick are wider than the axis.
    padding: [8, 24, 0, 0],
    scales: { x: { time: true } },
    axes: [
      {
        stroke: colors.text,
        grid: { show: false },
        ticks: { show: false },
        // Two lines: the year stands below the month.
        size: 44,
        font: '11px system-ui',
        space: 70,
        values: TIME_TICKS,
      },
      {
        stroke: colors.text,
        grid: { stroke: colors.grid, width: 0.5 },
        ticks: { show: false },
        size: 46,
        font: '11px system-ui',
      },
    ],
    series: [
      {},
      ...lines.columns.map(column => ({
        stroke: colors.line,
        width: 1.6,
        spanGaps: false,
        points: dotsOf(column, colors),
      })),
    ],
    hooks: {
      drawClear: bands.map(band => (chart: uPlot) => drawBand(chart, band, colors.band)),
      setCursor: [chart => point(indexAt(chart, lines))],
      setSelect: [chart => chooseDragged(chart, choose)],
      ready: [chart => chart.over.addEventListener('click', () => open(indexAt(chart, lines) ?? -1))],
    },
  })

function useOpen(ehrId: string, sources: readonly string[]) {
  const navigate = useNavigate()
  return useCallback(
    (index: number) => {
      const uid = sources[index]
      if (uid !== undefined) void navigate({ to: '/ehrs/$ehrId/compositions/$uid', params: { ehrId, uid } })
    },
    [navigate, ehrId, sources],
  )
}

/** The last time of the span, for a chart that nobody points at. */
function lastIn(times: readonly number[], { from, to }: TimeSpan): number | undefined {
  const index = times.findLastIndex(time => time <= to)
  return (times[index] ?? Number.NEGATIVE_INFINITY) >= from ? index : undefined
}

export function TimeChart(props: Props) {
  const { ehrId, label, note, unit, times, columns, bands, sources, isWide = false, span, choose } = props
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [pointed, point] = useState<number | undefined>(undefined)
  const lines = useMemo(() => withGaps(times, columns), [times, columns])
  const open = useOpen(ehrId, sources)
  const options = useMemo(
    () => optionsOf({ lines, bands, point, open, choose }),
    [lines, bands, open, choose],
  )
  const data = useMemo(() => [lines.times, ...lines.columns] as unknown as uPlot.AlignedData, [lines])
  const at = pointed ?? lastIn(times, span)
  const valueWords = (value: number | null | undefined) => (value == null ? '–' : formatNumber(value))
  const words =
    at === undefined
      ? t('Not measured in this time')
      : `${columns.map(column => valueWords(column[at])).join('/')} ${unit} · ${formatInstant(new Date((times[at] ?? 0) * 1000), timeStyle)}`
  const numbers = columns.flat().filter(value => value !== null)
  const summary = t('{label}: {count} {count:value|values} from {low} to {high} {unit}', {
    label,
    count: times.length,
    low: formatNumber(numbers.reduce((least, each) => Math.min(least, each))),
    high: formatNumber(numbers.reduce((most, each) => Math.max(most, each))),
    unit,
  })
  return (
    <section className={`${style['trend']} ${isWide ? style['joint'] : ''}`} aria-label={label}>
      <div className={style['trendHead']}>
        <span className={style['trendLabel']}>{label}</span>
        <span className="dim">{note}</span>
      </div>
      <div className={style['trendValue']}>{words}</div>
      <Chart data={data} height={isWide ? 230 : 150} options={options} label={summary} span={span} />
    </section>
  )
}
