/** Service clients: made with their rights in plain words, their secret shown once, rotated, disabled. */
import type { CairnClient, Client, NewClient } from '@cairn-ehr/client'
import { Alert, Button, Checkbox, Code, Group, Stack, Switch, TextInput } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import type { Right } from '../../session/rights.ts'
import { useAct } from '../../session/use-act.ts'
import { useRight } from '../../session/use-session.ts'
import { ClientRequests } from './client-requests.tsx'
import { ClientRow } from './client-row.tsx'
import { clientsKey, useClients } from './queries.ts'
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
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>(['api.read'])
  const [isBasic, setBasic] = useState(false)
  const create = (cairn: CairnClient) =>
    cairn.clients.create({ body: { name, scopes, basic_auth: isBasic } as NewClient })
  const creation = useAct(create, [clientsKey], client => {
    setName('')
    setBasic(false)
    onMade(client)
    onClose()
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
      <Switch
        label={t('Basic authentication')}
        description={t(
          'Send id and secret with every request, at the addresses for clients of other servers',
        )}
        checked={isBasic}
        onChange={event => setBasic(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

export function ClientsScreen() {
  const t = useTexts()
  const isAdmin = useRight('api.admin')
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<Client | undefined>(undefined)
  const clients = useClients(isAdmin)
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
                t('Basic authentication'),
                t('Actions'),
              ]}
              minWidth={960}
            >
              {all.map(client => (
                <ClientRow key={client.client_id} client={client} onMade={setMade} />
              ))}
            </WideTable>
          )}
        </Wait>
      ) : (
        <NoRight right="api.admin" />
      )}
      <CreateClient opened={isCreating} onClose={() => setCreating(false)} onMade={setMade} />
    </>
  )
}
