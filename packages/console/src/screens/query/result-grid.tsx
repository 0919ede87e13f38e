/** The rows of a result: sorted by a click on the head, objects unfolded on demand, only those in view rendered. */
import { Modal, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { isObject } from '../../display/rm-object.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CodeView } from '../../parts/code-view.tsx'
import style from './query.module.css'
import { type Column, cellText, type Row, type Sorting, sortedRows } from './results.ts'
import { useTexts } from './texts.ts'

const ROW_HEIGHT = 34

interface Props {
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

function Cell({
  cell,
  path,
  open,
}: {
  readonly cell: unknown
  readonly path: string
  readonly open: (cell: unknown) => void
}) {
  const timeStyle = useTimeStyle()
  const text = cellText(cell, timeStyle)
  if (isObject(cell) || Array.isArray(cell))
    return (
      <UnstyledButton className={style['object']} onClick={() => open(cell)}>
        {text}
      </UnstyledButton>
    )
  if (path.endsWith('/ehr_id/value') && typeof cell === 'string')
    return (
      <Link to="/ehrs/$ehrId" params={{ ehrId: cell }} className="mono">
        {cell}
      </Link>
    )
  return <span className={typeof cell === 'number' ? style['number'] : ''}>{text}</span>
}

interface HeadingsProps {
  readonly columns: readonly Column[]
  readonly sorting: Sorting | undefined
  readonly sort: (sorting: Sorting | undefined) => void
}

/** Ascending, descending, as they came. */
function nextSorting(sorting: Sorting | undefined, column: number): Sorting | undefined {
  if (sorting?.column !== column) return { column, isDescending: false }
  return sorting.isDescending ? undefined : { column, isDescending: true }
}

function Headings({ columns, sorting, sort }: HeadingsProps) {
  return columns.map(({ name, path }, index) => {
    const order = sorting?.column !== index ? 'none' : sorting.isDescending ? 'descending' : 'ascending'
    return (
      <th key={`${name} ${path}`} scope="col" aria-sort={order}>
        <UnstyledButton
          className={style['heading']}
          onClick={() => sort(nextSorting(sorting, index))}
          title={path}
        >
          {name}
          {order === 'ascending' ? <ArrowUp size={13} aria-hidden="true" /> : null}
          {order === 'descending' ? <ArrowDown size={13} aria-hidden="true" /> : null}
        </UnstyledButton>
      </th>
    )
  })
}

export function ResultGrid({ columns, rows }: Props) {
  const t = useTexts()
  const scroll = useRef<HTMLDivElement>(null)
  const [sorting, setSorting] = useState<Sorting | undefined>(undefined)
  const [opened, setOpened] = useState<unknown>(undefined)
  const sorted = useMemo(() => sortedRows(rows, sorting), [rows, sorting])
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })
  const template = `3.2rem repeat(${columns.length}, minmax(9rem, 1fr))`
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={scroll} className={style['grid']} tabIndex={0} aria-label={t('Result')}>
        <table className={style['table']} aria-rowcount={rows.length}>
          <thead>
            <tr className={style['headings']} style={{ gridTemplateColumns: template }}>
              <th scope="col" className={style['rowNumber']}>
                #
              </th>
              <Headings columns={columns} sorting={sorting} sort={setSorting} />
            </tr>
          </thead>
          <tbody style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => (
              <tr
                key={index}
                className={style['row']}
                style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
              >
                <td className={style['rowNumber']}>{index + 1}</td>
                {columns.map(({ name, path }, column) => (
                  <td key={`${name} ${path}`}>
                    <Cell cell={sorted[index]?.[column]} path={path} open={setOpened} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        size="xl"
        title={t('Object')}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <CodeView text={JSON.stringify(opened, null, 2) ?? ''} format="json" label={t('Object')} />
      </Modal>
    </>
  )
}
