/** Creates a tenant. What was interrupted goes on when the same is sent again, so the dialog stays open after a failure. */
import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../parts/form-dialog.tsx'
import { createTenant, type NewTenant } from './api.ts'
import { useChange, useServers } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly onClose: () => void
  readonly onMade: (made: { readonly name: string; readonly link: string }) => void
}

const EMPTY: NewTenant = { tenant_id: '', name: '', base_url: '', server: 'main' }

export function CreateDialog({ onClose, onMade }: Props) {
  const t = useTexts()
  const [wanted, setWanted] = useState(EMPTY)
  const change = (part: Partial<NewTenant>) => setWanted({ ...wanted, ...part })
  const servers = useServers().data ?? []
  const creating = useChange(
    () => createTenant(wanted),
    wanted.tenant_id,
    made => {
      onMade(made)
      onClose()
    },
  )
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Create tenant')}
      mutation={creating}
      isDisabled={[wanted.name, wanted.tenant_id, wanted.base_url].includes('')}
    >
      <TextInput
        label={t('Name')}
        required
        data-autofocus
        maxLength={200}
        value={wanted.name}
        onChange={event => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('Id of the tenant')}
        description={t('Stays for good. Small letters and digits, such as hospital-a')}
        required
        maxLength={32}
        classNames={{ input: 'mono' }}
        value={wanted.tenant_id}
        onChange={event => change({ tenant_id: event.currentTarget.value })}
      />
      <TextInput
        label={t('Address')}
        description={t('For example https://hospital-a.example.org')}
        type="url"
        required
        classNames={{ input: 'mono' }}
        value={wanted.base_url}
        onChange={event => change({ base_url: event.currentTarget.value })}
      />
      {servers.length > 1 ? (
        <Select
          label={t('PostgreSQL server')}
          data={servers.map(({ server }) => server)}
          allowDeselect={false}
          value={wanted.server ?? null}
          onChange={server => change(server === null ? {} : { server })}
        />
      ) : null}
    </FormDialog>
  )
}
