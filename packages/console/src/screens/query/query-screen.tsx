/** The query workbench: write, run, look at the rows, draw, explain, save, share. */
import { Button, Group, Menu, NumberInput, Switch, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { Clock, Play, Save } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { formatClock } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { useRight } from '../../session/use-session.ts'
import { useStore } from '../../store.ts'
import { useWebTemplates } from '../templates/queries.ts'
import { AqlEditor, type AqlEditorHandle } from './aql-editor.tsx'
import { catalogOf } from './catalog.ts'
import { CatalogTree } from './catalog-tree.tsx'
import { checkQuery } from './findings.ts'
import { type Asked, useLiveResult, useResult } from './queries.ts'
import style from './query.module.css'
import { ResultView } from './result-view.tsx'
import { parameterValue } from './results.ts'
import { SaveQuery } from './save-query.tsx'
import { useTexts } from './texts.ts'
import { draft, pastQueries } from './workbench-state.ts'

const route = getRouteApi('/query')

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
              {formatClock(at, timeStyle)} · {t('{count} {count:row|rows}', { count: rows })}
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

function SaveButton({ q, isDisabled }: { readonly q: string; readonly isDisabled: boolean }) {
  const t = useTexts()
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Save size={15} />}
        onClick={() => setSaving(true)}
        disabled={isDisabled}
      >
        {t('Save')}
      </Button>
      <SaveQuery q={q} opened={isSaving} onClose={() => setSaving(false)} />
    </>
  )
}

const DEFAULT_ROWS = 1000
const MOST_ROWS = 100_000

interface RunFormProps {
  readonly parameters: readonly string[]
  readonly values: Readonly<Record<string, string>>
  readonly setValues: (values: Readonly<Record<string, string>>) => void
  readonly fetch: number
  readonly setFetch: (fetch: number) => void
}

function RunForm({ parameters, values, setValues, fetch, setFetch }: RunFormProps) {
  const t = useTexts()
  return (
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
        max={MOST_ROWS}
        step={1000}
        w={120}
        onChange={value => setFetch(Number(value) || DEFAULT_ROWS)}
      />
      <Text size="xs" c="dimmed">
        {t('Ctrl-Enter runs the query')}
      </Text>
    </Group>
  )
}

interface OutcomeProps {
  readonly asked: Asked | undefined
  readonly result: ReturnType<typeof useResult>
  readonly run: () => void
  readonly getMore: () => void
  readonly isLive: boolean
}

function Outcome({ asked, result, run, getMore, isLive }: OutcomeProps) {
  const t = useTexts()
  const { data, error, isLoading } = result
  const { found, error: liveError } = useLiveResult(asked, data, isLive)
  return (
    <div className={style['result']}>
      {error ? <Failure error={error} retry={run} /> : null}
      {liveError ? <Failure error={liveError} retry={run} /> : null}
      {isLoading ? <Loading rows={8} /> : null}
      {asked ? null : (
        <Empty title={t('Not run yet')} text={t('Write a query, or choose a value on the left.')} />
      )}
      {found && asked && !error ? <ResultView found={found} asked={asked} getMore={getMore} /> : null}
    </div>
  )
}

/** The text in the editor, what it asks for, and the last run of it. */
function useWorkbench() {
  const text = useStore(draft)
  const { q: shared } = route.useSearch()
  useEffect(() => {
    if (shared !== undefined) draft.set(shared)
  }, [shared])
  const { findings, parameters } = useMemo(() => checkQuery(text), [text])
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [fetch, setFetch] = useState(DEFAULT_ROWS)
  const [asked, setAsked] = useState<Asked | undefined>(undefined)
  const given = Object.fromEntries(parameters.map(name => [name, parameterValue(values[name] ?? '')]))
  const run = () => setAsked({ q: text, parameters: given, fetch, run: (asked?.run ?? 0) + 1 })
  const getMore = () => {
    if (!asked) return
    setFetch(fetch * 10)
    setAsked({ ...asked, fetch: Math.min(MOST_ROWS, fetch * 10), run: asked.run + 1 })
  }
  const form = { parameters, values, setValues, fetch, setFetch }
  return { text, isWrong: findings.length > 0, form, asked, run, getMore }
}

export function QueryScreen() {
  const t = useTexts()
  const canWrite = useRight('api.write')
  const webs = useWebTemplates()
  const catalog = useMemo(() => catalogOf(webs), [webs])
  const editor = useRef<AqlEditorHandle>(null)
  const { text, isWrong, form, asked, run, getMore } = useWorkbench()
  const result = useResult(asked)
  const [isLive, setLive] = useState(false)
  return (
    <>
      <PageHead title={t('Query')}>
        <Switch
          label={t('Live')}
          checked={isLive}
          onChange={event => setLive(event.currentTarget.checked)}
          description={t('Rows follow what is committed')}
        />
        <History choose={q => draft.set(q)} />
        <CopyButton value={linkTo(text)} label={t('Copy link')} withText />
        {canWrite ? <SaveButton q={text} isDisabled={isWrong} /> : null}
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
          <RunForm {...form} />
          <Outcome asked={asked} result={result} run={run} getMore={getMore} isLive={isLive} />
        </div>
      </div>
    </>
  )
}
