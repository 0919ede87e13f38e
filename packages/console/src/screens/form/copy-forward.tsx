/** Begins a new record with the values of the last one of the same template, where somebody asks for it. */
import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { objectAt, textAt } from '../../display/rm-object.ts'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Failure } from '../../parts/states.tsx'
import type { RecordTarget } from './commit.ts'
import { useLastRecord } from './queries.ts'
import { useTexts } from './texts.ts'
import type { KeptDraft } from './use-draft.ts'
import { copiedValues } from './values.ts'
import type { CheckingWorker } from './worker.ts'

interface Props {
  readonly target: RecordTarget
  readonly opt: string
  readonly worker: CheckingWorker
  readonly kept: KeptDraft
}

export function CopyForward({ target, opt, worker, kept }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const last = useLastRecord(target.ehrId, target.templateId).data
  const copy = useMutation({
    mutationFn: async () => {
      if (!last) return
      const { values = {} } = await worker.ask({ kind: 'open', opt, composition: last })
      kept.update({ values: copiedValues(values, kept.latest().values) })
    },
  })
  if (!last) return null
  const time = textAt(objectAt(objectAt(last, 'context'), 'start_time'), 'value') ?? ''
  return (
    <>
      {kept.isChanged ? null : (
        <Button
          variant="default"
          size="xs"
          leftSection={<Copy size={14} />}
          onClick={() => copy.mutate()}
          loading={copy.isPending}
        >
          {t('Copy from the last record')}
        </Button>
      )}
      {copy.isSuccess ? (
        <Text size="xs" c="dimmed">
          {t('Copied from the record of {time}. Check every value before you commit.', {
            time: formatIso(time, timeStyle),
          })}
        </Text>
      ) : null}
      {copy.error ? <Failure error={copy.error} /> : null}
    </>
  )
}
