/** Deletes one record of a datamap: a version without data is added. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useCairn } from '../../session/use-session.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly name: string
  readonly record: RmObject
  readonly onClose: () => void
}

export function DeleteRecord({ name, record, onClose }: Props) {
  const t = useTexts()
  const cairn = useCairn()
  const queries = useQueryClient()
  const ehrUid = textAt(record, 'ehr_id') ?? ''
  const patient = textAt(record, 'subject_id') ?? ehrUid.slice(0, 8)
  const deletion = useMutation({
    mutationFn: () =>
      cairn.datamap.recordDelete({
        datamapName: name,
        uid: textAt(record, 'uid') ?? '',
        ehrUid,
        ifMatch: textAt(record, 'vuid') ?? '',
      }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['datamap', name, 'records'] })
    },
  })
  return (
    <ConfirmDialog
      title={t('Delete record')}
      consequence={t(
        'The record of {patient} will be deleted; its earlier versions stay. Type the name to confirm.',
        { patient },
      )}
      name={patient}
      mutation={deletion}
      onClose={onClose}
    />
  )
}
