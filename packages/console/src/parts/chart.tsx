/** A uPlot chart that follows the width of its place and the theme. */
import { useMantineColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { monthNames, type TimeStyle } from '../display/time.ts'
import { useTimeStyle } from '../display/use-time-style.ts'
import type { TimeSpan } from './shared-time.ts'

interface Props {
  readonly data: uPlot.AlignedData
  readonly height: number
  /** Made anew with each theme, since colours are drawn and not styled. */
  readonly options: (colors: ChartColors) => Omit<uPlot.Options, 'width' | 'height'>
  readonly label: string
  /** The time that is shown (default: all of the data). */
  readonly span?: TimeSpan
}

export interface ChartColors {
  readonly line: string
  readonly grid: string
  readonly text: string
  readonly band: string
  readonly abnormal: string
}

const DAY = 86_400

/** Ticks of a time axis: 24 hours, the day before the month (least distance, text, and what a new year, month or day adds). */
export const TIME_TICKS: uPlot.Axis.Values = [
  [365 * DAY, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * DAY, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [DAY, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [3600, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
]

function colorsNow(): ChartColors {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    line: of('--cairn-accent'),
    grid: of('--cairn-line'),
    text: of('--cairn-dim'),
    band: of('--cairn-soft'),
    abnormal: of('--cairn-abnormal'),
  }
}

/** Ticks in the words and in the time zone of the reader. */
function tickWords({ language, zone }: TimeStyle): Pick<uPlot.Options, 'fmtDate' | 'tzDate'> {
  const MMM = monthNames(language)
  const names: uPlot.DateNames = { MMMM: MMM, MMM, WWWW: [], WWW: [] }
  return {
    fmtDate: template => uPlot.fmtDate(template, names),
    ...(zone ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), zone) } : {}),
  }
}

const showSpan = (chart: uPlot, { from, to }: TimeSpan) => chart.setScale('x', { min: from, max: to })

export function Chart({ data, height, options, label, span }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | undefined>(undefined)
  const shown = useRef(span)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { colorScheme } = useMantineColorScheme()
  const timeStyle = useTimeStyle()
  // The scheme is named because colours are read from the page when the chart is made.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!place.current || width === 0) return
    const made = new uPlot(
      { ...tickWords(timeStyle), ...options(colorsNow()), width, height },
      data,
      place.current,
    )
    chart.current = made
    if (shown.current) showSpan(made, shown.current)
    return () => {
      chart.current = undefined
      made.destroy()
    }
  }, [data, options, height, width, colorScheme, timeStyle])
  useEffect(() => {
    shown.current = span
    if (span && chart.current) showSpan(chart.current, span)
  }, [span])
  return (
    <div ref={ref} role="img" aria-label={label}>
      <div ref={place} />
    </div>
  )
}
