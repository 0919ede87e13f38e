/** A datamap as a spreadsheet: filtered, sorted, edited in place; only the rows in view are rendered and asked for. */
import { ActionIcon, Button, Group, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Download, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { download } from '../../parts/download.ts'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { windowOf } from '../../parts/window.ts'
import { useCairn, useRight } from '../../session/use-session.ts'
import { AddRecord } from './add-record.tsx'
import { CellEditor } from './cell-editor.tsx'
import { cellFrom, cellText, type DatamapColumn, editText } from './columns.ts'
import style from './datamaps.module.css'
import { DeleteRecord } from './delete-record.tsx'
import { cellAt, type Edits, isEdited, NO_EDITS, withEdit } from './edits.ts'
import { useTexts } from './texts.ts'
import { filterParameters, SHOWN, type TableState, useRecordPages } from './use-datamap.ts'
import { WriteChanges } from './write-changes.tsx'

const ROW_HEIGHT = 38

interface Props {
  readonly name: string
  readonly columns: readonly DatamapColumn[]
}

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

interface RowProps {
  readonly record: RmObject
  readonly columns: readonly DatamapColumn[]
  readonly edits: Edits
  readonly canWrite: boolean
  readonly edit: (label: string, cell: unknown) => void
  readonly remove: () => void
}

function Row({ record, columns, edits, canWrite, edit, remove }: RowProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [open, setOpen] = useState<string | undefined>(undefined)
  const ehrId = textAt(record, 'ehr_id') ?? ''
  const uid = textAt(record, 'vuid') ?? ''
  return (
    <>
      <th scope="row" className={style['frozen']}>
        <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid }}>
          {textAt(record, 'subject_id') ?? ehrId.slice(0, 8)}
        </Link>
        {canWrite ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            className={style['remove']}
            aria-label={`${t('Delete record')}: ${textAt(record, 'subject_id') ?? ehrId}`}
            onClick={remove}
          >
            <Trash2 size={14} />
          </ActionIcon>
        ) : null}
      </th>
      {columns.map(column => {
        const { label } = column
        const cell = cellAt(edits, record, label)
        const text = editText(column, cell)
        const shown = column.isTime && typeof cell === 'string' ? formatIso(cell, timeStyle) : cellText(cell)
        const name = t('Edit {name}', { name: label })
        if (open === label && text !== undefined)
          return (
            <td key={label}>
              <CellEditor
                column={column}
                text={text}
                label={name}
                keep={typed => {
                  edit(label, cellFrom(column, typed))
                  setOpen(undefined)
                }}
                leave={() => setOpen(undefined)}
              />
            </td>
          )
        return (
          <td key={label} data-edited={isEdited(edits, record, label) || undefined}>
            {canWrite && text !== undefined ? (
              <UnstyledButton
                className={style['cell']}
                title={name}
                onClick={() => setOpen(label)}
                data-number={column.kind === 'number' || undefined}
              >
                {shown || <span className="dim">–</span>}
              </UnstyledButton>
            ) : (
              <span className={style['cell']} title={shown}>
                {shown}
              </span>
            )}
          </td>
        )
      })}
    </>
  )
}

interface ToolbarProps {
  readonly name: string
  /** Undefined until the first page is there. */
  readonly total: number | undefined
  /** The filters in force, which the file heeds too. */
  readonly query: Readonly<Record<string, string>>
  readonly add: () => void
}

function Toolbar({ name, total, query, add }: ToolbarProps) {
  const t = useTexts()
  const cairn = useCairn()
  const canWrite = useRight('api.write')
  const saveCsv = async () => {
    const text = await cairn.datamap.list({ datamapName: name, show: SHOWN }, { accept: 'text/csv', query })
    download(`${name}.csv`, 'text/csv', text)
  }
  return (
    <Group justify="space-between" mb="xs">
      <Text size="sm" c="dimmed" role="status">
        {total === undefined
          ? '…'
          : t('{shown} {count:record|records}', { count: total, shown: total.toLocaleString() })}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<Download size={14} />}
          onClick={() => void saveCsv()}
        >
          CSV
        </Button>
        {canWrite ? (
          <Button size="xs" leftSection={<Plus size={14} />} onClick={add}>
            {t('Add record')}
          </Button>
        ) : null}
      </Group>
    </Group>
  )
}

export function TableView({ name, columns }: Props) {
  const t = useTexts()
  const canWrite = useRight('api.write')
  const [state, setState] = useState<TableState>({ order: undefined, filters: {} })
  const [asked] = useDebouncedValue(state, 300)
  const [scrollTop, setScrollTop] = useState(0)
  const [total, setTotal] = useState(0)
  const [edits, setEdits] = useState<Edits>(NO_EDITS)
  const [edited, setEdited] = useState<ReadonlyMap<string, RmObject>>(new Map())
  const [isAdding, setAdding] = useState(false)
  const [doomed, setDoomed] = useState<RmObject | undefined>(undefined)
  const { ref, height: viewport } = useElementSize<HTMLDivElement>()
  const { height, first, count, top } = windowOf(total, ROW_HEIGHT, Math.max(viewport, ROW_HEIGHT), scrollTop)
  const pages = useRecordPages(name, columns, asked, { first, count })
  if (pages.total !== undefined && pages.total !== total) setTotal(pages.total)
  const edit = (record: RmObject, label: string, cell: unknown) => {
    setEdits(withEdit(edits, record, label, cell))
    setEdited(new Map(edited).set(String(record['uid']), record))
  }
  const template = `11rem repeat(${columns.length}, minmax(9.5rem, 1fr))`
  const indexes = Array.from({ length: count }, (_, index) => first + index)
  return (
    <>
      <Toolbar
        name={name}
        total={pages.total ?? (total === 0 ? undefined : total)}
        query={filterParameters(columns, asked.filters)}
        add={() => setAdding(true)}
      />
      {pages.error ? <Failure error={pages.error} /> : null}
      <section
        ref={ref}
        className={style['grid']}
        onScroll={event => setScrollTop(event.currentTarget.scrollTop)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={name}
        style={{ '--columns': template } as object}
      >
        <table aria-rowcount={total} className={style['table']}>
          <thead className={style['head']}>
            <Head columns={columns} state={state} change={setState} />
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
                    <Row
                      record={record}
                      columns={columns}
                      edits={edits}
                      canWrite={canWrite}
                      edit={(label, cell) => edit(record, label, cell)}
                      remove={() => setDoomed(record)}
                    />
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
      <WriteChanges
        name={name}
        columns={columns}
        edits={edits}
        records={edited}
        done={() => {
          setEdits(NO_EDITS)
          setEdited(new Map())
        }}
      />
      <AddRecord name={name} columns={columns} opened={isAdding} onClose={() => setAdding(false)} />
      {doomed ? <DeleteRecord name={name} record={doomed} onClose={() => setDoomed(undefined)} /> : null}
    </>
  )
}
