/** The columns of a datamap, taken from its template and renamed, with the rows that they show while they are typed. */
import { ActionIcon, Alert, Button, Group, Select, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { Failure, Wait } from '../../parts/states.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { WideTable } from '../../parts/wide-table.tsx'
import { useCairn, useRight } from '../../session/use-session.ts'
import { cellText } from './columns.ts'
import style from './datamaps.module.css'
import {
  type Definition,
  type DefinitionRow,
  definitionOf,
  furtherRows,
  rowsOf,
  topLabels,
} from './definition-rows.ts'
import { datamapKey, datamapsKey, usePreview, useSuggestion } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly name: string
  /** As saved, or as suggested for a new one. */
  readonly definition: Definition
  /** The definition that a change follows; undefined for a new datamap. */
  readonly etag: string | undefined
  readonly faults: readonly string[]
}

const PAUSE_MS = 400

function Preview({ definition }: { readonly definition: Definition }) {
  const t = useTexts()
  const [asked] = useDebouncedValue(definition, PAUSE_MS)
  const labels = topLabels(asked)
  const rows = usePreview(asked)
  // The reason of a fault is worth more than the rows before it.
  if (rows.error) return <Failure error={rows.error} />
  return (
    <Wait query={rows} rows={4}>
      {({ data }) =>
        data.length === 0 ? (
          <Text c="dimmed">{t('No record of this template yet.')}</Text>
        ) : (
          <WideTable
            label={t('Preview')}
            headings={[t('Patient'), ...labels]}
            minWidth={140 * (labels.length + 1)}
          >
            {data.map(record => {
              const cells = record as unknown as RmObject
              return (
                <Table.Tr key={textAt(cells, 'uid')}>
                  <Table.Td>{textAt(cells, 'subject_id') ?? ''}</Table.Td>
                  {labels.map(label => (
                    <Table.Td key={label}>{cellText(cells[label])}</Table.Td>
                  ))}
                </Table.Tr>
              )
            })}
          </WideTable>
        )
      }
    </Wait>
  )
}

interface RowsProps {
  readonly rows: readonly DefinitionRow[]
  readonly further: readonly DefinitionRow[]
  readonly canWrite: boolean
  readonly change: (rows: readonly DefinitionRow[]) => void
}

function Rows({ rows, further, canWrite, change }: RowsProps) {
  const t = useTexts()
  return (
    <>
      <ol className={style['definition']}>
        {rows.map(row => (
          <li key={row.key}>
            <TextInput
              size="xs"
              aria-label={t('Column')}
              value={row.add}
              readOnly={!canWrite}
              onChange={event => {
                const add = event.currentTarget.value
                change(rows.map(each => (each.key === row.key ? { ...each, add } : each)))
              }}
            />
            <span className={`${style['path']} mono`}>{row.path}</span>
            {canWrite ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('Remove column {name}', { name: row.add })}
                onClick={() => change(rows.filter(({ key }) => key !== row.key))}
              >
                <X size={15} />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ol>
      {canWrite && further.length > 0 ? (
        <Select
          aria-label={t('Add a column')}
          placeholder={t('Add a column')}
          searchable
          value={null}
          data={further.map(({ key, add, path }) => ({ value: String(key), label: `${add} · ${path}` }))}
          nothingFoundMessage={t('Nothing found')}
          onChange={chosen => {
            const row = further.find(({ key }) => String(key) === chosen)
            if (row) change([...rows, row])
          }}
          className={style['further']}
        />
      ) : null}
    </>
  )
}

export function DefinitionView({ name, definition, etag, faults }: Props) {
  const t = useTexts()
  const cairn = useCairn()
  const refresh = useRefresh(datamapKey(name), datamapsKey)
  const navigate = useNavigate()
  const canWrite = useRight('api.write')
  const [rows, setRows] = useState<readonly DefinitionRow[]>(() => rowsOf(definition))
  const suggestion = useSuggestion(definition.template)
  const further = useMemo(
    () => (suggestion.data ? furtherRows(suggestion.data, rows) : []),
    [suggestion.data, rows],
  )
  const current = useMemo(() => definitionOf(definition.template, rows), [definition.template, rows])
  const saving = useMutation({
    mutationFn: () =>
      cairn.datamapDefinitions.put(
        { datamapName: name, body: current },
        etag === undefined ? {} : { headers: { 'If-Match': `"${etag}"` } },
      ),
    onSuccess: async () => {
      await refresh()
      await navigate({ to: '/datamaps/$name', params: { name }, search: { view: 'definition' } })
    },
  })
  return (
    <>
      {faults.map(fault => (
        <Alert key={fault} color="amber" variant="light" mb="xs">
          {fault}
        </Alert>
      ))}
      <h2 className={style['heading2']}>{t('Columns')}</h2>
      <Rows rows={rows} further={further} canWrite={canWrite} change={setRows} />
      {saving.error ? <Failure error={saving.error} /> : null}
      {canWrite ? (
        <Group mt="sm">
          <Button onClick={() => saving.mutate()} loading={saving.isPending} disabled={rows.length === 0}>
            {t('Save datamap')}
          </Button>
        </Group>
      ) : null}
      <h2 className={style['heading2']}>{t('Preview')}</h2>
      <Text size="sm" c="dimmed" mb="xs">
        {t('The first records, as the columns above show them')}
      </Text>
      <Preview definition={current} />
    </>
  )
}
