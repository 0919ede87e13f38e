/** A datamap as a spreadsheet: filtered, sorted, edited in place; only the rows in view are rendered and asked for. */
import { Button, Group, Text } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { download } from '../../parts/download.ts'
import { Failure } from '../../parts/states.tsx'
import { windowOf } from '../../parts/window.ts'
import { useCairn, useRight } from '../../session/use-session.ts'
import { AddRecord } from './add-record.tsx'
import type { DatamapColumn } from './columns.ts'
import { DeleteRecord } from './delete-record.tsx'
import { type Edits, NO_EDITS, withEdit } from './edits.ts'
import { filterParameters, SHOWN, type TableState, useRecordPages } from './queries.ts'
import { Grid, ROW_HEIGHT } from './table-grid.tsx'
import { Row } from './table-row.tsx'
import { useTexts } from './texts.ts'
import { WriteChanges } from './write-changes.tsx'

interface Props {
  readonly name: string
  readonly columns: readonly DatamapColumn[]
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

/** The cells that were changed, with the records as they were before. */
function useEdits() {
  const [edits, setEdits] = useState<Edits>(NO_EDITS)
  const [records, setRecords] = useState<ReadonlyMap<string, RmObject>>(new Map())
  return {
    edits,
    records,
    edit: (record: RmObject, label: string, cell: unknown) => {
      setEdits(withEdit(edits, record, label, cell))
      setRecords(new Map(records).set(String(record['uid']), record))
    },
    done: () => {
      setEdits(NO_EDITS)
      setRecords(new Map())
    },
  }
}

export function TableView({ name, columns }: Props) {
  const canWrite = useRight('api.write')
  const [state, setState] = useState<TableState>({ order: undefined, filters: {} })
  const [asked] = useDebouncedValue(state, 300)
  const [scrollTop, setScrollTop] = useState(0)
  const [total, setTotal] = useState(0)
  const { edits, records, edit, done } = useEdits()
  const [isAdding, setAdding] = useState(false)
  const [doomed, setDoomed] = useState<RmObject | undefined>(undefined)
  const { ref, height: viewport } = useElementSize<HTMLDivElement>()
  const view = windowOf(total, ROW_HEIGHT, Math.max(viewport, ROW_HEIGHT), scrollTop)
  const pages = useRecordPages(name, columns, asked, view)
  if (pages.total !== undefined && pages.total !== total) setTotal(pages.total)
  return (
    <>
      <Toolbar
        name={name}
        total={pages.total ?? (total === 0 ? undefined : total)}
        query={filterParameters(columns, asked.filters)}
        add={() => setAdding(true)}
      />
      {pages.error ? <Failure error={pages.error} /> : null}
      <Grid
        {...{ name, columns, state, pages, total, view }}
        change={setState}
        viewport={ref}
        scroll={setScrollTop}
        rowOf={record => (
          <Row
            {...{ record, columns, edits, canWrite }}
            edit={(label, cell) => edit(record, label, cell)}
            remove={() => setDoomed(record)}
          />
        )}
      />
      <WriteChanges name={name} columns={columns} edits={edits} records={records} done={done} />
      <AddRecord name={name} columns={columns} opened={isAdding} onClose={() => setAdding(false)} />
      {doomed ? <DeleteRecord name={name} record={doomed} onClose={() => setDoomed(undefined)} /> : null}
    </>
  )
}
