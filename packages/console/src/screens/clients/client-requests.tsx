/** Changes of clients that wait for a second administrator: approved or rejected here. */
import type { ClientRequest } from '@cairn-ehr/client'
import { Button, Group, Table, Title } from '@mantine/core'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Failure } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { clientsKey, useClientRequests } from './queries.ts'
import { type TextKey, useTexts } from './texts.ts'

const OPERATIONS: Readonly<Record<ClientRequest['operation'], TextKey>> = {
  create: 'Create client',
  update: 'Change client',
  rotate: 'New secret',
  enable: 'Enable',
}

function RequestRow({ request }: { readonly request: ClientRequest }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { request_id, client_id, operation, scopes, asked_by, expires_at } = request
  const approval = useAct(cairn => cairn.clients.requestApprove({ request_id }), [clientsKey])
  const rejection = useAct(cairn => cairn.clients.requestReject({ request_id }), [clientsKey])
  const error = approval.error ?? rejection.error
  return (
    <>
      <Table.Tr>
        <Table.Td>{t(OPERATIONS[operation])}</Table.Td>
        <Table.Td>
          <b>{String(request.body?.['name'] ?? '')}</b> <div className="mono">{client_id}</div>
        </Table.Td>
        <Table.Td>{scopes.join(', ')}</Table.Td>
        <Table.Td>{asked_by.person ?? asked_by.client_id}</Table.Td>
        <Table.Td>{formatIso(expires_at, timeStyle)}</Table.Td>
        <Table.Td>
          <Group gap="xs" wrap="nowrap">
            <Button size="compact-sm" loading={approval.isPending} onClick={() => approval.mutate()}>
              {t('Approve')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              loading={rejection.isPending}
              onClick={() => rejection.mutate()}
            >
              {t('Reject')}
            </Button>
          </Group>
        </Table.Td>
      </Table.Tr>
      {error === null ? null : (
        <Table.Tr>
          <Table.Td colSpan={6}>
            <Failure error={error} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** Nothing is shown while no request waits. */
export function ClientRequests() {
  const t = useTexts()
  const requests = useClientRequests()
  const waiting = (requests.data ?? []).filter(({ state }) => state === 'pending')
  if (waiting.length === 0) return null
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('Waiting for a second administrator')}
      </Title>
      <WideTable
        label={t('Waiting for a second administrator')}
        headings={[t('Change'), t('Client'), t('Rights after it'), t('Asked by'), t('Expires'), t('Actions')]}
        minWidth={860}
      >
        {waiting.map(request => (
          <RequestRow key={request.request_id} request={request} />
        ))}
      </WideTable>
    </section>
  )
}
