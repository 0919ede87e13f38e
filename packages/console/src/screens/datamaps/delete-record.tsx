/** Deletes one record of a datamap: a version without data is added. */
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import { datamapRecordsKey } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly name: string
  readonly record: RmObject
  readonly onClose: () => void
}

export function DeleteRecord({ name, record, onClose }: Props) {
  const t = useTexts()
  const ehrUid = textAt(record, 'ehr_id') ?? ''
  const patient = textAt(record, 'subject_id') ?? ehrUid.slice(0, 8)
  const doomed = { uid: textAt(record, 'uid') ?? '', ehrUid, ifMatch: textAt(record, 'vuid') ?? '' }
  const deletion = useAct(
    cairn => cairn.datamap.recordDelete({ datamapName: name, ...doomed }),
    [datamapRecordsKey(name)],
    onClose,
  )
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
