/** The compositions of an EHR by day, with filters by template and word. */
import { Badge, Chip, Group, Text, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileText, Search } from 'lucide-react'
import { useState } from 'react'
import { formatClock, formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Empty, Wait } from '../../parts/states.tsx'
import style from './ehr.module.css'
import { useRecords } from './queries.ts'
import { MOST_RECORDS, type Records } from './records.ts'
import { useTexts } from './texts.ts'
import { type RecordRow, templateCounts, timelineOf } from './timeline.ts'

function RecordLine({ record, ehrId }: { readonly record: RecordRow; readonly ehrId: string }) {
  const timeStyle = useTimeStyle()
  const { uid, name, template, time, composer, committer, category } = record
  return (
    <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid }} className={style['record']}>
      <span className={`${style['clock']} dim`}>{formatClock(new Date(time), timeStyle)}</span>
      <FileText size={17} className={style['recordIcon']} aria-hidden="true" />
      <span className={style['recordName']}>
        {name}
        {name === template ? null : <span className="dim"> {template}</span>}
      </span>
      <span className={`${style['recordWho']} dim`}>{composer || committer}</span>
      {category === 'event' ? null : (
        <Badge variant="light" color="gray" size="sm">
          {category}
        </Badge>
      )}
    </Link>
  )
}

interface TimelineProps {
  readonly records: Records
  readonly ehrId: string
  readonly template: string | undefined
}

interface FiltersProps extends TimelineProps {
  readonly text: string
  readonly setText: (text: string) => void
}

function Filters({ records, ehrId, template, text, setText }: FiltersProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const choose = (chosen: string | undefined) =>
    void navigate({
      to: '/ehrs/$ehrId',
      params: { ehrId },
      search: chosen ? { template: chosen } : {},
      replace: true,
    })
  return (
    <Group className={style['filters']} gap="xs">
      <TextInput
        aria-label={t('Search')}
        placeholder={t('Search')}
        leftSection={<Search size={15} />}
        size="xs"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {templateCounts(records.rows).map(({ template: name, count }) => (
        <Chip
          key={name}
          size="xs"
          checked={template === name}
          onChange={isChosen => choose(isChosen ? name : undefined)}
        >
          {`${name} ${count}`}
        </Chip>
      ))}
    </Group>
  )
}

function Timeline(props: TimelineProps) {
  const { records, ehrId, template } = props
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [text, setText] = useState('')
  const days = timelineOf(records.rows, { template, text }, timeStyle.zone)
  if (records.rows.length === 0)
    return <Empty title={t('No record yet')} text={t('This EHR has no compositions.')} />
  return (
    <>
      <Filters {...props} text={text} setText={setText} />
      {records.hasMore ? (
        <Text size="sm" c="dimmed">
          {t('Only the latest {count} {count:record is|records are} listed. A query finds the others.', {
            count: MOST_RECORDS,
          })}
        </Text>
      ) : null}
      {days.length === 0 ? <Empty title={t('Nothing found')} /> : null}
      <ol className={style['days']}>
        {days.map(({ day, records: ofDay }) => (
          <li key={day}>
            <h2 className={style['day']}>{formatIso(day, timeStyle)}</h2>
            {ofDay.map(record => (
              <RecordLine key={record.uid} record={record} ehrId={ehrId} />
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}

export function RecordsView({
  ehrId,
  template,
}: {
  readonly ehrId: string
  readonly template: string | undefined
}) {
  const records = useRecords(ehrId)
  return (
    <Wait query={records}>{found => <Timeline records={found} ehrId={ehrId} template={template} />}</Wait>
  )
}
