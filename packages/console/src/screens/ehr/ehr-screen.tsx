/** One EHR: whose it is, and what is in it. */
import { isCairnError } from '@cairn-ehr/client'
import { Button, Tabs } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Wait } from '../../parts/states.tsx'
import { useRight } from '../../session/use-session.ts'
import { Banner } from './banner.tsx'
import { DirectoryView } from './directory-view.tsx'
import style from './ehr.module.css'
import { EHR_VIEWS, type EhrView } from './ehr-search.ts'
import { FollowRecord } from './follow-record.tsx'
import { GlanceView } from './glance/glance-view.tsx'
import { AccessView, ContributionsView, EpisodesView, TagsView } from './list-views.tsx'
import { useEhr } from './queries.ts'
import { ResultsView } from './results/results-view.tsx'
import { TakeAccess } from './take-access.tsx'
import { type TextKey, useTexts } from './texts.ts'
import type { TimelineFilter } from './timeline/records.ts'
import { TimelineView } from './timeline/timeline-view.tsx'
import { TrendsView } from './trends-view.tsx'

const route = getRouteApi('/ehrs/$ehrId')

const LABELS: Readonly<Record<EhrView, TextKey>> = {
  glance: 'At a glance',
  records: 'Records',
  results: 'Laboratory',
  trends: 'Trends',
  directory: 'Directory',
  contributions: 'Contributions',
  tags: 'Tags',
  episodes: 'Episodes',
  access: 'Who saw this record',
}

interface ViewProps {
  readonly ehrId: string
  readonly filter: TimelineFilter
  readonly hasDirectory: boolean
}

const VIEWS: Readonly<Record<EhrView, (props: ViewProps) => ReactNode>> = {
  glance: GlanceView,
  records: TimelineView,
  results: ResultsView,
  trends: TrendsView,
  directory: ({ ehrId, hasDirectory }) => <DirectoryView ehrId={ehrId} isThere={hasDirectory} />,
  contributions: ContributionsView,
  tags: TagsView,
  episodes: EpisodesView,
  access: AccessView,
}

export function EhrScreen() {
  const t = useTexts()
  const { ehrId } = route.useParams()
  const { view: asked, template, author, kind } = route.useSearch()
  const isFiltered = template !== undefined || author !== undefined || kind !== undefined
  const view = asked ?? (isFiltered ? 'records' : 'glance')
  const navigate = useNavigate()
  const ehr = useEhr(ehrId)
  const canWrite = useRight('api.write')
  const canTakeAccess = useRight('api.break_glass')
  const canSeeAccesses = useRight('api.admin')
  const View = VIEWS[view]
  if (canTakeAccess && isCairnError(ehr.error, 'ehr.not_found')) return <TakeAccess ehrId={ehrId} />
  return (
    <Wait query={ehr} heading={t('EHR')}>
      {found => (
        <>
          <Banner {...found} />
          <FollowRecord key={ehrId} ehrId={ehrId} />
          <Tabs
            value={view}
            onChange={chosen =>
              void navigate({
                to: '/ehrs/$ehrId',
                params: { ehrId },
                search: { view: (chosen ?? 'glance') as EhrView },
              })
            }
          >
            <div className={style['tabs']}>
              <Tabs.List className={style['tabList']}>
                {EHR_VIEWS.filter(each => canSeeAccesses || each !== 'access' || view === each).map(each => (
                  <Tabs.Tab key={each} value={each}>
                    {t(LABELS[each])}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {canWrite ? (
                <Button
                  renderRoot={props => <Link to="/ehrs/$ehrId/new" params={{ ehrId }} {...props} />}
                  size="xs"
                  leftSection={<Plus size={15} />}
                >
                  {t('New record')}
                </Button>
              ) : null}
            </div>
            <Tabs.Panel value={view}>
              <View
                ehrId={ehrId}
                filter={{ template, author, kind }}
                hasDirectory={found.ehr.directory !== undefined}
              />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Wait>
  )
}
