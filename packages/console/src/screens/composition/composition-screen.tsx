/** One composition: readable, in every format, with its versions and what changed between them. */
import { Button, Tabs } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { nameOf, objectAt, type RmObject, templateIdOf, textAt } from '../../display/rm-object.ts'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Loading, Wait } from '../../parts/states.tsx'
import { useRight } from '../../session/use-session.ts'
import { Banner } from '../ehr/banner.tsx'
import { useEhr } from '../ehr/queries.ts'
import { useWebTemplate } from '../templates/queries.ts'
import { ChangesView } from './changes-view.tsx'
import style from './composition.module.css'
import { COMPOSITION_VIEWS, type CompositionView } from './composition-search.ts'
import { FormatView } from './format-view.tsx'
import { labelsOf } from './labels.ts'
import { useVersion, useVersions } from './queries.ts'
import { readableComposition } from './readable.ts'
import type { AttributeLabel, ReadableComposition } from './readable-node.ts'
import { anchorOf, ReadableView } from './readable-view.tsx'
import { SidePanel } from './side-panel.tsx'
import { type TextKey, useTexts } from './texts.ts'
import type { VersionEntry } from './versions.ts'

const route = getRouteApi('/ehrs/$ehrId/compositions/$uid')

const LABELS: Readonly<Record<CompositionView, TextKey>> = {
  readable: 'Readable',
  json: 'JSON',
  xml: 'XML',
  flat: 'FLAT',
  structured: 'STRUCTURED',
  changes: 'Changes',
}

/** A record is not kept from its reader for longer than this by the labels of its template. */
const PATIENCE_MS = 1000

/** True as long as something loads, for a while. */
function useIsAwaited(isLoading: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isLoading && !isLate
}

function useReadable(data: RmObject | undefined): ReadableComposition | undefined {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { data: web, isLoading } = useWebTemplate(templateIdOf(data))
  const isAwaited = useIsAwaited(isLoading)
  return useMemo(() => {
    // The labels come from the template. Without waiting, the whole record would be rendered twice, and change its words.
    if (!data || isAwaited) return undefined
    return readableComposition(data, {
      style: timeStyle,
      word: (label: AttributeLabel) => t(label),
      ...(web ? { labelOf: labelsOf(web, timeStyle.language) } : {}),
    })
  }, [data, web, isAwaited, t, timeStyle])
}

function Contents({ readable }: { readonly readable: ReadableComposition }) {
  const t = useTexts()
  return (
    <nav className={style['contents']} aria-label={t('Contents')}>
      <ol>
        {readable.content.map(({ key, label }) => (
          <li key={key}>
            <a href={`#${anchorOf(key)}`}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The time of the record: the start of its context, else the commit. */
const startOf = (version: RmObject): string => {
  const context = objectAt(objectAt(version, 'data'), 'context')
  const committed = objectAt(objectAt(version, 'commit_audit'), 'time_committed')
  return textAt(objectAt(context, 'start_time'), 'value') ?? textAt(committed, 'value') ?? ''
}

interface BodyProps {
  readonly ehrId: string
  readonly version: RmObject
  readonly versions: readonly VersionEntry[]
  readonly current: VersionEntry
}

function Changes({ ehrId, version, versions, current }: BodyProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const { with: chosen = current.number - 1 } = route.useSearch()
  const other = versions.find(({ number }) => number === chosen)
  const older = useVersion(ehrId, other?.uid)
  const data = objectAt(version, 'data')
  const olderData = objectAt(older.data, 'data')
  const [readable, olderReadable] = [useReadable(data), useReadable(olderData)]
  if (!other)
    return <Empty title={t('First version')} text={t('There is no earlier version to compare with.')} />
  const isAwaited = (data && !readable) || (olderData && !olderReadable)
  if (older.data === undefined || isAwaited) return <Loading />
  const choose = (number: number) =>
    void navigate({
      to: '/ehrs/$ehrId/compositions/$uid',
      params: { ehrId, uid: current.uid },
      search: { view: 'changes', with: number },
    })
  return (
    <ChangesView
      older={{ number: other.number, data: olderData, readable: olderReadable }}
      newer={{ number: current.number, data, readable }}
      versions={versions}
      choose={choose}
    />
  )
}

interface OldNoticeProps {
  readonly ehrId: string
  readonly current: VersionEntry
  readonly latest: VersionEntry
}

function OldNotice({ ehrId, current, latest }: OldNoticeProps) {
  const t = useTexts()
  const time = formatIso(current.time, useTimeStyle())
  return (
    <div className={style['old']} role="status">
      {t('This is version {number} of {time}. It has been replaced.', { number: current.number, time })}{' '}
      <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid: latest.uid }}>
        {t('Go to the latest version')}
      </Link>
    </div>
  )
}

function ChangeButton({ ehrId, uid }: { readonly ehrId: string; readonly uid: string }) {
  const t = useTexts()
  return (
    <Button
      renderRoot={props => (
        <Link to="/ehrs/$ehrId/compositions/$uid/edit" params={{ ehrId, uid }} {...props} />
      )}
      variant="default"
      leftSection={<PencilLine size={15} />}
    >
      {t('Change record')}
    </Button>
  )
}

interface ViewProps extends BodyProps {
  readonly view: CompositionView
  readonly readable: ReadableComposition | undefined
}

function View({ view, readable, ...body }: ViewProps) {
  const t = useTexts()
  if (view === 'changes') return <Changes {...body} />
  if (objectAt(body.version, 'data') === undefined)
    return (
      <Empty
        title={t('Deleted record')}
        text={t('This version deleted the record. Earlier versions still have it.')}
      />
    )
  if (view === 'readable')
    return readable ? (
      <ReadableView
        readable={readable}
        ehrId={body.ehrId}
        uid={body.current.uid}
        time={startOf(body.version)}
      />
    ) : (
      <Loading rows={10} />
    )
  return <FormatView ehrId={body.ehrId} uid={body.current.uid} format={view} />
}

function Views({ view, readable, ...body }: ViewProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const show = (chosen: string | null) =>
    void navigate({
      to: '/ehrs/$ehrId/compositions/$uid',
      params: { ehrId: body.ehrId, uid: body.current.uid },
      search: { view: (chosen ?? 'readable') as CompositionView },
    })
  return (
    <Tabs value={view} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        {COMPOSITION_VIEWS.map(each => (
          <Tabs.Tab key={each} value={each}>
            {t(LABELS[each])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={view}>
        <View view={view} readable={readable} {...body} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Body(props: BodyProps) {
  const t = useTexts()
  const { ehrId, version, versions, current } = props
  const { view = 'readable' } = route.useSearch()
  const data = objectAt(version, 'data')
  const readable = useReadable(data)
  const canWrite = useRight('api.write')
  const template = templateIdOf(data)
  const title = data ? (readable?.title ?? nameOf(data)) : t('Deleted record')
  const latest = versions[0]
  const isOld = latest !== undefined && latest.number !== current.number
  return (
    <>
      {isOld ? <OldNotice ehrId={ehrId} current={current} latest={latest} /> : null}
      <PageHead title={title} {...(template === title ? {} : { state: template })}>
        {canWrite && !isOld && data !== undefined ? <ChangeButton ehrId={ehrId} uid={current.uid} /> : null}
      </PageHead>
      <div className={style['columns']}>
        {view === 'readable' && readable ? (
          <Contents readable={readable} />
        ) : (
          <div className={style['contents']} />
        )}
        <div className={style['body']}>
          <Views {...props} view={view} readable={readable} />
        </div>
        <SidePanel {...props} />
      </div>
    </>
  )
}

export function CompositionScreen() {
  const t = useTexts()
  const { ehrId, uid } = route.useParams()
  const ehr = useEhr(ehrId)
  const versions = useVersions(ehrId, uid)
  const isVersionId = uid.includes('::')
  const current =
    versions.data?.find(each => each.uid === uid) ?? (isVersionId ? undefined : versions.data?.[0])
  const version = useVersion(ehrId, current?.uid)
  return (
    <>
      {ehr.data ? <Banner {...ehr.data} /> : null}
      <Wait query={versions} heading={t('Record')}>
        {all =>
          current ? (
            <Wait query={version} rows={10} heading={t('Record')}>
              {found => <Body ehrId={ehrId} version={found} versions={all} current={current} />}
            </Wait>
          ) : (
            <Empty title={t('There is no such version')}>
              <Button component={Link} to="/ehrs" variant="default">
                {t('EHRs')}
              </Button>
            </Empty>
          )
        }
      </Wait>
    </>
  )
}
