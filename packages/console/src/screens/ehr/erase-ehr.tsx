/** Erases an EHR for good, in two steps: what goes and why, then the number of the patient typed out. The server asks who it is once more. */
import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Failure, Wait } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { ehrsKey } from '../ehrs/queries.ts'
import { useErasedCounts } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly ehrId: string
  /** The number of the patient, or the id of the EHR if there is none. */
  readonly number: string
  readonly onClose: () => void
}

interface StepProps extends Props {
  readonly reason: string
}

function FirstStep({
  ehrId,
  reason,
  setReason,
  onNext,
  onClose,
}: StepProps & { readonly setReason: (text: string) => void; readonly onNext: () => void }) {
  const t = useTexts()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Wait query={useErasedCounts(ehrId)} rows={2}>
          {({ records, versions }) => (
            <Alert color="red" title={t('This cannot be undone')}>
              {t(
                'Erased are {records} {records:record|records} with {versions} {versions:version|versions}, all drafts, and the person of this EHR. What remains is that it was erased, when, by whom and why.',
                { records, versions },
              )}
            </Alert>
          )}
        </Wait>
        <Text size="sm">
          <Link to="/jobs">{t('Export it first')}</Link>
        </Text>
        <Textarea
          label={t('Reason')}
          description={t('It is kept when everything else is gone.')}
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={1000}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red" variant="light" disabled={reason.trim() === ''}>
            {t('Go on to the second step')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function SecondStep({ ehrId, number, reason, onBack }: StepProps & { readonly onBack: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const erasing = useAct(
    cairn => cairn.admin.ehrDelete({ ehr_id: ehrId, reason: reason.trim() }),
    [ehrsKey],
    () => navigate({ to: '/ehrs' }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    erasing.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t('Type {number} to erase this EHR for good.', { number })}</Text>
        <TextInput
          label={t('Patient')}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        {erasing.error ? <Failure error={erasing.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            {t('Back')}
          </Button>
          <Button type="submit" color="red" disabled={typed.trim() !== number} loading={erasing.isPending}>
            {t('Erase for good')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export function EraseEhr(props: Props) {
  const t = useTexts()
  const [reason, setReason] = useState('')
  const [step, setStep] = useState<1 | 2>(1)
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('Erase EHR: step {step} of 2', { step })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {step === 1 ? (
        <FirstStep {...props} reason={reason} setReason={setReason} onNext={() => setStep(2)} />
      ) : (
        <SecondStep {...props} reason={reason} onBack={() => setStep(1)} />
      )}
    </Modal>
  )
}
