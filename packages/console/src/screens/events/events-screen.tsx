/** The tail of the change feed: events as they are committed, the newest first. */
import { MultiSelect, Switch, Table, TagsInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EVENT_TYPES, isEventType } from '../../display/event-types.ts'
import { formatClock, formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useTail } from '../../session/use-tail.ts'
import { useTemplates } from '../templates/queries.ts'
import { type EventRow, eventRowOf } from './event-row.ts'
import style from './events.module.css'
import { useTexts } from './texts.ts'

function Subject({ row: { subject, record, type } }: { readonly row: EventRow }) {
  return (
    <>
      {type}
      <div className="mono dim">
        {record ? (
          <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId: record.ehrId, uid: record.uid }}>
            {subject}
          </Link>
        ) : (
          subject
        )}
      </div>
    </>
  )
}

function EventLine({ row }: { readonly row: EventRow }) {
  const timeStyle = useTimeStyle()
  const { time, ehrId, templateId, committer } = row
  return (
    <Table.Tr>
      <Table.Td className={style['nowrap']}>
        {formatIso(time.slice(0, 10), timeStyle)} {formatClock(new Date(time), timeStyle, true)}
      </Table.Td>
      <Table.Td className={style['subject']}>
        <Subject row={row} />
      </Table.Td>
      <Table.Td>{templateId}</Table.Td>
      <Table.Td className="mono">
        {ehrId === undefined ? null : (
          <Link to="/ehrs/$ehrId" params={{ ehrId }}>
            {ehrId.slice(0, 8)}
          </Link>
        )}
      </Table.Td>
      <Table.Td>{committer}</Table.Td>
    </Table.Tr>
  )
}

interface Filter {
  readonly type: readonly string[]
  readonly template_id: readonly string[]
  readonly ehr_id: readonly string[]
}

const EVERYTHING: Filter = { type: [], template_id: [], ehr_id: [] }

function FilterFields({
  filter,
  change,
}: {
  readonly filter: Filter
  readonly change: (filter: Filter) => void
}) {
  const t = useTexts()
  const templates = (useTemplates().data ?? []).map(({ template_id }) => template_id)
  return (
    <div className={style['filter']}>
      <MultiSelect
        label={t('Types of events')}
        data={EVENT_TYPES}
        searchable
        hidePickedOptions
        value={[...filter.type]}
        onChange={type => change({ ...filter, type })}
      />
      <TagsInput
        label={t('Templates')}
        data={templates}
        value={[...filter.template_id]}
        onChange={template_id => change({ ...filter, template_id })}
      />
      <TagsInput
        label={t('EHR id')}
        value={[...filter.ehr_id]}
        onChange={ehr_id => change({ ...filter, ehr_id })}
      />
    </div>
  )
}

export function EventsScreen() {
  const t = useTexts()
  const [isFollowing, setFollowing] = useState(true)
  const [filter, setFilter] = useState(EVERYTHING)
  const wanted = { ...filter, type: filter.type.filter(isEventType) }
  const { events, error } = useTail(isFollowing ? wanted : undefined)
  return (
    <>
      <PageHead title={t('Events')}>
        <Switch
          label={t('Follow')}
          checked={isFollowing}
          onChange={event => setFollowing(event.currentTarget.checked)}
        />
      </PageHead>
      <FilterFields filter={filter} change={setFilter} />
      {error === undefined ? null : <Failure error={error} />}
      {events.length === 0 ? (
        <Empty
          title={isFollowing ? t('Waiting for the next change') : t('Nothing is followed')}
          text={t(
            'Events appear here as they are committed, the newest first. Records that you may not read bring none.',
          )}
        />
      ) : (
        <WideTable
          label={t('Events')}
          headings={[t('Time'), t('Event'), t('Template'), t('EHR'), t('Committed by')]}
          minWidth={820}
        >
          {events.map(event => (
            <EventLine key={event.id} row={eventRowOf(event)} />
          ))}
        </WideTable>
      )}
    </>
  )
}
