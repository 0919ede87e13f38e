/** A new record of a datamap, column by column. */
import type { CairnClient } from '@cairn-ehr/client'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import { cellFrom, type DatamapColumn } from './columns.ts'
import { datamapRecordsKey } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly name: string
  readonly columns: readonly DatamapColumn[]
  readonly opened: boolean
  readonly onClose: () => void
}

function ColumnField({
  column,
  value,
  change,
}: {
  readonly column: DatamapColumn
  readonly value: string
  readonly change: (text: string) => void
}) {
  const t = useTexts()
  const label = column.unit === '' ? column.label : `${column.label} (${column.unit})`
  const options =
    column.kind === 'boolean'
      ? [
          { value: 'true', label: t('Yes') },
          { value: 'false', label: t('No') },
        ]
      : column.options
  if (options.length > 0)
    return (
      <NativeSelect
        label={label}
        required={column.isRequired}
        data={[{ value: '', label: '–' }, ...options]}
        value={value}
        onChange={event => change(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      label={label}
      required={column.isRequired}
      inputMode={column.kind === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={event => change(event.currentTarget.value)}
    />
  )
}

export function AddRecord({ name, columns, opened, onClose }: Props) {
  const t = useTexts()
  const [ehrUid, setEhrUid] = useState('')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const editable = columns.filter(({ kind }) => kind !== 'object')
  const add = (cairn: CairnClient) => {
    const cells = editable.flatMap(column => {
      const text = typed[column.label] ?? ''
      return text === '' ? [] : [[column.label, cellFrom(column, text)]]
    })
    const body = Object.fromEntries(cells) as never
    return cairn.datamap.recordCreate({ datamapName: name, ehrUid: ehrUid.trim(), body })
  }
  const adding = useAct(add, [datamapRecordsKey(name)], () => {
    setTyped({})
    onClose()
  })
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('Add record')} mutation={adding}>
      <TextInput
        label={t('Id of the EHR')}
        required
        data-autofocus
        value={ehrUid}
        onChange={event => setEhrUid(event.currentTarget.value)}
      />
      {editable.map(column => (
        <ColumnField
          key={column.label}
          column={column}
          value={typed[column.label] ?? ''}
          change={text => setTyped({ ...typed, [column.label]: text })}
        />
      ))}
    </FormDialog>
  )
}
