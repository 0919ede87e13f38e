/** The changes that the state of a tenant allows. */
import { CairnError } from '@cairn-ehr/client'
import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from '../parts/states.tsx'
import { cancelMove, moveTenant, resumeTenant, type Tenant, upgradeTenant } from './api.ts'
import type { DialogName } from './change-dialogs.tsx'
import { useChange } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly tenant: Tenant
}

function Upgrade({ tenant: { tenant_id } }: Props) {
  const t = useTexts()
  const upgrading = useChange(
    () => upgradeTenant(tenant_id),
    tenant_id,
    () => {},
  )
  const { applied = 0, failure } = upgrading.data ?? {}
  return (
    <>
      <Button variant="default" loading={upgrading.isPending} onClick={() => upgrading.mutate()}>
        {t('Upgrade')}
      </Button>
      {upgrading.data ? (
        <Alert w="100%" color={failure === undefined ? 'cairn' : 'red'} variant="light" role="status">
          {failure ?? t('{applied} {applied:migration was|migrations were} applied.', { applied })}
        </Alert>
      ) : null}
      {upgrading.error ? <Failure error={upgrading.error} /> : null}
    </>
  )
}

interface AtOnceProps {
  readonly label: string
  readonly tenantId: string
  readonly change: () => Promise<Tenant>
  /** Shown below the reason of a failure with this code. */
  readonly wayOut?: { readonly code: string; readonly button: ReactNode }
}

/** A change that takes nothing away from anybody. */
function AtOnce({ label, tenantId, change, wayOut }: AtOnceProps) {
  const changing = useChange(change, tenantId, () => {})
  const { error } = changing
  const isWayOut = wayOut !== undefined && error instanceof CairnError && error.code === wayOut.code
  return (
    <>
      <Button variant="default" loading={changing.isPending} onClick={() => changing.mutate()}>
        {label}
      </Button>
      {error ? <Failure error={error} /> : null}
      {isWayOut ? wayOut.button : null}
    </>
  )
}

interface ActionsProps extends Props {
  /** Opens a dialog. */
  readonly ask: (dialog: DialogName) => void
}

export function TenantActions({ tenant, ask }: ActionsProps) {
  const t = useTexts()
  const { tenant_id, state, moving } = tenant
  if (state === 'deleted') return null
  const isAtRest = moving === undefined && (state === 'active' || state === 'suspended')
  const atOnce = (label: string, change: () => Promise<Tenant>) => (
    <AtOnce label={label} tenantId={tenant_id} change={change} />
  )
  const abandon = (
    <Button variant="light" color="red" onClick={() => ask('abandon')}>
      {t('Abandon the database')}
    </Button>
  )
  return (
    <Group gap="xs" mb="lg">
      {isAtRest && state === 'active' ? (
        <Button variant="default" onClick={() => ask('suspend')}>
          {t('Suspend')}
        </Button>
      ) : null}
      {moving === undefined && (state === 'suspended' || state === 'deleting')
        ? atOnce(t('Resume'), () => resumeTenant(tenant_id))
        : null}
      {isAtRest ? (
        <Button variant="default" onClick={() => ask('move')}>
          {t('Move')}
        </Button>
      ) : null}
      {moving ? atOnce(t('Continue the move'), () => moveTenant(tenant_id, moving.to)) : null}
      {moving ? (
        <AtOnce
          label={t('Cancel the move')}
          tenantId={tenant_id}
          change={() => cancelMove(tenant_id)}
          wayOut={{ code: 'tenant.unreachable', button: abandon }}
        />
      ) : null}
      {isAtRest ? (
        <Button variant="default" onClick={() => ask('settings')}>
          {t('Change settings')}
        </Button>
      ) : null}
      {isAtRest ? <Upgrade tenant={tenant} /> : null}
      {moving === undefined ? (
        <Button variant="light" color="red" onClick={() => ask('delete')}>
          {isAtRest ? t('Delete') : t('Remove for good')}
        </Button>
      ) : null}
    </Group>
  )
}
