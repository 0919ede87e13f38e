/** Edits one cell in place, by the control of its type. Enter keeps the change, Escape leaves the cell as it was. */
import { NativeSelect, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { DatamapColumn } from './columns.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly column: DatamapColumn
  readonly text: string
  readonly label: string
  readonly keep: (text: string) => void
  readonly leave: () => void
}

export function CellEditor({ column, text, label, keep, leave }: Props) {
  const t = useTexts()
  const [typed, setTyped] = useState(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep(typed)
    if (event.key === 'Escape') leave()
  }
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
        size="xs"
        autoFocus
        aria-label={label}
        data={[{ value: '', label: '–' }, ...options]}
        value={typed}
        onChange={event => keep(event.currentTarget.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
    )
  return (
    <TextInput
      size="xs"
      autoFocus
      aria-label={label}
      inputMode={column.kind === 'number' ? 'decimal' : 'text'}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={() => keep(typed)}
      onKeyDown={onKeyDown}
    />
  )
}
