/** The rows of a query that ran: as a table, a chart, JSON, or with the plan that found them. */
import { Button, Group, Tabs, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeView } from '../../parts/code-view.tsx'
import { download } from '../../parts/download.ts'
import { Empty } from '../../parts/states.tsx'
import { PlanView } from './plan-view.tsx'
import type { Asked, QueryResult } from './queries.ts'
import style from './query.module.css'
import { ResultChart } from './result-chart.tsx'
import { ResultGrid } from './result-grid.tsx'
import { csvOf, ndjsonOf } from './results.ts'
import { type TextKey, useTexts } from './texts.ts'

interface Props {
  readonly found: QueryResult
  readonly asked: Asked
  readonly getMore: () => void
}

/** Longer results are for a file. */
const SHOWN_AS_JSON = 200

const VIEWS = ['table', 'chart', 'json', 'plan'] as const

type ResultTab = (typeof VIEWS)[number]

const LABELS: Readonly<Record<ResultTab, TextKey>> = {
  table: 'Table',
  chart: 'Chart',
  json: 'JSON',
  plan: 'Plan',
}

function Downloads({ found: { columns, rows } }: Pick<Props, 'found'>) {
  const files: readonly (readonly [label: string, save: () => void])[] = [
    ['CSV', () => download('result.csv', 'text/csv', csvOf(columns, rows))],
    ['NDJSON', () => download('result.ndjson', 'application/x-ndjson', ndjsonOf(columns, rows))],
  ]
  return files.map(([label, save]) => (
    <Button
      key={label}
      size="compact-sm"
      variant="subtle"
      leftSection={<Download size={14} />}
      onClick={save}
    >
      {label}
    </Button>
  ))
}

function Notices({ found: { meta, rows }, getMore }: Omit<Props, 'asked'>) {
  const t = useTexts()
  return (
    <>
      {meta.more === true ? (
        <div className={style['cut']} role="status">
          {t('There are more rows than the {count} shown.', { count: rows.length })}{' '}
          <Button size="compact-xs" variant="white" onClick={getMore}>
            {t('Get more')}
          </Button>
        </div>
      ) : null}
      {(meta.warnings ?? []).map(warning => (
        <div key={warning} className={style['cut']} role="status">
          {warning}
        </div>
      ))}
    </>
  )
}

function TableOf({ found: { columns, rows } }: Pick<Props, 'found'>) {
  const t = useTexts()
  return rows.length === 0 ? (
    <Empty title={t('No rows')} text={t('The query is valid but returned no rows.')} />
  ) : (
    <ResultGrid columns={columns} rows={rows} />
  )
}

export function ResultView({ found, asked, getMore }: Props) {
  const t = useTexts()
  const { columns, rows, milliseconds } = found
  const json = () => JSON.stringify(rows.slice(0, SHOWN_AS_JSON), null, 2)
  const views: Readonly<Record<ResultTab, () => ReactNode>> = {
    table: () => <TableOf found={found} />,
    chart: () => <ResultChart columns={columns} rows={rows} />,
    json: () => <CodeView text={json()} format="json" label={t('JSON')} />,
    plan: () => <PlanView q={asked.q} parameters={asked.parameters} />,
  }
  return (
    <Tabs defaultValue="table" keepMounted={false}>
      <div className={style['resultHead']}>
        <Tabs.List className={style['resultTabs']}>
          {VIEWS.map(view => (
            <Tabs.Tab key={view} value={view}>
              {t(LABELS[view])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t('{count} {count:row|rows}', { count: rows.length })} · {milliseconds} ms
          </Text>
          <Downloads found={found} />
        </Group>
      </div>
      <Notices found={found} getMore={getMore} />
      {VIEWS.map(view => (
        <Tabs.Panel key={view} value={view}>
          {views[view]()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
