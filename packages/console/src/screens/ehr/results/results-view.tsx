/** Laboratory results over time: analytes × reports. */
import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type AnalyteRow, matrixOf, type ResultMatrix } from '../../../display/clinical/laboratory.ts'
import { valueText } from '../../../display/data-value.ts'
import { formatClock, formatIso } from '../../../display/time.ts'
import { displayUnit } from '../../../display/units.ts'
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { Empty, Wait } from '../../../parts/states.tsx'
import { FlaggedValue } from '../../../parts/value.tsx'
import { useLaboratory } from '../queries.ts'
import { useTexts } from '../texts.ts'
import { useClinical } from '../use-clinical.ts'
import { rangeText } from './analyte-table.tsx'
import { reportsOf } from './reports.ts'
import style from './results.module.css'

function AnalyteCells({ row }: { readonly row: AnalyteRow }) {
  const latest = row.cells.find(cell => cell !== undefined)
  const unit = latest?.view.kind === 'quantity' ? latest.view.recordedUnit : ''
  return (
    <Table.Tr>
      <Table.Th scope="row" className={style['fixed']}>
        {row.label}
        <div className={`${style['unit']} dim`}>
          {[latest ? rangeText(latest.view) : '', displayUnit(unit)].filter(Boolean).join(' ')}
        </div>
      </Table.Th>
      {row.cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells are by column, and a column may be empty
        <Table.Td key={index} className={style['cell']}>
          {cell === undefined ? (
            <span className="dim">–</span>
          ) : cell.view.kind === 'quantity' ? (
            <FlaggedValue view={cell.view} withoutUnit />
          ) : (
            valueText(cell.view)
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function Matrix({ ehrId, matrix }: { readonly ehrId: string; readonly matrix: ResultMatrix }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { reports, rows } = matrix
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={style['matrix']} tabIndex={0} aria-label={t('Laboratory')}>
      <Table verticalSpacing={4} horizontalSpacing="sm" highlightOnHover withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={style['fixed']}>{t('Analyte')}</Table.Th>
            {reports.map(({ uid, time, name }) => (
              <Table.Th key={`${uid} ${name}`} className={style['report']}>
                <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid }}>
                  {formatIso(time.slice(0, 10), timeStyle)}
                </Link>
                <div className="dim">{formatClock(new Date(time), timeStyle)}</div>
                <div className={`${style['panelName']} dim`}>{name}</div>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <AnalyteCells key={row.key} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

export function ResultsView({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const { definitions, find, style: timeStyle } = useClinical()
  const found = useLaboratory(ehrId, definitions)
  return (
    <Wait query={found}>
      {rows => {
        const matrix = matrixOf(reportsOf(rows, find, timeStyle))
        return matrix.rows.length === 0 ? (
          <Empty title={t('No results')} text={t('This EHR has no laboratory results.')} />
        ) : (
          <Matrix ehrId={ehrId} matrix={matrix} />
        )
      }}
    </Wait>
  )
}
