/** A chart of a result, of the kind that its columns allow. */
import { SegmentedControl, Stack } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import uPlot from 'uplot'
import { Chart, type ChartColors, TIME_TICKS } from '../../parts/chart.tsx'
import { Empty } from '../../parts/states.tsx'
import {
  binsOf,
  type ChartChoice,
  type ChartKind,
  type Column,
  chartChoices,
  columnKinds,
  type Row,
} from './results.ts'
import { type TextKey, useTexts } from './texts.ts'

const LABELS: Readonly<Record<ChartKind, TextKey>> = {
  line: 'Line',
  bar: 'Bars',
  scatter: 'Points',
  histogram: 'Histogram',
}

/** More bars than this cannot be told apart. */
const MOST_BARS = 60

interface Prepared {
  readonly data: uPlot.AlignedData
  /** Words for whole numbers of the x axis. */
  readonly words?: readonly string[]
}

const numberIn = (row: Row, column: number): number | null => {
  const cell = row[column]
  return typeof cell === 'number' ? cell : null
}

function prepare({ kind, x = 0, y }: ChartChoice, rows: readonly Row[]): Prepared {
  if (kind === 'histogram') {
    const values = rows.map(row => numberIn(row, y[0] ?? 0)).filter(value => value !== null)
    const bins = binsOf(values)
    return { data: [bins.map(({ from, to }) => (from + to) / 2), bins.map(({ count }) => count)] }
  }
  if (kind === 'bar') {
    const shown = rows.slice(0, MOST_BARS)
    return {
      data: [shown.map((_, index) => index), shown.map(row => numberIn(row, y[0] ?? 0))],
      words: shown.map(row => String(row[x] ?? '')),
    }
  }
  const position = (row: Row) =>
    kind === 'line' ? Date.parse(String(row[x])) / 1000 : (numberIn(row, x) ?? Number.NaN)
  const ordered = rows
    .filter(row => Number.isFinite(position(row)))
    .toSorted((a, b) => position(a) - position(b))
  return { data: [ordered.map(position), ...y.map(column => ordered.map(row => numberIn(row, column)))] }
}

const bars = uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.8, 80] }) } : {}

const COLORS = ['', '#b5651d', '#6b2fa0', '#1d6fb8', '#7a7a00', '#b3261e']

function seriesOf(
  choice: ChartChoice,
  column: Column | undefined,
  index: number,
  colors: ChartColors,
): uPlot.Series {
  const stroke = COLORS[index] || colors.line
  const label = column?.name ?? ''
  if (choice.kind === 'bar' || choice.kind === 'histogram')
    return {
      label,
      stroke,
      fill: `${stroke}99`,
      ...bars,
      points: { show: false },
    }
  if (choice.kind === 'scatter')
    return { label, stroke, paths: () => null, points: { show: true, size: 6, fill: stroke } }
  return { label, stroke, width: 1.6, spanGaps: true, points: { size: 5 } }
}

function Drawn({
  choice,
  columns,
  rows,
}: {
  choice: ChartChoice
  columns: readonly Column[]
  rows: readonly Row[]
}) {
  const t = useTexts()
  const { data, words } = useMemo(() => prepare(choice, rows), [choice, rows])
  const options = useCallback(
    (colors: ChartColors): Omit<uPlot.Options, 'width' | 'height'> => ({
      // Half a bar more on either side, so that the first and the last are whole.
      scales: {
        x: {
          time: choice.kind === 'line',
          ...(words ? { range: () => [-0.6, words.length - 0.4] as [number, number] } : {}),
        },
      },
      axes: [
        {
          stroke: colors.text,
          grid: { show: false },
          ...(words
            ? {
                values: (_chart, ticks) =>
                  ticks.map(tick => (Number.isInteger(tick) ? (words[tick] ?? '').slice(0, 18) : '')),
                rotate: words.length > 6 ? -35 : 0,
                size: words.length > 6 ? 90 : 40,
                space: 20,
                incrs: [1, 2, 5, 10],
              }
            : choice.kind === 'line'
              ? { values: TIME_TICKS }
              : {}),
        },
        { stroke: colors.text, grid: { stroke: colors.grid, width: 0.5 } },
      ],
      series: [{}, ...choice.y.map((column, index) => seriesOf(choice, columns[column], index, colors))],
    }),
    [choice, columns, words],
  )
  return <Chart data={data} height={360} options={options} label={t(LABELS[choice.kind])} />
}

export function ResultChart({
  columns,
  rows,
}: {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}) {
  const t = useTexts()
  const choices = useMemo(() => chartChoices(columnKinds(columns, rows)), [columns, rows])
  const [kind, setKind] = useState<ChartKind | undefined>(undefined)
  const choice = choices.find(each => each.kind === kind) ?? choices[0]
  if (!choice) return <Empty title={t('Nothing to draw')} text={t('A chart needs a column of numbers.')} />
  return (
    <Stack align="stretch">
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label={t('Chart')}
        data={choices.map(each => ({ value: each.kind, label: t(LABELS[each.kind]) }))}
        value={choice.kind}
        onChange={value => setKind(value as ChartKind)}
      />
      <Drawn choice={choice} columns={columns} rows={rows} />
    </Stack>
  )
}
