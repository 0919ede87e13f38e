/** The state of the server: version, database, connections, migrations, settings without secrets, licences. */
import type { SystemReport } from '@cairn-ehr/client'
import { Accordion, Code, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useRight } from '../../session/use-session.ts'
import { useSiteDefinitions } from '../ehr/queries.ts'
import { sizeText } from './figures.ts'
import { useLicences, useSystemReport } from './queries.ts'
import style from './system.module.css'
import { useTexts } from './texts.ts'

function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={style['panel']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Pools({ pools }: Pick<SystemReport, 'pools'>) {
  const t = useTexts()
  return (
    <Panel title={t('Connections')}>
      <WideTable
        label={t('Connections')}
        headings={[t('Pool'), t('In all'), t('Unused'), t('Waiting')]}
        minWidth={300}
      >
        {pools.map(({ name, open, idle, waiting }) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td>{open}</Table.Td>
            <Table.Td>{idle}</Table.Td>
            <Table.Td>{waiting}</Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
    </Panel>
  )
}

/** Bars beside the numbers, so that growth is seen without a chart. */
function Growth({ months }: Pick<SystemReport['database'], 'months'>) {
  const t = useTexts()
  const most = Math.max(1, ...(months ?? []).map(({ versions }) => versions))
  return (
    <Panel title={t('Growth')}>
      {months === undefined ? (
        <Text c="dimmed">{t('Counting the versions takes too long.')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('Versions committed in each of the last months')}
          </Text>
          <ul className={style['months']}>
            {months.map(({ month, versions }) => (
              <li key={month}>
                <span>{month}</span>
                <span className={style['track']}>
                  <span className={style['bar']} style={{ width: `${(versions / most) * 100}%` }} />
                </span>
                <span>{versions.toLocaleString()}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function Tables({ tables }: Pick<SystemReport['database'], 'tables'>) {
  const t = useTexts()
  return (
    <Panel title={t('Database')}>
      <WideTable label={t('Database')} headings={[t('Table'), t('Rows, about'), t('Size')]} minWidth={320}>
        {tables.map(({ name, rows, bytes }) => (
          <Table.Tr key={name}>
            <Table.Td className="mono">{name}</Table.Td>
            <Table.Td>{rows.toLocaleString()}</Table.Td>
            <Table.Td>{sizeText(bytes)}</Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
    </Panel>
  )
}

function Settings({ settings }: Pick<SystemReport, 'settings'>) {
  const t = useTexts()
  return (
    <Panel title={t('Settings')}>
      <WideTable label={t('Settings')} headings={[t('Variable'), t('Value')]} minWidth={320}>
        {settings.map(({ variable, value }) => (
          <Table.Tr key={variable}>
            <Table.Td className="mono">{variable}</Table.Td>
            <Table.Td className={style['value']}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
    </Panel>
  )
}

function Migrations({ migrations }: Pick<SystemReport['database'], 'migrations'>) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  return (
    <Panel title={t('Migrations')}>
      <WideTable label={t('Migrations')} headings={['#', t('Name'), t('Applied')]} minWidth={320}>
        {migrations.map(({ number, name, applied_at }) => (
          <Table.Tr key={number}>
            <Table.Td>{number}</Table.Td>
            <Table.Td>{name}</Table.Td>
            <Table.Td>{formatIso(applied_at, timeStyle)}</Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
    </Panel>
  )
}

function Licences() {
  const t = useTexts()
  const licences = useLicences()
  return (
    <Panel title={t('Licences')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t('The parts of this console and their licences. Each package lists the parts of the server.')}
      </Text>
      <Wait query={licences} rows={3}>
        {all => (
          <Accordion chevronPosition="left">
            {all.map(({ name, text }) => (
              <Accordion.Item key={name} value={name}>
                <Accordion.Control>{name}</Accordion.Control>
                <Accordion.Panel>
                  <Code block>{text}</Code>
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Wait>
    </Panel>
  )
}

/** Faults of the file of definitions, which clinicians see nothing of. */
function DefinitionFaults() {
  const t = useTexts()
  const faults = useSiteDefinitions().data?.faults ?? []
  if (faults.length === 0) return null
  return (
    <Panel title={t('Definitions of archetypes')}>
      <Text size="sm">{t('These definitions of the file of this site cannot be used.')}</Text>
      <ul>
        {faults.map(fault => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Panel>
  )
}

function Report({ report }: { readonly report: SystemReport }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { version, node, since, database, pools, settings } = report
  return (
    <>
      <PageHead
        title={t('System')}
        state={`Cairn ${version} · Node.js ${node} · PostgreSQL ${database.version} · ${t('Running since {time}', { time: formatIso(since, timeStyle) })}`}
      />
      <div className={style['figure']}>
        <span className={style['number']}>{sizeText(database.bytes)}</span>
        <span className="dim">{t('Database size')}</span>
      </div>
      <div className={style['columns']}>
        <div>
          <Tables tables={database.tables} />
          <Migrations migrations={database.migrations} />
        </div>
        <div>
          <DefinitionFaults />
          <Growth {...(database.months ? { months: database.months } : {})} />
          <Pools pools={pools} />
          <Settings settings={settings} />
          <Licences />
        </div>
      </div>
    </>
  )
}

export function SystemScreen() {
  const isAdmin = useRight('api.admin')
  const report = useSystemReport(isAdmin)
  return isAdmin ? (
    <Wait query={report}>{found => <Report report={found} />}</Wait>
  ) : (
    <NoRight right="api.admin" />
  )
}
