/** The cells that were changed and not yet written; what will be written is shown before it is. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type RmObject, textAt } from '../../display/rm-object.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCairn } from '../../session/use-session.ts'
import type { DatamapColumn } from './columns.ts'
import style from './datamaps.module.css'
import { bodyOf, changeLines, type Edits } from './edits.ts'
import { datamapRecordsKey } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly name: string
  readonly columns: readonly DatamapColumn[]
  readonly edits: Edits
  /** The records as they were when their cells were changed. */
  readonly records: ReadonlyMap<string, RmObject>
  readonly done: () => void
}

export function WriteChanges({ name, columns, edits, records, done }: Props) {
  const t = useTexts()
  const cairn = useCairn()
  const refresh = useRefresh(datamapRecordsKey(name))
  const [isOpen, setOpen] = useState(false)
  const lines = changeLines(edits, records)
  const writing = useMutation({
    mutationFn: async () => {
      for (const uid of edits.keys()) {
        const record = records.get(uid)
        if (!record) continue
        await cairn.datamap.recordUpdate({
          datamapName: name,
          uid,
          ehrUid: textAt(record, 'ehr_id'),
          ifMatch: textAt(record, 'vuid') ?? '',
          body: bodyOf(columns, record, edits) as never,
        })
      }
    },
    onSuccess: () => {
      done()
      setOpen(false)
    },
    onSettled: refresh,
  })
  if (lines.length === 0) return null
  return (
    <div className={style['pending']} role="status">
      <Text>{t('Changes not yet written: {count}', { count: lines.length })}</Text>
      <Group gap="xs">
        <Button variant="default" onClick={done}>
          {t('Discard')}
        </Button>
        <Button onClick={() => setOpen(true)}>{t('Write changes')}</Button>
      </Group>
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('Write changes')}
        mutation={writing}
      >
        <Text size="sm">{t('Each record gets a new version. This will be written:')}</Text>
        <Stack gap={4}>
          {lines.map(({ key, record, label, before, after }) => (
            <div key={key}>
              <b>{record}</b> {label}: {before || t('empty')} → <b>{after || t('empty')}</b>
            </div>
          ))}
        </Stack>
      </FormDialog>
    </div>
  )
}
