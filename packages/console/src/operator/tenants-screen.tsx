/** The list of tenants, searched by name, id or address; one of them is opened beside it. */
import { Alert, Button, Code, Group, Switch, Table, TextInput } from '@mantine/core'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../parts/copy-button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Empty, Wait } from '../parts/states.tsx'
import tableStyle from '../parts/wide-table.module.css'
import type { Tenant } from './api.ts'
import { CreateDialog } from './create-dialog.tsx'
import style from './operator.module.css'
import { useTenants } from './queries.ts'
import { TenantPanel } from './tenant-panel.tsx'
import { TenantRow } from './tenant-row.tsx'
import { useTexts } from './texts.ts'

/** Each row that is shown reads its figures. */
const STEP = 50

interface Created {
  readonly name: string
  readonly link: string
}

/** The link that lets the first administrator of a new tenant in. */
function FirstLink({ created, forget }: { readonly created: Created; readonly forget: () => void }) {
  const t = useTexts()
  return (
    <Alert
      color="amber"
      mb="md"
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={forget}
      title={t('{name} is served', { name: created.name })}
    >
      <p>{t('Give this link to its first administrator. It is shown this once, and works once.')}</p>
      <Group gap="xs">
        <Code className={style['link']}>{created.link}</Code>
        <CopyButton value={created.link} label={t('Copy')} withText />
      </Group>
    </Alert>
  )
}

interface TableProps {
  readonly tenants: readonly Tenant[]
  readonly onOpen: (tenantId: string) => void
}

function TenantTable({ tenants, onOpen }: TableProps) {
  const t = useTexts()
  const [shown, setShown] = useState(STEP)
  if (tenants.length === 0) return <Empty title={t('No tenant found')} />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={tableStyle['scroll']} tabIndex={0} aria-label={t('Tenants')}>
        <Table verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Tenant')}</Table.Th>
              <Table.Th className={style['wide']}>{t('State of the tenant')}</Table.Th>
              <Table.Th className={style['wide']}>{t('Address and database server')}</Table.Th>
              <Table.Th className={style['number']}>{t('Size')}</Table.Th>
              <Table.Th className={style['number']}>{t('EHRs')}</Table.Th>
              <Table.Th className={style['number']}>{t('Migration')}</Table.Th>
              <Table.Th>{t('Load, 30 minutes')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tenants.slice(0, shown).map(tenant => (
              <TenantRow key={tenant.tenant_id} tenant={tenant} onOpen={() => onOpen(tenant.tenant_id)} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {tenants.length > shown ? (
        <Button variant="default" mt="md" onClick={() => setShown(shown + STEP)}>
          {t('Show more')}
        </Button>
      ) : null}
    </>
  )
}

const fits =
  (words: string, withRemoved: boolean) =>
  ({ name, tenant_id, base_url, state }: Tenant): boolean =>
    (withRemoved || state !== 'deleted') &&
    `${name} ${tenant_id} ${base_url}`.toLowerCase().includes(words.trim().toLowerCase())

export function TenantsScreen() {
  const t = useTexts()
  const tenants = useTenants()
  const [words, setWords] = useState('')
  const [withRemoved, setWithRemoved] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<Created>()
  const [openId, setOpenId] = useState<string>()
  const all = tenants.data ?? []
  const opened = all.find(({ tenant_id }) => tenant_id === openId)
  const kept = all.filter(({ state }) => state !== 'deleted')
  const state = t('{count} {count:tenant|tenants}, {open} open on this server', {
    count: kept.length,
    open: kept.filter(({ load }) => load.open).length,
  })
  return (
    <>
      <PageHead title={t('Tenants')} state={tenants.data ? state : undefined}>
        <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
          {t('Create tenant')}
        </Button>
      </PageHead>
      {created ? <FirstLink created={created} forget={() => setCreated(undefined)} /> : null}
      <Group mb="md" gap="lg">
        <TextInput
          className={style['search']}
          aria-label={t('Search')}
          placeholder={t('Name, id or address')}
          leftSection={<Search size={16} />}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        <Switch
          label={t('Removed tenants too')}
          checked={withRemoved}
          onChange={event => setWithRemoved(event.currentTarget.checked)}
        />
      </Group>
      <Wait query={tenants}>
        {found => <TenantTable tenants={found.filter(fits(words, withRemoved))} onOpen={setOpenId} />}
      </Wait>
      {isCreating ? <CreateDialog onClose={() => setCreating(false)} onMade={setCreated} /> : null}
      {opened ? <TenantPanel tenant={opened} onClose={() => setOpenId(undefined)} /> : null}
    </>
  )
}
