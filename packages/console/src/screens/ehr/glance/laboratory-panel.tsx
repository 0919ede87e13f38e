/** The latest value of each analyte, abnormal ones first. */
import { useState } from 'react'
import { isAbnormal, latestAnalytes, matrixOf } from '../../../display/clinical/laboratory.ts'
import { Wait } from '../../../parts/states.tsx'
import { useLaboratory } from '../queries.ts'
import { AnalyteTable } from '../results/analyte-table.tsx'
import { reportsOf } from '../results/reports.ts'
import { useTexts } from '../texts.ts'
import { useClinical } from '../use-clinical.ts'
import type { EntryRow } from './entries.ts'
import style from './glance.module.css'
import { Panel } from './panel.tsx'

/** All that is abnormal, and at least so many. */
const LEAST_SHOWN = 8

function Latest({ ehrId, rows }: { readonly ehrId: string; readonly rows: readonly EntryRow[] }) {
  const t = useTexts()
  const { find, style: timeStyle } = useClinical()
  const [isAll, setAll] = useState(false)
  const analytes = latestAnalytes(matrixOf(reportsOf(rows, find, timeStyle)))
  if (analytes.length === 0) return <p className="dim">{t('Nothing recorded')}</p>
  const abnormal = analytes.filter(({ latest }) => isAbnormal(latest.view)).length
  const shown = isAll ? analytes : analytes.slice(0, Math.max(LEAST_SHOWN, abnormal))
  return (
    <>
      <AnalyteTable ehrId={ehrId} analytes={shown} label={t('Latest laboratory values')} withTime />
      {shown.length < analytes.length ? (
        <button type="button" className={style['more']} onClick={() => setAll(true)}>
          {t('Show all {count}', { count: analytes.length })}
        </button>
      ) : null}
    </>
  )
}

export function LaboratoryPanel({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const { definitions } = useClinical()
  const found = useLaboratory(ehrId, definitions)
  return (
    <Panel title={t('Laboratory')} ehrId={ehrId} more="results">
      <Wait query={found} rows={5}>
        {rows => <Latest ehrId={ehrId} rows={rows} />}
      </Wait>
    </Panel>
  )
}
