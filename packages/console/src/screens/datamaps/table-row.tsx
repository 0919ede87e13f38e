/** One record in the table of a datamap: its patient, and its cells, each edited in place. */
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CellEditor } from './cell-editor.tsx'
import { cellFrom, cellText, type DatamapColumn, editText } from './columns.ts'
import style from './datamaps.module.css'
import { cellAt, type Edits, isEdited } from './edits.ts'
import { useTexts } from './texts.ts'

interface RowProps {
  readonly record: RmObject
  readonly columns: readonly DatamapColumn[]
  readonly edits: Edits
  readonly canWrite: boolean
  readonly edit: (label: string, cell: unknown) => void
  readonly remove: () => void
}

interface CellProps extends Pick<RowProps, 'record' | 'edits' | 'canWrite' | 'edit'> {
  readonly column: DatamapColumn
}

function Cell({ record, column, edits, canWrite, edit }: CellProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [isOpen, setOpen] = useState(false)
  const { label } = column
  const cell = cellAt(edits, record, label)
  const text = editText(column, cell)
  const shown = column.isTime && typeof cell === 'string' ? formatIso(cell, timeStyle) : cellText(cell)
  const name = t('Edit {name}', { name: label })
  if (isOpen && text !== undefined)
    return (
      <td>
        <CellEditor
          column={column}
          text={text}
          label={name}
          keep={typed => {
            edit(label, cellFrom(column, typed))
            setOpen(false)
          }}
          leave={() => setOpen(false)}
        />
      </td>
    )
  return (
    <td data-edited={isEdited(edits, record, label) || undefined}>
      {canWrite && text !== undefined ? (
        <UnstyledButton
          className={style['cell']}
          title={name}
          onClick={() => setOpen(true)}
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
}

export function Row({ record, columns, edits, canWrite, edit, remove }: RowProps) {
  const t = useTexts()
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
      {columns.map(column => (
        <Cell
          key={column.label}
          record={record}
          column={column}
          edits={edits}
          canWrite={canWrite}
          edit={edit}
        />
      ))}
    </>
  )
}
