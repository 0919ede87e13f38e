/** One tenant beside the list: its facts, what can be done with it, and what was done. */
import { CloseButton, Code, Drawer, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { formatIso } from '../display/time.ts'
import { useTimeStyle } from '../display/use-time-style.ts'
import { Wait } from '../parts/states.tsx'
import { sizeText } from '../screens/system/figures.ts'
import type { Tenant, TenantDetail } from './api.ts'
import { DIALOGS, type DialogName } from './change-dialogs.tsx'
import style from './operator.module.css'
import { useTenantDetail } from './queries.ts'
import { TenantActions } from './tenant-actions.tsx'
import { TenantLoad } from './tenant-load.tsx'
import { TenantStateBadge } from './tenant-state.tsx'
import { useTexts } from './texts.ts'

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Facts({ tenant, detail }: { readonly tenant: Tenant; readonly detail: TenantDetail | undefined }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { ehrs, database_bytes, migration } = detail ?? {}
  return (
    <dl className={style['facts']}>
      <Fact name={t('Address')}>
        <a href={tenant.base_url} target="_blank" rel="noreferrer">
          {tenant.base_url}
        </a>
      </Fact>
      <Fact name={t('System id of its records')}>
        <span className="mono">{tenant.system_id}</span>
      </Fact>
      <Fact name={t('Database')}>
        <span className="mono">{tenant.database}</span> · {tenant.server}
      </Fact>
      {database_bytes === undefined ? null : <Fact name={t('Size')}>{sizeText(database_bytes)}</Fact>}
      {ehrs === undefined ? null : <Fact name={t('EHRs')}>{ehrs.toLocaleString()}</Fact>}
      {migration === undefined ? null : <Fact name={t('Migration')}>{migration}</Fact>}
      <Fact name={t('Load, 30 minutes')}>
        <TenantLoad tenant={tenant} />
      </Fact>
      {tenant.delete_after === undefined ? null : (
        <Fact name={t('End of the grace time')}>{formatIso(tenant.delete_after, timeStyle)}</Fact>
      )}
      {Object.entries(tenant.settings).map(([variable, value]) => (
        <Fact key={variable} name={variable}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

function History({ detail }: { readonly detail: TenantDetail }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  return (
    <ol className={style['history']}>
      {detail.events.map(({ at, action, operator }) => (
        <li key={`${at} ${action}`}>
          <span className="dim">{formatIso(at, timeStyle)}</span>
          <span>
            {action} <span className="dim">· {operator ?? t('by a command')}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

interface PanelProps {
  readonly tenant: Tenant
  readonly onClose: () => void
}

/** Its head is no header of the page: a dialog over it has one. */
function PanelHead({ tenant, onClose }: PanelProps) {
  const t = useTexts()
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Title order={2} size="h4">
          {tenant.name}
        </Title>
        <CloseButton aria-label={t('Close')} onClick={onClose} />
      </Group>
      <Text component="div" mb="md">
        <span className="mono dim">{tenant.tenant_id}</span> <TenantStateBadge tenant={tenant} />
      </Text>
    </>
  )
}

/** The panel is gone at once when it is closed, before the kit gives the focus back to the row. */
function useFocusOfRow(): void {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
}

export function TenantPanel({ tenant, onClose }: PanelProps) {
  const t = useTexts()
  const detail = useTenantDetail(tenant)
  const [dialog, setDialog] = useState<DialogName>()
  useFocusOfRow()
  const Dialog = dialog && DIALOGS[dialog]
  return (
    // Escape closes the dialog over it first.
    <Drawer.Root opened onClose={onClose} position="right" size="34rem" closeOnEscape={!Dialog}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={tenant.name}>
        <Drawer.Body pt="md">
          <PanelHead tenant={tenant} onClose={onClose} />
          <TenantActions tenant={tenant} ask={setDialog} />
          <Facts tenant={tenant} detail={detail.data} />
          {tenant.proof ? (
            <>
              <Title order={3} size="h5" mt="lg" mb="xs">
                {t('Proof of the removal')}
              </Title>
              <Code block className={style['link']}>
                {tenant.proof.facts}
              </Code>
            </>
          ) : null}
          <Title order={3} size="h5" mt="lg" mb="xs">
            {t('History')}
          </Title>
          <Wait query={detail} rows={3}>
            {found => <History detail={found} />}
          </Wait>
          {Dialog ? <Dialog tenant={tenant} onClose={() => setDialog(undefined)} /> : null}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
