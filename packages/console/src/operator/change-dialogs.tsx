/** Dialogs before changes that an organisation notices. */
import { Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../parts/form-dialog.tsx'
import { cancelMove, deleteTenant, moveTenant, suspendTenant, type Tenant } from './api.ts'
import { useChange, useServers } from './queries.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { useTexts } from './texts.ts'

interface Props {
  readonly tenant: Tenant
  readonly onClose: () => void
}

function SuspendDialog({ tenant: { tenant_id, name }, onClose }: Props) {
  const t = useTexts()
  const suspending = useChange(() => suspendTenant(tenant_id), tenant_id, onClose)
  return (
    <FormDialog opened onClose={onClose} title={t('Suspend')} mutation={suspending}>
      <Text>{t('Nobody can work in {name} until it is resumed. Its data stay as they are.', { name })}</Text>
    </FormDialog>
  )
}

function MoveDialog({ tenant: { tenant_id, server }, onClose }: Props) {
  const t = useTexts()
  const [to, setTo] = useState<string | null>(null)
  const others = (useServers().data ?? []).filter(each => each.server !== server)
  const moving = useChange(() => moveTenant(tenant_id, to ?? ''), tenant_id, onClose)
  return (
    <FormDialog opened onClose={onClose} title={t('Move')} mutation={moving} isDisabled={to === null}>
      <Text>
        {others.length === 0
          ? t('There is no other PostgreSQL server: "cairn tenant server" names one.')
          : t(
              'The tenant is served while its database is copied. For the last changes it pauses for some seconds.',
            )}
      </Text>
      <Select
        label={t('PostgreSQL server')}
        required
        data={others.map(each => each.server)}
        value={to}
        onChange={setTo}
      />
    </FormDialog>
  )
}

const GRACE_DAYS = '30'

/** The first time the tenant is marked; then, and where it was never complete, its data go. */
function DeleteDialog({ tenant, onClose }: Props) {
  const t = useTexts()
  const { tenant_id, name, state } = tenant
  const [typed, setTyped] = useState('')
  const [days, setDays] = useState(GRACE_DAYS)
  const deleting = useChange(() => deleteTenant(tenant_id, days), tenant_id, onClose)
  const isMarked = state !== 'active' && state !== 'suspended'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={isMarked ? t('Remove for good') : t('Delete')}
      mutation={deleting}
      isDisabled={typed !== tenant_id}
      isDestructive
    >
      <Text>
        {isMarked
          ? t('All data of {name} are removed. Nothing brings them back but a backup.', { name })
          : t('Nobody can work in {name} from now on. Until the grace time is over, it can be resumed.', {
              name,
            })}
      </Text>
      {isMarked ? null : (
        <TextInput
          label={t('Days of grace')}
          type="number"
          min={0}
          max={9999}
          required
          value={days}
          onChange={event => setDays(event.currentTarget.value)}
        />
      )}
      <TextInput
        label={t('Type {id} to confirm', { id: tenant_id })}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
        classNames={{ input: 'mono' }}
      />
    </FormDialog>
  )
}

function AbandonDialog({ tenant: { tenant_id, moving }, onClose }: Props) {
  const t = useTexts()
  const cancelling = useChange(() => cancelMove(tenant_id, { abandon: true }), tenant_id, onClose)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Abandon the database')}
      mutation={cancelling}
      isDestructive
    >
      <Text>
        {t(
          'For a PostgreSQL server that is gone for good: what it has of the tenant stays there, and nobody removes it.',
        )}
      </Text>
      {moving ? <Text className="mono">{moving.to}</Text> : null}
    </FormDialog>
  )
}

export const DIALOGS = {
  suspend: SuspendDialog,
  settings: SettingsDialog,
  move: MoveDialog,
  abandon: AbandonDialog,
  delete: DeleteDialog,
} as const

export type DialogName = keyof typeof DIALOGS
