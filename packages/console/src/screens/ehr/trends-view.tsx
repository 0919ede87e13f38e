/** Every quantity that recurs, as small charts side by side. */
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { Empty, Wait } from '../../parts/states.tsx'
import { jointCharts, withoutJoint } from './charts.ts'
import style from './ehr.module.css'
import { JointChart } from './joint-chart.tsx'
import { useDocuments } from './queries.ts'
import { useTexts } from './texts.ts'
import { TrendChart } from './trend-chart.tsx'
import { LEAST_POINTS, trendsOf } from './trends.ts'
import { useClinical } from './use-clinical.ts'

const FIRST = 12

function Trends({ documents, ehrId }: { readonly documents: readonly RmObject[]; readonly ehrId: string }) {
  const t = useTexts()
  const clinical = useClinical()
  const { charts, trends } = useMemo(() => {
    const joint = jointCharts(documents, clinical)
    return { charts: joint, trends: withoutJoint(trendsOf(documents), joint) }
  }, [documents, clinical])
  const [isAll, setAll] = useState(false)
  if (trends.length === 0 && charts.length === 0)
    return (
      <Empty
        title={t('No trends yet')}
        text={t('A quantity that was recorded at least {count} {count:time|times} is drawn here.', {
          count: LEAST_POINTS,
        })}
      />
    )
  const shown = isAll ? trends : trends.slice(0, FIRST)
  return (
    <>
      <div className={style['trends']}>
        {charts.map(chart => (
          <JointChart key={chart.definition.archetypes.join()} chart={chart} ehrId={ehrId} />
        ))}
        {shown.map(trend => (
          <TrendChart key={trend.key} trend={trend} ehrId={ehrId} />
        ))}
      </div>
      {shown.length < trends.length ? (
        <Button variant="default" mt="md" onClick={() => setAll(true)}>
          {t('Show all {count}', { count: trends.length })}
        </Button>
      ) : null}
    </>
  )
}

export function TrendsView({ ehrId }: { readonly ehrId: string }) {
  const documents = useDocuments(ehrId)
  return <Wait query={documents}>{found => <Trends documents={found} ehrId={ehrId} />}</Wait>
}
