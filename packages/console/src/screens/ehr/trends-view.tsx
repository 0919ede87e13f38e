/** Every quantity that recurs, as small charts side by side, all of the same time. */
import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import type { TimeSpan } from '../../parts/shared-time.ts'
import { Empty, Wait } from '../../parts/states.tsx'
import { isOfKind, type JointChart as JointData, jointCharts, withoutJoint } from './charts.ts'
import style from './ehr.module.css'
import { JointChart } from './joint-chart.tsx'
import { MOST_DOCUMENTS } from './latest-documents.ts'
import { useDocuments } from './queries.ts'
import { useTexts } from './texts.ts'
import { TimeBar } from './time-bar.tsx'
import { clippedTo, spanOf } from './time-span.ts'
import { TrendChart } from './trend-chart.tsx'
import { LEAST_POINTS, type Trend, trendsOf } from './trends.ts'
import { useClinical } from './use-clinical.ts'

const FIRST = 12

/** Times of all points, in seconds since 1970. */
const timesOf = (charts: readonly JointData[], trends: readonly Trend[]): number[] => [
  ...charts.flatMap(({ series }) => series.flatMap(({ points }) => points.map(({ time }) => time / 1000))),
  ...trends.flatMap(({ points }) => points.map(({ time }) => time)),
]

function Trends({ documents, ehrId }: { readonly documents: readonly RmObject[]; readonly ehrId: string }) {
  const t = useTexts()
  const clinical = useClinical()
  const { charts, trends } = useMemo(() => {
    const joint = jointCharts(documents, clinical)
    return { charts: joint, trends: withoutJoint(trendsOf(documents), joint) }
  }, [documents, clinical])
  const times = useMemo(() => timesOf(charts, trends), [charts, trends])
  const all = useMemo(() => spanOf(times), [times])
  const [chosen, setChosen] = useState<TimeSpan | undefined>(undefined)
  const choose = useCallback((span: TimeSpan) => setChosen(all && clippedTo(all, span)), [all])
  const [isAll, setAll] = useState(false)
  if (all === undefined)
    return (
      <Empty
        title={t('No trends yet')}
        text={t('A quantity that was recorded at least {count} {count:time|times} is drawn here.', {
          count: LEAST_POINTS,
        })}
      />
    )
  const vitalSigns = clinical.definitions.filter(({ kind }) => kind === 'vital sign')
  const shown = isAll ? trends : trends.slice(0, FIRST)
  const shared = { ehrId, span: chosen ?? all, choose }
  return (
    <>
      <TimeBar all={all} times={times} span={shared.span} choose={choose} />
      <div className={style['trends']}>
        {charts.map(chart => (
          <JointChart key={chart.definition.archetypes.join()} chart={chart} {...shared} />
        ))}
        {shown.map(trend => (
          <TrendChart key={trend.key} trend={trend} isVitalSign={isOfKind(trend, vitalSigns)} {...shared} />
        ))}
      </div>
      {shown.length < trends.length ? (
        <Button variant="default" mt="md" onClick={() => setAll(true)}>
          {t('Show all {count}', { count: trends.length })}
        </Button>
      ) : null}
      {documents.length === MOST_DOCUMENTS ? (
        <p className="dim">
          {t('Charts are drawn from the latest {count} {count:record|records}.', { count: MOST_DOCUMENTS })}
        </p>
      ) : null}
    </>
  )
}

export function TrendsView({ ehrId }: { readonly ehrId: string }) {
  const documents = useDocuments(ehrId)
  return <Wait query={documents}>{found => <Trends documents={found} ehrId={ehrId} />}</Wait>
}
