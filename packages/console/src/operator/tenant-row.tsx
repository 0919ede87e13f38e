/** A tenant in the list. */
import { Anchor, Table } from '@mantine/core'
import { sizeText } from '../screens/system/figures.ts'
import type { Tenant } from './api.ts'
import style from './operator.module.css'
import { useTenantDetail } from './queries.ts'
import { TenantLoad } from './tenant-load.tsx'
import { TenantStateBadge } from './tenant-state.tsx'

interface Props {
  readonly tenant: Tenant
  readonly onOpen: () => void
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '')

export function TenantRow({ tenant, onOpen }: Props) {
  const { tenant_id, name, state, base_url, server } = tenant
  const hasFigures = state === 'active' || state === 'suspended'
  const { ehrs, database_bytes, migration } = useTenantDetail(tenant, hasFigures).data ?? {}
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component="button"
          type="button"
          fz="sm"
          fw={600}
          ta="left"
          c="var(--cairn-accent)"
          onClick={onOpen}
        >
          {name}
        </Anchor>
        <div className="mono dim">{tenant_id}</div>
        <div className={style['narrow']}>
          <TenantStateBadge tenant={tenant} />
        </div>
      </Table.Td>
      <Table.Td className={style['wide']}>
        <TenantStateBadge tenant={tenant} />
      </Table.Td>
      <Table.Td className={style['wide']}>
        {state === 'deleted' ? (
          withoutScheme(base_url)
        ) : (
          <a href={base_url} target="_blank" rel="noreferrer">
            {withoutScheme(base_url)}
          </a>
        )}
        <div className="dim">{server}</div>
      </Table.Td>
      <Table.Td className={style['number']}>
        {database_bytes === undefined ? '–' : sizeText(database_bytes)}
      </Table.Td>
      <Table.Td className={style['number']}>{ehrs?.toLocaleString() ?? '–'}</Table.Td>
      <Table.Td className={style['number']}>{migration ?? '–'}</Table.Td>
      <Table.Td>
        <TenantLoad tenant={tenant} />
      </Table.Td>
    </Table.Tr>
  )
}
