/** Service clients: made with their rights in plain words, their secret shown once, rotated, disabled. */
import type { Client, NewClient } from '@cairn-ehr/client'
import { Alert, Badge, Button, Checkbox, Code, Group, Stack, Table, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../language/use-texts.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import type { Right } from '../../session/rights.ts'
import { useCairn, useRight } from '../../session/use-session.ts'
import { ClientRequests } from './client-requests.tsx'
import { type TextKey, useTexts } from './texts.ts'

const RIGHTS: readonly (readonly [right: Right, words: TextKey])[] = [
  ['api.read', 'Read records and run queries'],
  ['api.write', 'Change records and definitions'],
  ['api.lenient', 'Store data that break their template'],
  ['api.admin', 'Administer: clients, audit, erase for good'],
]

/** The answer to a change: its secret, and the request that it waits for where two administrators are needed. */
function Made({ client, forget }: { readonly client: Client; readonly forget: () => void }) {
  const t = useTexts()
  const { client_id, client_secret, request_id } = client
  if (client_secret === undefined && request_id === undefined) return null
  const title =
    client_secret === undefined ? t('Waiting for a second administrator') : t('The secret is shown this once')
  return (
    <Alert color="amber" title={title} mb="md" withCloseButton onClose={forget}>
      {request_id === undefined ? null : (
        <p>{t('The client has rights that you do not have: another administrator must approve it here.')}</p>
      )}
      {client_secret === undefined ? null : (
        <Group gap="xs">
          <Code>{client_id}</Code>
          <Code>{client_secret}</Code>
          <CopyButton value={client_secret} label={t('Copy')} withText />
        </Group>
      )}
    </Alert>
  )
}

interface CreateProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onMade: (client: Client) => void
}

function CreateClient({ opened, onClose, onMade }: CreateProps) {
  const t = useTexts()
  const cairn = useCairn()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>(['api.read'])
  const creation = useMutation({
    mutationFn: () => cairn.clients.create({ body: { name, scopes } as NewClient }),
    onSuccess: client => {
      setName('')
      onMade(client)
      onClose()
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Create client')}
      mutation={creation}
      isDisabled={scopes.length === 0}
    >
      <TextInput
        label={t('Name')}
        required
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Checkbox.Group label={t('Rights')} value={scopes} onChange={setScopes}>
        <Stack gap="xs" mt="xs">
          {RIGHTS.map(([right, words]) => (
            <Checkbox key={right} value={right} label={`${t(words)} (${right})`} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}

function ClientRow({
  client,
  onMade,
}: {
  readonly client: Client
  readonly onMade: (client: Client) => void
}) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const cairn = useCairn()
  const { client_id, name, scopes, disabled, created_at, last_used_at } = client
  const rotation = useMutation({ mutationFn: () => cairn.clients.rotate({ client_id }), onSuccess: onMade })
  const change = useMutation({
    mutationFn: () => (disabled ? cairn.clients.enable({ client_id }) : cairn.clients.disable({ client_id })),
    onSuccess: onMade,
  })
  return (
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
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            loading={rotation.isPending}
            onClick={() => rotation.mutate()}
          >
            {t('New secret')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            {disabled ? t('Enable') : t('Disable')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

export function ClientsScreen() {
  const t = useTexts()
  const cairn = useCairn()
  const queries = useQueryClient()
  const isAdmin = useRight('api.admin')
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<Client | undefined>(undefined)
  const clients = useQuery({ queryKey: ['clients'], queryFn: () => cairn.clients.list(), enabled: isAdmin })
  const show = (client: Client) => {
    setMade(client)
    void queries.invalidateQueries({ queryKey: ['clients'] })
  }
  return (
    <>
      <PageHead title={t('Clients')}>
        {isAdmin ? (
          <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
            {t('Create client')}
          </Button>
        ) : null}
      </PageHead>
      {made === undefined ? null : <Made client={made} forget={() => setMade(undefined)} />}
      {isAdmin ? <ClientRequests /> : null}
      {isAdmin ? (
        <Wait query={clients}>
          {all => (
            <WideTable
              label={t('Clients')}
              headings={[
                t('Client'),
                t('Rights'),
                t('Created'),
                t('Last used'),
                t('State of the client'),
                t('Actions'),
              ]}
              minWidth={860}
            >
              {all.map(client => (
                <ClientRow key={client.client_id} client={client} onMade={show} />
              ))}
            </WideTable>
          )}
        </Wait>
      ) : (
        <NoRight right="api.admin" />
      )}
      <CreateClient opened={isCreating} onClose={() => setCreating(false)} onMade={show} />
    </>
  )
}
