/** Creates an EHR, for a subject or for nobody in particular, and opens it. */
import { Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCairn } from '../../session/use-session.ts'
import { newEhrStatus } from './new-ehr-status.ts'
import { ehrsKey } from './queries.ts'
import { useTexts } from './texts.ts'

const NOTHING = { subject: '', namespace: '', isModifiable: true, isQueryable: true }

export function CreateEhr({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useTexts()
  const cairn = useCairn()
  const navigate = useNavigate()
  const refresh = useRefresh(ehrsKey)
  const [form, setForm] = useState(NOTHING)
  const creation = useMutation({
    mutationFn: () => cairn.ehr.create({ body: newEhrStatus(form), prefer: 'return=representation' }),
    onSuccess: async ({ value }) => {
      setForm(NOTHING)
      onClose()
      await refresh()
      await navigate({ to: '/ehrs/$ehrId', params: { ehrId: value.ehr_id.value } })
    },
  })
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('Create EHR')} mutation={creation}>
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
    </FormDialog>
  )
}
