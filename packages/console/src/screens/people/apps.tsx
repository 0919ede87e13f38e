/** Apps that act for a person, or that the person agreed to: listed, ended. */
import type { AppOfAPerson } from '@cairn-ehr/client'
import { Badge, Table, Text } from '@mantine/core'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useAct } from '../../session/use-act.ts'
import { EndCell } from './end-cell.tsx'
import style from './people.module.css'
import { appsKey, useApps } from './queries.ts'
import { useTexts } from './texts.ts'

function AppRow({ personId, app }: { readonly personId: string; readonly app: AppOfAPerson }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { client_id, name, scopes, given_at, refreshed_at, active } = app
  const ending = useAct(
    cairn => cairn.people.personEndApp({ person_id: personId, client_id }),
    [appsKey(personId)],
  )
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        <div className="mono dim">{client_id}</div>
        <Badge color={active ? 'cairn' : 'gray'} variant="light" miw="max-content">
          {active ? t('active') : t('agreed')}
        </Badge>{' '}
        {scopes.includes('offline_access') ? (
          <Badge color="amber" variant="light" miw="max-content">
            {t('offline access')}
          </Badge>
        ) : null}
      </Table.Td>
      <Table.Td>
        {scopes.map(scope => (
          <div key={scope} className={style['text']}>
            {scope}
          </div>
        ))}
      </Table.Td>
      <Table.Td>
        {formatIso(given_at, timeStyle)}
        {refreshed_at === undefined ? null : (
          <div className="dim">
            {t('Last tokens')} {formatIso(refreshed_at, timeStyle)}
          </div>
        )}
      </Table.Td>
      <EndCell label={t('End access')} ending={ending} />
    </Table.Tr>
  )
}

export function Apps({ personId }: { readonly personId: string }) {
  const t = useTexts()
  const apps = useApps(personId)
  return (
    <section className={style['panel']} aria-label={t('Apps')}>
      <h2>{t('Apps')}</h2>
      <Wait query={apps} rows={2}>
        {all =>
          all.length === 0 ? (
            <Text c="dimmed">{t('No app acts for this person.')}</Text>
          ) : (
            <WideTable
              label={t('Apps')}
              headings={[t('App'), t('Scopes'), t('Access given'), t('Actions')]}
              minWidth={520}
            >
              {all.map(each => (
                <AppRow key={each.client_id} personId={personId} app={each} />
              ))}
            </WideTable>
          )
        }
      </Wait>
    </section>
  )
}
