/** The audit trail: who did what with which record, filtered and exported. */
import type { AuditEvent } from '@cairn-ehr/client'
import { Alert, Badge, Button, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { ACTION_WORDS, OUTCOME_WORDS } from '../../display/audit-words.ts'
import { formatClock, formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { download } from '../../parts/download.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure, Loading, NoRight } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useCairn, useRight } from '../../session/use-session.ts'
import { PartyLink, PatientLink } from '../demographics/patient-name.tsx'
import type { People } from '../demographics/patients.ts'
import { useNamedPeople, usePatients } from '../demographics/queries.ts'
import style from './audit.module.css'
import type { AuditFilter } from './audit-search.ts'
import { partyIn, subjectsOf } from './event-subjects.ts'
import { Filters } from './filters.tsx'
import { exportedLines, MOST_EXPORTED, useEvents } from './queries.ts'
import { useTexts } from './texts.ts'

const route = getRouteApi('/audit')

interface EventRowProps {
  readonly event: AuditEvent
  /** By the id of the EHR. */
  readonly patients: People
  /** By their own ids. */
  readonly people: People
}

/** The patient of the EHR, or the party, that an event is about. */
function About({ event, patients, people }: EventRowProps) {
  const id = event.ehr_id
  if (!id) return null
  const party = partyIn(event)
  if (party) {
    const person = people.get(id)
    const kind = person ? 'person' : party.kind
    return <PartyLink party={kind && { kind, uid: id }} name={person?.name || `${id.slice(0, 8)}…`} />
  }
  return <PatientLink ehrId={id} patient={patients.get(id)} />
}

function EventRow(props: EventRowProps) {
  const { event } = props
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const at = new Date(event.at)
  return (
    <Table.Tr>
      <Table.Td className={style['nowrap']}>
        {formatIso(event.at.slice(0, 10), timeStyle)} {formatClock(at, timeStyle, true)}
      </Table.Td>
      <Table.Td>
        {event.person ?? event.client_id}
        {event.person ? <div className="dim">{event.client_id}</div> : null}
      </Table.Td>
      <Table.Td>{t(ACTION_WORDS[event.action])}</Table.Td>
      <Table.Td>
        <Badge color={event.outcome === 'success' ? 'cairn' : 'amber'} variant="light">
          {t(OUTCOME_WORDS[event.outcome])} {event.status}
        </Badge>
      </Table.Td>
      <Table.Td>
        <About {...props} />
      </Table.Td>
      <Table.Td className={style['path']}>
        {event.method} {event.path}
      </Table.Td>
    </Table.Tr>
  )
}

function Events({ events }: { readonly events: readonly AuditEvent[] }) {
  const t = useTexts()
  const { ehrIds, personIds } = subjectsOf(events)
  const patients = usePatients(ehrIds)
  const people = useNamedPeople(personIds)
  if (events.length === 0) return <Empty title={t('Nothing found')} />
  return (
    <WideTable
      label={t('Audit')}
      headings={[t('Time'), t('Who'), t('Action'), t('Outcome'), t('EHR'), t('Request')]}
      minWidth={860}
    >
      {events.map(event => (
        <EventRow key={event.event_id} event={event} patients={patients} people={people} />
      ))}
    </WideTable>
  )
}

function Trail() {
  const t = useTexts()
  const navigate = useNavigate()
  const filter = route.useSearch()
  const pages = useEvents(filter)
  const events = pages.data?.pages.flatMap(page => page.events) ?? []
  const change = (part: AuditFilter) =>
    void navigate({ to: '/audit', search: previous => ({ ...previous, ...part }), replace: true })
  const cairn = useCairn()
  const saving = useMutation({
    mutationFn: () => exportedLines(cairn, filter),
    onSuccess: lines => download('audit.ndjson', 'application/x-ndjson', lines.join('')),
  })
  return (
    <>
      <PageHead title={t('Audit')}>
        <Button
          variant="default"
          leftSection={<Download size={15} />}
          disabled={events.length === 0}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t('Export all found')}
        </Button>
      </PageHead>
      <Filters filter={filter} change={change} />
      {saving.error ? <Failure error={saving.error} /> : null}
      {saving.data?.length === MOST_EXPORTED ? (
        <Alert color="amber" mb="sm">
          {t(
            'The file has the latest {count} {count:event|events}. For more, use the command cairn audit --all.',
            {
              count: MOST_EXPORTED,
            },
          )}
        </Alert>
      ) : null}
      {pages.error ? <Failure error={pages.error} retry={() => void pages.refetch()} /> : null}
      {pages.isLoading ? <Loading rows={10} /> : null}
      {pages.data ? <Events events={events} /> : null}
      {pages.hasNextPage ? (
        <Button
          mt="md"
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('More')}
        </Button>
      ) : null}
    </>
  )
}

export function AuditScreen() {
  const t = useTexts()
  if (useRight('audit')) return <Trail />
  return (
    <>
      <PageHead title={t('Audit')} />
      <NoRight right="api.admin" />
    </>
  )
}
