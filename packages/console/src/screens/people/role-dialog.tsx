/** Makes or changes a role: its rights one in a line, its scopes, and the EHRs that it can hold in. */
import type { AccountRole, CairnClient } from '@cairn-ehr/client'
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAct } from '../../session/use-act.ts'
import { peopleKey, rolesKey } from './queries.ts'
import { scopeWords } from './right-words.ts'
import { EMPTY_ROLE, formOf, type RoleForm, roleIn } from './roles.ts'
import { useTexts } from './texts.ts'

const SCOPES = ['api.read', 'api.write', 'api.lenient', 'api.admin'] as const

/** A new role, empty or with what another one has; or a role that is changed. */
export type RoleWork =
  | { readonly kind: 'new'; readonly copied?: AccountRole }
  | { readonly kind: 'change'; readonly role: AccountRole }

interface FieldsProps {
  readonly form: RoleForm
  readonly change: (part: Partial<RoleForm>) => void
}

function RightFields({ form, change }: FieldsProps) {
  const t = useTexts()
  return (
    <>
      <Textarea
        label={t('Rights, one in a line')}
        description={t(
          'For example user/composition-Vital_signs.**.rs: read and find records of these templates. Letters: create, read, update, delete, search.',
        )}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={form.rights}
        onChange={event => change({ rights: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t('Scopes')}
        description={t('They apply to everything, in all EHRs. Omit them to limit the role to its rights.')}
        value={[...form.scopes]}
        onChange={scopes => change({ scopes })}
      >
        <Stack gap="xs" mt="xs">
          {SCOPES.map(scope => (
            <Checkbox key={scope} value={scope} label={`${scopeWords(scope, t)} (${scope})`} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        label={t('Can be held to assigned EHRs')}
        checked={form.assignable}
        onChange={event => change({ assignable: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('Sees records without identity')}
        checked={form.deidentified}
        onChange={event => change({ deidentified: event.currentTarget.checked })}
      />
    </>
  )
}

export function RoleDialog({ work, onClose }: { readonly work: RoleWork; readonly onClose: () => void }) {
  const t = useTexts()
  const source = work.kind === 'change' ? work.role : work.copied
  const [form, setForm] = useState(source ? formOf(source, work.kind === 'new') : EMPTY_ROLE)
  const change = (part: Partial<RoleForm>) => setForm({ ...form, ...part })
  const save = ({ roles }: CairnClient) => {
    const { name, ...members } = roleIn(form)
    return work.kind === 'change'
      ? roles.update({ role: name, body: members })
      : roles.create({ body: { name, ...members } })
  }
  const saving = useAct(save, [rolesKey, peopleKey], onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={work.kind === 'change' ? t('Change role') : t('Create role')}
      mutation={saving}
      isDisabled={form.name.trim() === ''}
      size="xl"
    >
      <TextInput
        label={t('Name')}
        description={t('Lower-case letters, digits and . _ -; it cannot be changed later.')}
        required
        data-autofocus={work.kind === 'new'}
        disabled={work.kind === 'change'}
        value={form.name}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('In plain words')}
        maxLength={500}
        value={form.description}
        onChange={event => change({ description: event.currentTarget.value })}
      />
      <RightFields form={form} change={change} />
    </FormDialog>
  )
}
