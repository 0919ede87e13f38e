/** Creates an EHR, for a subject or for nobody in particular, and opens it. */
import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../language/use-texts.ts'
import { Failure } from '../../parts/states.tsx'
import { useCairn } from '../../session/use-session.ts'
import { newEhrStatus } from './new-ehr-status.ts'

const NOTHING = { subject: '', namespace: '', isModifiable: true, isQueryable: true }

export function CreateEhr({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useTexts()
  const cairn = useCairn()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form, setForm] = useState(NOTHING)
  const creation = useMutation({
    mutationFn: () => cairn.ehr.create({ body: newEhrStatus(form), prefer: 'return=representation' }),
    onSuccess: async ({ value }) => {
      setForm(NOTHING)
      onClose()
      await queries.invalidateQueries({ queryKey: ['ehrs'] })
      await navigate({ to: '/ehrs/$ehrId', params: { ehrId: value.ehr_id.value } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    creation.mutate()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('Create EHR')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('Subject id')}
            description={t('Optional: who this EHR is about')}
            value={form.subject}
            onChange={event => setForm({ ...form, subject: event.currentTarget.value })}
            data-autofocus
          />
          <TextInput
            label={t('Namespace')}
            required={form.subject !== ''}
            value={form.namespace}
            onChange={event => setForm({ ...form, namespace: event.currentTarget.value })}
          />
          <Switch
            label={t('The EHR can be changed')}
            checked={form.isModifiable}
            onChange={event => setForm({ ...form, isModifiable: event.currentTarget.checked })}
          />
          <Switch
            label={t('The EHR is found by queries')}
            checked={form.isQueryable}
            onChange={event => setForm({ ...form, isQueryable: event.currentTarget.checked })}
          />
          {creation.error ? <Failure error={creation.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={creation.isPending}>
              {t('Create EHR')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
