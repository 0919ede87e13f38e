/** A client in the list: its kind, its rights, its state, and the changes that can be made there. */
import type { Client } from '@cairn-ehr/client'
import { Badge, Button, Group, Switch, Table } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { ClientDialog } from './client-dialog.tsx'
import { KIND_WORDS } from './client-form.ts'
import style from './clients.module.css'
import { clientsKey } from './queries.ts'
import { useTexts } from './texts.ts'

/** Basic authentication needs a secret, and tokens that are not bound to a key. */
const mayUseBasic = ({ kind, jwks, jwks_uri, requires_dpop }: Client): boolean =>
  kind === 'backend' && !jwks && !jwks_uri && !requires_dpop

interface Props {
  readonly client: Client
  readonly onMade: (client: Client) => void
}

interface ActProps {
  readonly act: UseMutationResult<Client, Error, void>
  readonly label: string
}

function ActButton({ act, label }: ActProps) {
  return (
    <Button size="compact-sm" variant="default" loading={act.isPending} onClick={() => act.mutate()}>
      {label}
    </Button>
  )
}

/** Public clients have no secret, and those with keys prove themselves by them. */
const hasSecret = ({ kind, jwks, jwks_uri }: Client): boolean => kind !== 'public' && !jwks && !jwks_uri

function DeleteClient({ client, onClose }: { readonly client: Client; readonly onClose: () => void }) {
  const t = useTexts()
  const { client_id } = client
  const deleting = useAct(cairn => cairn.clients.delete({ client_id }), [clientsKey], onClose)
  return (
    <ConfirmDialog
      title={t('Delete client')}
      consequence={t(
        'Its tokens stop working at once, and no other client ever gets its id. Type {id} to delete it.',
        { id: client_id },
      )}
      name={client_id}
      mutation={deleting}
      onClose={onClose}
    />
  )
}

function ClientActions({ client, onMade }: Props) {
  const t = useTexts()
  const [isChanging, setChanging] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setChanging(true)}>
        {t('Edit')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setDeleting(true)}>
        {t('Delete')}
      </Button>
      {isChanging ? (
        <ClientDialog client={client} onClose={() => setChanging(false)} onMade={onMade} />
      ) : null}
      {isDeleting ? <DeleteClient client={client} onClose={() => setDeleting(false)} /> : null}
    </>
  )
}

function Identity({ client }: { readonly client: Client }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { client_id, name, kind, scopes, created_at, redirect_uris = [] } = client
  return (
    <>
      <Table.Td>
        <b>{name}</b> <div className={`mono ${style['address']}`}>{client_id}</div>
        <div className="dim">
          {t('Created')} {formatIso(created_at, timeStyle)}
        </div>
      </Table.Td>
      <Table.Td>
        {t(KIND_WORDS[kind])}
        {redirect_uris.map(address => (
          <div key={address} className={`mono dim ${style['address']}`}>
            {address}
          </div>
        ))}
      </Table.Td>
      <Table.Td className={style['address']}>{scopes.join(', ')}</Table.Td>
    </>
  )
}

export function ClientRow({ client, onMade }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { client_id, name, disabled, last_used_at, basic_auth = false } = client
  const stale = [clientsKey]
  const rotation = useAct(({ clients }) => clients.rotate({ client_id }), stale, onMade)
  const change = useAct(
    ({ clients }) => (disabled ? clients.enable({ client_id }) : clients.disable({ client_id })),
    stale,
    onMade,
  )
  const basic = useAct(
    ({ clients }) => clients.update({ client_id, body: { basic_auth: !basic_auth } }),
    stale,
    onMade,
  )
  const error = rotation.error ?? change.error ?? basic.error
  return (
    <>
      <Table.Tr>
        <Identity client={client} />
        <Table.Td>{last_used_at === undefined ? t('never') : formatIso(last_used_at, timeStyle)}</Table.Td>
        <Table.Td>
          <Badge color={disabled ? 'gray' : 'cairn'} variant="light">
            {disabled ? t('disabled') : t('active')}
          </Badge>
        </Table.Td>
        <Table.Td>
          {mayUseBasic(client) ? (
            <Switch
              aria-label={`${t('Basic authentication')}: ${name}`}
              checked={basic_auth}
              disabled={basic.isPending}
              onChange={() => basic.mutate()}
            />
          ) : null}
        </Table.Td>
        <Table.Td>
          <Group gap="xs">
            <ClientActions client={client} onMade={onMade} />
            {hasSecret(client) ? <ActButton act={rotation} label={t('New secret')} /> : null}
            <ActButton act={change} label={disabled ? t('Enable') : t('Disable')} />
          </Group>
        </Table.Td>
      </Table.Tr>
      {error === null ? null : (
        <Table.Tr>
          <Table.Td colSpan={7}>
            <Failure error={error} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}
