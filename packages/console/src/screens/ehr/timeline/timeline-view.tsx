/** The records of an EHR by contact, a page at a time; lists that are kept up to date stand above. */
import { Badge, Button } from '@mantine/core'
import { Fragment } from 'react'
import { formatIso } from '../../../display/time.ts'
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { Empty, Failure, Loading, Wait } from '../../../parts/states.tsx'
import { useEhr, useKeptRecords, useRecordContents, useTimeline } from '../queries.ts'
import { useTexts } from '../texts.ts'
import { useClinical } from '../use-clinical.ts'
import { type Contact, contactsOf } from './contacts.ts'
import { Filters } from './filters.tsx'
import { RecordLine } from './record-line.tsx'
import type { RecordPage, TimelineFilter } from './records.ts'
import style from './timeline.module.css'

interface ContactProps {
  readonly ehrId: string
  readonly contact: Contact
  readonly records: ReturnType<typeof useRecordContents>['data']
}

export function ContactGroup({ ehrId, contact, records }: ContactProps) {
  const timeStyle = useTimeStyle()
  const { day, place, episode, opensEpisode, records: rows } = contact
  return (
    <li className={episode ? style['inEpisode'] : ''}>
      <h2 className={style['day']}>
        {formatIso(day, timeStyle)}
        {place === '' ? null : <span className={style['place']}> · {place}</span>}
        {episode && opensEpisode ? (
          <Badge variant="light" ml="xs">{`${episode.episodeId} ${episode.name}`}</Badge>
        ) : null}
      </h2>
      {rows.map(row => (
        <RecordLine key={row.uid} ehrId={ehrId} row={row} record={records?.get(row.uid)} />
      ))}
    </li>
  )
}

function Page({ ehrId, page }: { readonly ehrId: string; readonly page: RecordPage }) {
  const { zone } = useTimeStyle()
  const episodes = useEhr(ehrId).data?.episodes ?? []
  const records = useRecordContents(
    ehrId,
    page.rows.map(({ uid }) => uid),
  )
  return contactsOf(page.rows, episodes, zone).map(contact => (
    <ContactGroup key={contact.key} ehrId={ehrId} contact={contact} records={records.data} />
  ))
}

/** Lists that are kept up to date: they belong to no day. */
function KeptLists({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const kept = useKeptRecords(ehrId).data ?? []
  if (kept.length === 0) return null
  return (
    <section aria-label={t('Lists')}>
      <h2 className={style['day']}>{t('Lists')}</h2>
      {kept.map(row => (
        <RecordLine
          key={row.uid}
          ehrId={ehrId}
          row={row}
          record={row.record}
          when={formatIso(row.time.slice(0, 10), timeStyle)}
        />
      ))}
    </section>
  )
}

function Pages({ ehrId, filter }: { readonly ehrId: string; readonly filter: TimelineFilter }) {
  const t = useTexts()
  const { definitions } = useClinical()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useTimeline(
    ehrId,
    filter,
    definitions,
  )
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading rows={10} />
  const isEmpty = data.pages.every(({ rows }) => rows.length === 0)
  return (
    <>
      {isEmpty ? <Empty title={t('Nothing found')} /> : null}
      <ol className={style['days']}>
        {data.pages.map(page => (
          <Fragment key={page.rows[0]?.uid ?? 'none'}>
            <Page ehrId={ehrId} page={page} />
          </Fragment>
        ))}
      </ol>
      {hasNextPage ? (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show older records')}
        </Button>
      ) : null}
    </>
  )
}

interface Props {
  readonly ehrId: string
  readonly filter: TimelineFilter
}

export function TimelineView({ ehrId, filter }: Props) {
  const t = useTexts()
  const kept = useKeptRecords(ehrId)
  const { definitions } = useClinical()
  const all = useTimeline(ehrId, {}, definitions)
  const isFiltered = Object.values(filter).some(each => each !== undefined)
  return (
    <Wait query={kept}>
      {lists =>
        lists.length === 0 && !isFiltered && all.data?.pages[0]?.rows.length === 0 ? (
          <Empty title={t('No record yet')} text={t('This EHR has no compositions.')} />
        ) : (
          <>
            <Filters ehrId={ehrId} filter={filter} />
            {isFiltered ? null : <KeptLists ehrId={ehrId} />}
            <Pages ehrId={ehrId} filter={filter} />
          </>
        )
      }
    </Wait>
  )
}
