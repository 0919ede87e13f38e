/** A client in the list: its rights, its state, and the changes that can be made there. */
import type { Client } from '@cairn-ehr/client'
import { Badge, Button, Group, Switch, Table } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Failure } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
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

export function ClientRow({ client, onMade }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { client_id, name, scopes, disabled, created_at, last_used_at, basic_auth = false } = client
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
        <Table.Td>
          <b>{name}</b> <div className="mono">{client_id}</div>
        </Table.Td>
        <Table.Td>{scopes.join(', ')}</Table.Td>
        <Table.Td>{formatIso(created_at, timeStyle)}</Table.Td>
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
          <Group gap="xs" wrap="nowrap">
            <ActButton act={rotation} label={t('New secret')} />
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
