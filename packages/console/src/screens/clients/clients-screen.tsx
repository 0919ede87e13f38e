/** Clients of every kind: made and changed with their rights in plain words, their secret shown once, rotated, disabled, deleted. */
import type { Client } from '@cairn-ehr/client'
import { Alert, Button, Code, Group } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useRight } from '../../session/use-session.ts'
import { ClientDialog } from './client-dialog.tsx'
import { ClientRequests } from './client-requests.tsx'
import { ClientRow } from './client-row.tsx'
import { useClients } from './queries.ts'
import { useTexts } from './texts.ts'

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
                t('Kind of client'),
                t('Rights'),
                t('Last used'),
                t('State of the client'),
                t('Basic authentication'),
                t('Actions'),
              ]}
              minWidth={1040}
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
      {isCreating ? <ClientDialog onClose={() => setCreating(false)} onMade={setMade} /> : null}
    </>
  )
}
