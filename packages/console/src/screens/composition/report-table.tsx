/** The analytes of a record as a table, each with its value before and its trend up to this record. */
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { definitionOfRow } from '../../display/clinical/entry-summary.ts'
import {
  type AnalyteNow,
  analyteOf,
  analytesOfReport,
  matrixOf,
  type Report,
} from '../../display/clinical/laboratory.ts'
import { valueText } from '../../display/data-value.ts'
import { useLaboratory } from '../ehr/queries.ts'
import { AnalyteTable } from '../ehr/results/analyte-table.tsx'
import { reportsOf } from '../ehr/results/reports.ts'
import { type Clinical, useClinical } from '../ehr/use-clinical.ts'
import type { ReadableNode } from './readable-node.ts'
import { useTexts } from './texts.ts'
import { objectOf } from './versions.ts'

interface RecordPlace {
  readonly ehrId: string
  readonly uid: string
  readonly time: string
}

const Place = createContext<RecordPlace>({ ehrId: '', uid: '', time: '' })

export function ReportProvider({ children, ...place }: RecordPlace & { readonly children: ReactNode }) {
  const { ehrId, uid, time } = place
  const value = useMemo(() => ({ ehrId, uid, time }), [ehrId, uid, time])
  return <Place.Provider value={value}>{children}</Place.Provider>
}

const resultOf = (node: ReadableNode, { definitions, style }: Clinical) => {
  const rows = definitionOfRow(definitions, node.archetypeId)?.rows
  return rows && node.source ? analyteOf(node.source, rows, style) : []
}

/** A cluster that a definition can read as an analyte with its result. */
export const isReportedAnalyte = (node: ReadableNode, clinical: Clinical): boolean =>
  resultOf(node, clinical).length > 0

/** Elements that a row does not show: all but name and result. */
function notesOf(node: ReadableNode, shown: AnalyteNow): string {
  const texts = [shown.label, valueText(shown.latest.view)]
  return node.children
    .flatMap(({ label, value }) =>
      value && !texts.includes(valueText(value)) ? [[label, valueText(value)]] : [],
    )
    .map(([label, text]) => `${label}: ${text}`)
    .join(' · ')
}

export function ReportTable({ nodes }: { readonly nodes: readonly ReadableNode[] }) {
  const t = useTexts()
  const clinical = useClinical()
  const { ehrId, uid, time } = useContext(Place)
  const others = useLaboratory(ehrId, clinical.definitions).data
  const analytes = useMemo(() => {
    // Its own key, since a record may hold several reports.
    const own: Report = {
      uid: nodes[0]?.key ?? '',
      time,
      name: '',
      results: nodes.flatMap(node => resultOf(node, clinical)),
    }
    const reports = reportsOf(others ?? [], clinical.find, clinical.style)
    const before = reports.filter(report => objectOf(report.uid) !== objectOf(uid))
    return [...analytesOfReport(matrixOf([own, ...before]), own.uid).values()]
  }, [nodes, others, clinical, uid, time])
  const notes = useMemo(() => {
    const bySource = new Map(nodes.map(node => [node.source, node]))
    return new Map(
      analytes.map(analyte => {
        const node = bySource.get(analyte.latest.node)
        return [analyte.key, node ? notesOf(node, analyte) : '']
      }),
    )
  }, [analytes, nodes])
  return <AnalyteTable ehrId={ehrId} label={t('Results')} analytes={analytes} notes={notes} />
}
