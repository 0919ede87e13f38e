/** Deletes one record of a datamap: a version without data is added. */
import { useMutation } from '@tanstack/react-query'
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCairn } from '../../session/use-session.ts'
import { datamapRecordsKey } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly name: string
  readonly record: RmObject
  readonly onClose: () => void
}

export function DeleteRecord({ name, record, onClose }: Props) {
  const t = useTexts()
  const cairn = useCairn()
  const refresh = useRefresh(datamapRecordsKey(name))
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
      await refresh()
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
