/** Values that are read together in one chart, each with its band: systolic and diastolic pressure. */
import { useMemo } from 'react'
import { wordIn } from '../../display/clinical/entry-summary.ts'
import { displayUnit } from '../../display/units.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { alignedData, type JointChart as JointData } from './charts.ts'
import { useTexts } from './texts.ts'
import { type SharedTime, TimeChart } from './time-chart.tsx'

interface Props extends SharedTime {
  readonly chart: JointData
  readonly ehrId: string
}

export function JointChart({ chart, ...shared }: Props) {
  const t = useTexts()
  const { language } = useTimeStyle()
  const { definition, series } = chart
  const recordedUnit = series[0]?.unit ?? ''
  const drawn = useMemo(() => {
    const [times, ...columns] = alignedData(series)
    const byTime = new Map(series.flatMap(({ points }) => points.map(({ time, source }) => [time, source])))
    return {
      times,
      columns,
      sources: times.map(time => byTime.get(time * 1000) ?? ''),
      bands: (definition.bands ?? []).filter(({ unit }) => unit === recordedUnit),
    }
  }, [series, definition.bands, recordedUnit])
  const ranges = drawn.bands.map(({ low, high }) => `${low}–${high}`).join(', ')
  return (
    <TimeChart
      {...shared}
      {...drawn}
      label={wordIn(definition.label ?? series.map(({ name }) => name).join(', '), language)}
      note={ranges === '' ? '' : t('Bands: {ranges}, adults at rest', { ranges })}
      unit={displayUnit(recordedUnit)}
      isWide
    />
  )
}
