/** Values that are read together in one chart, each with its band: systolic and diastolic pressure. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type uPlot from 'uplot'
import type { ChartBand } from '../../display/clinical/definition.ts'
import { wordIn } from '../../display/clinical/entry-summary.ts'
import { formatNumber } from '../../display/data-value.ts'
import { formatInstant } from '../../display/time.ts'
import { displayUnit } from '../../display/units.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Chart, type ChartColors } from '../../parts/chart.tsx'
import { alignedData, type JointChart as JointData } from './charts.ts'
import style from './ehr.module.css'
import { useTexts } from './texts.ts'
import { type ChartOptions, drawBand, lookOf } from './trend-chart.tsx'

const HEIGHT = 230

/** More dots than this hide the line. */
const MOST_DOTS = 60

/** The record under an index of the axis of time. */
function useOpen({ series }: JointData, times: readonly number[], ehrId: string) {
  const navigate = useNavigate()
  const sources = useMemo(
    () => new Map(series.flatMap(({ points }) => points.map(({ time, source }) => [time / 1000, source]))),
    [series],
  )
  return useCallback(
    (index: number | null | undefined) => {
      const uid = sources.get(times[index ?? -1] ?? Number.NaN)
      if (uid !== undefined) void navigate({ to: '/ehrs/$ehrId/compositions/$uid', params: { ehrId, uid } })
    },
    [navigate, ehrId, sources, times],
  )
}

interface Drawing {
  readonly chart: JointData
  readonly times: readonly number[]
  readonly bands: readonly ChartBand[]
  readonly show: (index: number | undefined) => void
  readonly open: (index: number | null | undefined) => void
}

const optionsOf =
  ({ chart, times, bands, show, open }: Drawing) =>
  (colors: ChartColors): ChartOptions => {
    const look = lookOf(colors, times.length < MOST_DOTS)
    const [time = {}, line = {}] = look.series
    return {
      ...look,
      series: [time, ...chart.series.map(() => ({ ...line, spanGaps: false }))],
      hooks: {
        drawClear: bands.map(band => (plot: uPlot) => drawBand(plot, band, colors.band)),
        setCursor: [plot => show(plot.cursor.idx ?? undefined)],
        ready: [plot => plot.over.addEventListener('click', () => open(plot.cursor.idx))],
      },
    }
  }

interface Props {
  readonly chart: JointData
  readonly ehrId: string
}

export function JointChart({ chart, ehrId }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { definition, series } = chart
  const [shown, show] = useState<number | undefined>(undefined)
  const data = useMemo(() => alignedData(series), [series])
  const [times, ...values] = data
  const open = useOpen(chart, times, ehrId)
  const recordedUnit = series[0]?.unit ?? ''
  const bands = useMemo(
    () => (definition.bands ?? []).filter(({ unit }) => unit === recordedUnit),
    [definition.bands, recordedUnit],
  )
  const options = useMemo(
    () => optionsOf({ chart, times: data[0], bands, show, open }),
    [chart, data, bands, open],
  )
  const unit = displayUnit(recordedUnit)
  const at = shown ?? times.length - 1
  const label = wordIn(definition.label ?? series.map(({ name }) => name).join(', '), timeStyle.language)
  const current = values.map(column => column[at]).map(value => (value == null ? '–' : formatNumber(value)))
  const when = formatInstant(new Date((times[at] ?? 0) * 1000), timeStyle)
  const ranges = bands.map(({ low, high }) => `${low}–${high}`).join(', ')
  const all = values.flat().filter(value => value != null)
  const [low, high] = [formatNumber(Math.min(...all)), formatNumber(Math.max(...all))]
  return (
    <section className={`${style['trend']} ${style['joint']}`} aria-label={label}>
      <div className={style['trendHead']}>
        <span className={style['trendLabel']}>{label}</span>
        <span className="dim">{ranges === '' ? '' : t('Bands: {ranges}, adults at rest', { ranges })}</span>
      </div>
      <div className={style['trendValue']}>{`${current.join('/')} ${unit} · ${when}`}</div>
      <Chart
        data={data as uPlot.AlignedData}
        height={HEIGHT}
        options={options}
        label={t('{label}: {count} {count:value|values} from {low} to {high} {unit}', {
          label,
          count: times.length,
          low,
          high,
          unit,
        })}
      />
    </section>
  )
}
