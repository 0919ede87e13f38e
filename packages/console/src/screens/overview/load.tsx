/** Load of the last hours: requests and their times by the minute, in two charts of the same time. */
import type { SystemReport } from '@cairn-ehr/client'
import { Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import type uPlot from 'uplot'
import { Chart, type ChartColors, TIME_TICKS } from '../../parts/chart.tsx'
import { Wait } from '../../parts/states.tsx'
import { millisecondsText } from '../system/figures.ts'
import { useSystemReport } from '../system/queries.ts'
import style from './overview.module.css'
import { useTexts } from './texts.ts'

type Load = SystemReport['load']

interface LoadChartProps {
  readonly label: string
  readonly data: uPlot.AlignedData
  /** Of the second and further lines. */
  readonly isDashed?: boolean
}

const MINUTE = 60
const HISTORY = 180 * MINUTE

function LoadChart({ label, data, isDashed = false }: LoadChartProps) {
  const lines = data.length - 1
  // Not the end that the chart computes: for a single minute it adds a thousand days.
  const last = data[0].at(-1) ?? Date.now() / 1000
  const options = useCallback(
    (colors: ChartColors): Omit<uPlot.Options, 'width' | 'height'> => ({
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 24, 0, 0],
      axes: [
        { stroke: colors.text, grid: { show: false }, size: 44, values: TIME_TICKS },
        { stroke: colors.text, grid: { stroke: colors.grid, width: 0.5 }, size: 56 },
      ],
      // Always three hours, so that one minute looks like one.
      scales: {
        x: { time: true, range: () => [last - HISTORY, last + MINUTE] },
        y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] },
      },
      series: [
        {},
        ...Array.from({ length: lines }, (_, line) => ({
          stroke: colors.line,
          width: 1.6,
          points: { show: data[0].length < 30, size: 5, fill: colors.line },
          ...(isDashed && line > 0 ? { dash: [6, 4] } : {}),
        })),
      ],
    }),
    [data, lines, isDashed, last],
  )
  return <Chart data={data} height={170} options={options} label={label} />
}

/** Minutes without a request have no time. */
const timeOf = (requests: number, milliseconds: number): number | null =>
  requests === 0 ? null : milliseconds

function Charts({ load }: { readonly load: Load }) {
  const t = useTexts()
  const { requests, times } = useMemo(() => {
    const minutes = load.map(({ at }) => Date.parse(at) / 1000)
    return {
      requests: [minutes, load.map(each => each.requests)] as uPlot.AlignedData,
      times: [
        minutes,
        load.map(each => timeOf(each.requests, each.p50)),
        load.map(each => timeOf(each.requests, each.p95)),
      ] as uPlot.AlignedData,
    }
  }, [load])
  const last = load.at(-1)
  if (!last) return <Text c="dimmed">{t('The first minute is not over yet.')}</Text>
  const faults = load.reduce((sum, each) => sum + each.faults, 0)
  return (
    <div className={style['loads']}>
      <div>
        <h3>{t('Requests in a minute')}</h3>
        <Text size="sm" c="dimmed">
          {t('{requests} in the last minute; answers of 500 and above in three hours: {faults}', {
            requests: last.requests,
            faults,
          })}
        </Text>
        <LoadChart label={t('Requests in a minute')} data={requests} />
      </div>
      <div>
        <h3>{t('Time of a request in milliseconds')}</h3>
        <Text size="sm" c="dimmed">
          {t('Half took at most {p50}, 95 % (dashed) at most {p95} in the last minute', {
            p50: millisecondsText(last.p50),
            p95: millisecondsText(last.p95),
          })}
        </Text>
        <LoadChart label={t('Time of a request in milliseconds')} data={times} isDashed />
      </div>
    </div>
  )
}

export function LoadPanel() {
  const t = useTexts()
  return (
    <section className={style['panel']} aria-label={t('Load of the last three hours')}>
      <h2>{t('Load of the last three hours')}</h2>
      <Wait query={useSystemReport(true)} rows={4}>
        {({ load }) => <Charts load={load} />}
      </Wait>
    </section>
  )
}
