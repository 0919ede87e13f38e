/** The state of the service at a glance: counts, commits of the last day, slow queries, health. It refreshes itself. */
import { Badge, Code, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import uPlot from 'uplot'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Chart, type ChartColors, TIME_TICKS } from '../../parts/chart.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useCairn, useRight } from '../../session/use-session.ts'
import { millisecondsText } from '../system/figures.ts'
import { hourlyCommits } from './commits.ts'
import { NoRecords } from './load-demo.tsx'
import style from './overview.module.css'
import { type TextKey, useTexts } from './texts.ts'

const REFRESH_MS = 10_000

const COUNTS = {
  ehrs: 'SELECT COUNT(*) AS n FROM EHR e',
  records: 'SELECT COUNT(*) AS n FROM EHR e CONTAINS COMPOSITION c',
} as const

function useCounts() {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['overview', 'counts'],
    queryFn: async ({ signal }) => {
      const count = async (q: string) => {
        const { rows } = await cairn.query.adhocPost(
          { body: { q, offset: 0, fetch: 1, query_parameters: {} } },
          { signal },
        )
        return Number(rows[0]?.[0] ?? 0)
      }
      const [ehrs, records, templates, queries] = await Promise.all([
        count(COUNTS.ehrs),
        count(COUNTS.records),
        cairn.templates.list({}, { signal }),
        cairn.storedQueries.listAll({}, { signal }),
      ])
      return { ehrs, records, templates: templates.length, queries: queries.length }
    },
    refetchInterval: REFRESH_MS,
  })
}

const RECENT = `SELECT v/commit_audit/time_committed/value AS time
FROM EHR e CONTAINS VERSION v[ALL_VERSIONS] CONTAINS COMPOSITION c
WHERE v/commit_audit/time_committed/value >= $since`

/** A busier day than this is drawn from its latest commits. */
const MOST_COMMITS = 50_000
const DAY_MS = 86_400_000

function useCommits() {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['overview', 'commits'],
    queryFn: async ({ signal }) => {
      const now = Date.now()
      const since = new Date(now - DAY_MS).toISOString()
      const body = { q: RECENT, offset: 0, fetch: MOST_COMMITS, query_parameters: { since } }
      const { rows } = await cairn.query.adhocPost({ body }, { signal })
      return hourlyCommits(
        rows.map(([time]) => String(time)),
        now,
      )
    },
    refetchInterval: 6 * REFRESH_MS,
  })
}

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
  const cairn = useCairn()
  const isAdmin = useRight('api.admin')
  const figures = useQuery({
    queryKey: ['overview', 'queries'],
    queryFn: ({ signal }) => cairn.admin.queryStatistics({ order: 'slowest', fetch: 8 }, { signal }),
    enabled: isAdmin,
    refetchInterval: REFRESH_MS,
  })
  return (
    <section className={style['panel']}>
      <h2>{t('Slowest queries')}</h2>
      {isAdmin ? (
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
      ) : (
        <NoRight right="api.admin" />
      )}
    </section>
  )
}

/** The routes that are used most. */
const MOST_ROUTES = 8

function Latencies() {
  const t = useTexts()
  const cairn = useCairn()
  const isAdmin = useRight('api.admin')
  const report = useQuery({
    queryKey: ['systemReport'],
    queryFn: ({ signal }) => cairn.admin.systemReport({}, { signal }),
    enabled: isAdmin,
    refetchInterval: REFRESH_MS,
  })
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
  const cairn = useCairn()
  const health = useQuery({
    queryKey: ['overview', 'health'],
    queryFn: ({ signal }) => cairn.service.healthReady({}, { signal }),
    refetchInterval: REFRESH_MS,
  })
  const system = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => cairn.system.options({}, { signal }),
  })
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

export function OverviewScreen() {
  const t = useTexts()
  const counts = useCounts()
  return (
    <>
      <PageHead title={t('Overview')} state={<Health />} />
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
      <Commits />
      <Latencies />
      <SlowQueries />
    </>
  )
}
