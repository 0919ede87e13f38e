/** The query workbench: write, run, look at the rows, draw, explain, save, share. */
import { Button, Group, Menu, NumberInput, Tabs, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Clock, Download, Play, Save } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { formatClock } from '../../display/time.ts'
import { useTimeStyle } from '../../language/use-texts.ts'
import { CodeView } from '../../parts/code-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { download } from '../../parts/download.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { useStore } from '../../parts/store.ts'
import { useCairn, useRight } from '../../session/use-session.ts'
import { AqlEditor, type AqlEditorHandle } from './aql-editor.tsx'
import { type CatalogArchetype, catalogOf } from './catalog.ts'
import { CatalogTree } from './catalog-tree.tsx'
import { checkQuery } from './findings.ts'
import { PlanView } from './plan-view.tsx'
import style from './query.module.css'
import { ResultChart } from './result-chart.tsx'
import { ResultGrid } from './result-grid.tsx'
import { csvOf, ndjsonOf, parameterValue } from './results.ts'
import { SaveQuery } from './save-query.tsx'
import { useTexts } from './texts.ts'
import { draft, pastQueries, remember } from './workbench-state.ts'

const route = getRouteApi('/query')

/** The same list as long as nothing is loaded: the catalog is made anew only then. */
const loadedOf = (answers: readonly { data?: RmObject | undefined }[]): RmObject[] =>
  answers.flatMap(({ data }) => (data ? [data] : []))

/** The archetypes of all templates. */
function useCatalog(): readonly CatalogArchetype[] {
  const cairn = useCairn()
  const templates = useQuery({ queryKey: ['templates'], queryFn: () => cairn.templates.list() })
  const webs = useQueries({
    queries: (templates.data ?? []).map(({ template_id }) => ({
      queryKey: ['webTemplate', template_id],
      queryFn: async () =>
        (await cairn.templates.get({ template_id }, { accept: 'application/openehr.wt+json' }))
          .value as RmObject,
      staleTime: 60_000,
    })),
    combine: loadedOf,
  })
  return useMemo(() => catalogOf(webs), [webs])
}

interface Asked {
  readonly q: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
  readonly fetch: number
  /** Tells runs of the same query apart. */
  readonly run: number
}

function useResult(asked: Asked | undefined) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['query', asked],
    queryFn: async ({ signal }) => {
      const { q = '', parameters = {}, fetch = 0 } = asked ?? {}
      const started = performance.now()
      const result = await cairn.query.adhocPost(
        { body: { q, offset: 0, fetch, query_parameters: parameters } },
        { signal },
      )
      remember(q, result.rows.length)
      return { ...result, milliseconds: Math.round(performance.now() - started) }
    },
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}

function History({ choose }: { readonly choose: (q: string) => void }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const past = useStore(pastQueries)
  return (
    <Menu position="bottom-end" width={420}>
      <Menu.Target>
        <Button variant="default" leftSection={<Clock size={15} />} disabled={past.length === 0}>
          {t('History')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={style['history']}>
        {past.map(({ q, at, rows }) => (
          <Menu.Item key={q} onClick={() => choose(q)}>
            <span className="dim">
              {formatClock(at, timeStyle)} · {t('{count} rows', { count: rows })}
            </span>
            <span className={style['past']}>{q}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A query may name a patient, so it is in an address only when somebody asks for a link. */
const linkTo = (q: string): string =>
  `${new URL('query', document.baseURI).href}?${new URLSearchParams({ q })}`

const DEFAULT_ROWS = 1000

export function QueryScreen() {
  const t = useTexts()
  const { q: shared } = route.useSearch()
  const canWrite = useRight('api.write')
  const text = useStore(draft)
  const catalog = useCatalog()
  const editor = useRef<AqlEditorHandle>(null)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [fetch, setFetch] = useState(DEFAULT_ROWS)
  const [asked, setAsked] = useState<Asked | undefined>(undefined)
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    if (shared !== undefined) draft.set(shared)
  }, [shared])
  const { findings, parameters } = useMemo(() => checkQuery(text), [text])
  const result = useResult(asked)
  const given = Object.fromEntries(parameters.map(name => [name, parameterValue(values[name] ?? '')]))
  const run = () => {
    setAsked({ q: text, parameters: given, fetch, run: (asked?.run ?? 0) + 1 })
  }
  const found = result.data
  return (
    <>
      <PageHead title={t('Query')}>
        <History choose={q => draft.set(q)} />
        <CopyButton value={linkTo(text)} label={t('Copy link')} withText />
        {canWrite ? (
          <Button
            variant="default"
            leftSection={<Save size={15} />}
            onClick={() => setSaving(true)}
            disabled={findings.length > 0}
          >
            {t('Save')}
          </Button>
        ) : null}
        <Button leftSection={<Play size={15} />} onClick={run} loading={result.isFetching}>
          {t('Run')}
        </Button>
      </PageHead>
      <div className={style['workbench']}>
        <aside className={style['catalog']} aria-label={t('What can be asked')}>
          <CatalogTree catalog={catalog} insert={inserted => editor.current?.insert(inserted)} />
        </aside>
        <div className={style['main']}>
          <AqlEditor
            ref={editor}
            text={text}
            onChange={changed => draft.set(changed)}
            onRun={run}
            catalog={catalog}
            label={t('AQL')}
          />
          <Group mt="xs" gap="sm" align="flex-end">
            {parameters.map(name => (
              <TextInput
                key={name}
                size="xs"
                label={`$${name}`}
                value={values[name] ?? ''}
                onChange={event => setValues({ ...values, [name]: event.currentTarget.value })}
              />
            ))}
            <NumberInput
              size="xs"
              label={t('Rows at most')}
              value={fetch}
              min={1}
              max={100_000}
              step={1000}
              w={120}
              onChange={value => setFetch(Number(value) || DEFAULT_ROWS)}
            />
            <Text size="xs" c="dimmed">
              {t('Ctrl-Enter runs the query')}
            </Text>
          </Group>
          <div className={style['result']}>
            {result.error ? <Failure error={result.error} retry={run} /> : null}
            {result.isLoading ? <Loading rows={8} /> : null}
            {!asked ? (
              <Empty title={t('Not run yet')} text={t('Write a query, or choose a value on the left.')} />
            ) : null}
            {found && asked && !result.error ? (
              <Tabs defaultValue="table" keepMounted={false}>
                <Tabs.List mb="xs">
                  <Tabs.Tab value="table">{t('Table')}</Tabs.Tab>
                  <Tabs.Tab value="chart">{t('Chart')}</Tabs.Tab>
                  <Tabs.Tab value="json">{t('JSON')}</Tabs.Tab>
                  <Tabs.Tab value="plan">{t('Plan')}</Tabs.Tab>
                  <Group ml="auto" gap="xs">
                    <Text size="sm" c="dimmed">
                      {t('{count} rows', { count: found.rows.length })} · {found.milliseconds} ms
                    </Text>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      leftSection={<Download size={14} />}
                      onClick={() => download('result.csv', 'text/csv', csvOf(found.columns, found.rows))}
                    >
                      CSV
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      leftSection={<Download size={14} />}
                      onClick={() =>
                        download('result.ndjson', 'application/x-ndjson', ndjsonOf(found.columns, found.rows))
                      }
                    >
                      NDJSON
                    </Button>
                  </Group>
                </Tabs.List>
                {found.meta.more === true ? (
                  <div className={style['cut']} role="status">
                    {t('There are more rows than the {count} shown.', { count: found.rows.length })}{' '}
                    <Button
                      size="compact-xs"
                      variant="white"
                      onClick={() => {
                        setFetch(fetch * 10)
                        setAsked({ ...asked, fetch: Math.min(100_000, fetch * 10), run: asked.run + 1 })
                      }}
                    >
                      {t('Get more')}
                    </Button>
                  </div>
                ) : null}
                {(found.meta.warnings ?? []).map(warning => (
                  <div key={warning} className={style['cut']} role="status">
                    {warning}
                  </div>
                ))}
                <Tabs.Panel value="table">
                  {found.rows.length === 0 ? (
                    <Empty title={t('No rows')} text={t('The query is valid but returned no rows.')} />
                  ) : (
                    <ResultGrid columns={found.columns} rows={found.rows} />
                  )}
                </Tabs.Panel>
                <Tabs.Panel value="chart">
                  <ResultChart columns={found.columns} rows={found.rows} />
                </Tabs.Panel>
                <Tabs.Panel value="json">
                  <CodeView
                    text={JSON.stringify(found.rows.slice(0, 200), null, 2)}
                    format="json"
                    label={t('JSON')}
                  />
                </Tabs.Panel>
                <Tabs.Panel value="plan">
                  <PlanView q={asked.q} parameters={asked.parameters} />
                </Tabs.Panel>
              </Tabs>
            ) : null}
          </div>
        </div>
      </div>
      <SaveQuery q={text} opened={isSaving} onClose={() => setSaving(false)} />
    </>
  )
}
