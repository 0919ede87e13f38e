/** The state of the service at a glance: counts, commits of the last day, slow queries, health. It refreshes itself. */
import { Badge, Code, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import uPlot from 'uplot'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Chart, type ChartColors, TIME_TICKS } from '../../parts/chart.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useRight } from '../../session/use-session.ts'
import { PausedNotice } from '../subscriptions/paused-notice.tsx'
import { useSubscriptions } from '../subscriptions/queries.ts'
import { millisecondsText } from '../system/figures.ts'
import { useSystemReport } from '../system/queries.ts'
import { LoadPanel } from './load.tsx'
import { NoRecords } from './load-demo.tsx'
import style from './overview.module.css'
import { useCommits, useCounts, useHealth, useServerFacts, useSlowQueries } from './queries.ts'
import { ServerPanel } from './server-panel.tsx'
import { type TextKey, useTexts } from './texts.ts'

function Figure({
  label,
  value,
  to,
}: {
  readonly label: string
  readonly value: number
  readonly to?: '/ehrs' | '/templates' | '/query'
}) {
  const number = <span className={style['number']}>{value.toLocaleString()}</span>
  return (
    <div className={style['figure']}>
      {to ? (
        <Link to={to} className={style['figureLink']}>
          {number}
          <span className="dim">{label}</span>
        </Link>
      ) : (
        <>
          {number}
          <span className="dim">{label}</span>
        </>
      )}
    </div>
  )
}

const HOUR = 3600

const bars = uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.7, 40], align: 1 }) } : {}

function Commits() {
  const t = useTexts()
  const commits = useCommits()
  const data = useMemo<uPlot.AlignedData>(
    () => [[...(commits.data?.hours ?? [])], [...(commits.data?.commits ?? [])]],
    [commits.data],
  )
  const options = useCallback(
    (colors: ChartColors): Omit<uPlot.Options, 'width' | 'height'> => ({
      legend: { show: false },
      cursor: { show: false },
      axes: [
        { stroke: colors.text, grid: { show: false }, values: TIME_TICKS },
        { stroke: colors.text, grid: { stroke: colors.grid, width: 0.5 } },
      ],
      scales: {
        // The bar of the running hour begins at its start.
        x: { time: true, range: (_chart, low, high) => [low, high + HOUR] },
        y: { range: (_chart, _low, high) => [0, Math.max(1, high * 1.1)] },
      },
      series: [{}, { stroke: colors.line, fill: `${colors.line}99`, points: { show: false }, ...bars }],
    }),
    [],
  )
  return (
    <section className={style['panel']}>
      <h2>{t('Records committed in the last 24 hours')}</h2>
      <Wait query={commits} rows={4}>
        {({ commits: counts }) => (
          <Chart
            data={data}
            height={190}
            options={options}
            label={t('{count} {count:commit|commits}', {
              count: counts.reduce((sum, each) => sum + each, 0),
            })}
          />
        )}
      </Wait>
    </section>
  )
}

function SlowQueries() {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const figures = useSlowQueries()
  return (
    <section className={style['panel']}>
      <h2>{t('Slowest queries')}</h2>
      <Wait query={figures} rows={4}>
        {({ queries }) =>
          queries.length === 0 ? (
            <Text c="dimmed">{t('No query has run yet.')}</Text>
          ) : (
            <WideTable
              label={t('Slowest queries')}
              headings={[t('Query'), t('Slowest'), t('Mean'), t('Runs'), t('Last')]}
            >
              {queries.map(({ query, executor, slowest, mean, runs, last }) => (
                <Table.Tr key={`${query} ${executor}`}>
                  <Table.Td>
                    <Code>{query}</Code> <span className="dim">{executor}</span>
                  </Table.Td>
                  <Table.Td>{Math.round(slowest)} ms</Table.Td>
                  <Table.Td>{Math.round(mean)} ms</Table.Td>
                  <Table.Td>{runs}</Table.Td>
                  <Table.Td>{formatIso(last, timeStyle)}</Table.Td>
                </Table.Tr>
              ))}
            </WideTable>
          )
        }
      </Wait>
    </section>
  )
}

/** The routes that are used most. */
const MOST_ROUTES = 8

function Latencies() {
  const t = useTexts()
  const isAdmin = useRight('api.admin')
  const report = useSystemReport(isAdmin)
  if (!isAdmin) return null
  return (
    <section className={style['panel']}>
      <h2>{t('Requests and their times')}</h2>
      <Wait query={report} rows={4}>
        {({ routes }) => (
          <WideTable
            label={t('Requests and their times')}
            headings={[t('Requests'), t('Number'), t('Faults'), t('Mean'), '50 %', '95 %', '99 %']}
            minWidth={640}
          >
            {routes.slice(0, MOST_ROUTES).map(({ method, route, requests, faults, mean, p50, p95, p99 }) => (
              <Table.Tr key={`${method} ${route}`}>
                <Table.Td>
                  <Code>{`${method} ${route}`}</Code>
                </Table.Td>
                <Table.Td>{requests.toLocaleString()}</Table.Td>
                <Table.Td>{faults}</Table.Td>
                <Table.Td>{millisecondsText(mean)}</Table.Td>
                <Table.Td>≤ {millisecondsText(p50)}</Table.Td>
                <Table.Td>≤ {millisecondsText(p95)}</Table.Td>
                <Table.Td>≤ {millisecondsText(p99)}</Table.Td>
              </Table.Tr>
            ))}
          </WideTable>
        )}
      </Wait>
    </section>
  )
}

function Health() {
  const t = useTexts()
  const health = useHealth()
  const system = useServerFacts()
  const version = (system.data as { solution_version?: unknown } | undefined)?.solution_version
  return (
    <>
      <Badge color={health.data ? 'cairn' : 'red'} variant="light">
        {health.data ? t('Ready') : t('Not ready')}
      </Badge>{' '}
      {typeof version === 'string' ? <span className="dim">Cairn {version}</span> : null}
    </>
  )
}

const FIGURES: readonly (readonly [
  key: 'ehrs' | 'records' | 'templates' | 'queries',
  label: TextKey,
  to?: '/ehrs' | '/templates' | '/query',
])[] = [
  ['ehrs', 'EHRs', '/ehrs'],
  ['records', 'Records'],
  ['templates', 'Templates', '/templates'],
  ['queries', 'Stored queries', '/query'],
]

function PausedSubscriptions() {
  const subscriptions = useSubscriptions(useRight('changes'))
  return <PausedNotice all={subscriptions.data ?? []} />
}

function Records() {
  const counts = useCounts()
  const t = useTexts()
  return (
    <Wait query={counts} rows={3}>
      {found => (
        <>
          <div className={style['figures']}>
            {FIGURES.map(([key, label, to]) => (
              <Figure key={key} label={t(label)} value={found[key]} {...(to ? { to } : {})} />
            ))}
          </div>
          {found.records === 0 ? <NoRecords /> : null}
        </>
      )}
    </Wait>
  )
}

export function OverviewScreen() {
  const t = useTexts()
  const canRead = useRight('api.read')
  const isAdmin = useRight('api.admin')
  return (
    <>
      <PageHead title={t('Overview')} state={<Health />} />
      <PausedSubscriptions />
      {canRead ? (
        <Records />
      ) : (
        <Empty title={t('No records')} text={t('Your roles let you see no records.')} />
      )}
      {isAdmin ? (
        <>
          <LoadPanel />
          <ServerPanel />
        </>
      ) : null}
      {canRead ? <Commits /> : null}
      <Latencies />
      {isAdmin ? <SlowQueries /> : null}
    </>
  )
}
