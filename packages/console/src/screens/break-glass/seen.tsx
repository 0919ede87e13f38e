/** The requests that a person made with an access, by the audit trail. */
import type { Assignment, AuditEvent } from '@cairn-ehr/client'
import { Badge, Table, Text } from '@mantine/core'
import { ACTION_WORDS, OUTCOME_WORDS } from '../../display/audit-words.ts'
import { formatClock } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { type SeenRecords, seenWith } from './accesses.ts'
import style from './break-glass.module.css'
import { useSeen } from './queries.ts'
import { useTexts } from './texts.ts'

function EventRow({ event }: { readonly event: AuditEvent }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  return (
    <Table.Tr>
      <Table.Td className={style['nowrap']}>{formatClock(new Date(event.at), timeStyle, true)}</Table.Td>
      <Table.Td>{t(ACTION_WORDS[event.action])}</Table.Td>
      <Table.Td>
        <Badge color={event.outcome === 'success' ? 'cairn' : 'amber'} variant="light" miw="max-content">
          {t(OUTCOME_WORDS[event.outcome])} {event.status}
        </Badge>
      </Table.Td>
      <Table.Td className={style['path']}>
        {event.method} {event.path}
      </Table.Td>
    </Table.Tr>
  )
}

function Events({ reads, writes, refused, events, isCut }: SeenRecords) {
  const t = useTexts()
  if (events.length === 0) return <Text c="dimmed">{t('Nothing was done with this access.')}</Text>
  return (
    <>
      <Text size="sm" mb="xs">
        {t('read {reads}, written {writes}, refused {refused}', { reads, writes, refused })}
      </Text>
      <WideTable
        label={t('What was seen')}
        headings={[t('Time'), t('Action'), t('Outcome'), t('Request')]}
        minWidth={620}
      >
        {events.map(event => (
          <EventRow key={event.event_id} event={event} />
        ))}
      </WideTable>
      {isCut ? <Text size="sm">{t('There are more events: the audit trail has all of them.')}</Text> : null}
    </>
  )
}

export function Seen({ access }: { readonly access: Assignment }) {
  const events = useSeen(access)
  return (
    <div className={style['seen']}>
      <Wait query={events} rows={3}>
        {found => <Events {...seenWith(access, found.events)} />}
      </Wait>
    </div>
  )
}
