/** The grid of a datamap: headings that sort, filters, and the rows in view. */
import { Skeleton, TextInput, UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { Empty, Loading } from '../../parts/states.tsx'
import type { ListWindow } from '../../parts/window.ts'
import type { DatamapColumn } from './columns.ts'
import style from './datamaps.module.css'
import type { TableState, useRecordPages } from './queries.ts'
import { useTexts } from './texts.ts'

export const ROW_HEIGHT = 38

/** Ascending, descending, as they were made. */
const nextOrder = (order: string | undefined, label: string): string | undefined =>
  order === label ? `-${label}` : order === `-${label}` ? undefined : label

interface HeadProps {
  readonly columns: readonly DatamapColumn[]
  readonly state: TableState
  readonly change: (state: TableState) => void
}

function Head({ columns, state, change }: HeadProps) {
  const t = useTexts()
  const { order, filters } = state
  return (
    <>
      <tr className={style['headings']}>
        <th scope="col" className={style['frozen']}>
          {t('Patient')}
        </th>
        {columns.map(({ label, title, unit }) => {
          const sorted = order === label ? 'ascending' : order === `-${label}` ? 'descending' : 'none'
          return (
            <th key={label} scope="col" aria-sort={sorted}>
              <UnstyledButton
                className={style['heading']}
                title={t('Sort by {name}', { name: title })}
                onClick={() => change({ ...state, order: nextOrder(order, label) })}
              >
                {label} {unit === '' ? null : <span className="dim">{unit}</span>}
                {sorted === 'ascending' ? <ArrowUp size={13} aria-hidden="true" /> : null}
                {sorted === 'descending' ? <ArrowDown size={13} aria-hidden="true" /> : null}
              </UnstyledButton>
            </th>
          )
        })}
      </tr>
      <tr className={style['filters']}>
        <td className={style['frozen']} />
        {columns.map(({ label, kind }) => (
          <td key={label}>
            <TextInput
              size="xs"
              aria-label={t('Filter {name}', { name: label })}
              placeholder={kind === 'number' ? t('such as >= 120') : t('part of a text')}
              value={filters[label] ?? ''}
              onChange={event =>
                change({ ...state, filters: { ...filters, [label]: event.currentTarget.value } })
              }
            />
          </td>
        ))}
      </tr>
    </>
  )
}

interface GridProps {
  readonly name: string
  readonly columns: readonly DatamapColumn[]
  readonly state: TableState
  readonly change: (state: TableState) => void
  readonly pages: ReturnType<typeof useRecordPages>
  readonly total: number
  readonly view: ListWindow
  readonly viewport: Ref<HTMLDivElement>
  readonly scroll: (top: number) => void
  readonly rowOf: (record: RmObject) => ReactNode
}

export function Grid({
  name,
  columns,
  state,
  change,
  pages,
  total,
  view,
  viewport,
  scroll,
  rowOf,
}: GridProps) {
  const t = useTexts()
  const { first, count, height, top } = view
  const indexes = Array.from({ length: count }, (_, index) => first + index)
  return (
    <section
      ref={viewport}
      className={style['grid']}
      onScroll={event => scroll(event.currentTarget.scrollTop)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={name}
      style={{ '--columns': `11rem repeat(${columns.length}, minmax(10rem, 1fr))` } as object}
    >
      <table aria-rowcount={total} className={style['table']}>
        <thead className={style['head']}>
          <Head columns={columns} state={state} change={change} />
        </thead>
        <tbody style={{ height }}>
          {indexes.map(index => {
            const record = pages.rowAt(index)
            return (
              <tr
                key={String(record?.['uid'] ?? index)}
                className={style['row']}
                style={{ top: top + (index - first) * ROW_HEIGHT }}
              >
                {record ? (
                  rowOf(record)
                ) : (
                  <td>
                    <Skeleton height={14} width="80%" />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      {pages.total === undefined && !pages.error ? <Loading /> : null}
      {pages.total === 0 ? <Empty title={t('Nothing found')} /> : null}
    </section>
  )
}
