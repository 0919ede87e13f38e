/** The audit trail: who did what with which record, filtered and exported. */
import type { AuditEvent } from '@cairn-ehr/client'
import { Badge, Button, Select, Table, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { ACTION_WORDS, OUTCOME_WORDS } from '../../display/audit-words.ts'
import { formatClock, formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { download } from '../../parts/download.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failure, Loading, NoRight } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useCairn, useRight } from '../../session/use-session.ts'
import style from './audit.module.css'
import { ACTIONS, type AuditFilter, OUTCOMES } from './audit-search.ts'
import { useTexts } from './texts.ts'

const route = getRouteApi('/audit')

const PAGE = 100

function useEvents(filter: AuditFilter, canRead: boolean) {
  const cairn = useCairn()
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      cairn.auditTrail.search(
        { ...filter, limit: PAGE, ...(pageParam === '' ? {} : { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ events }) =>
      events.length < PAGE ? undefined : String(events.at(-1)?.event_id ?? ''),
    enabled: canRead,
  })
}

function EventRow({ event }: { readonly event: AuditEvent }) {
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
        {event.ehr_id ? (
          <Link to="/ehrs/$ehrId" params={{ ehrId: event.ehr_id }} className="mono">
            {event.ehr_id.slice(0, 8)}…
          </Link>
        ) : null}
      </Table.Td>
      <Table.Td className={style['path']}>
        {event.method} {event.path}
      </Table.Td>
    </Table.Tr>
  )
}

export function AuditScreen() {
  const t = useTexts()
  const navigate = useNavigate()
  const canRead = useRight('audit')
  const filter = route.useSearch()
  const pages = useEvents(filter, canRead)
  const events = pages.data?.pages.flatMap(page => page.events) ?? []
  const change = (part: AuditFilter) =>
    void navigate({ to: '/audit', search: previous => ({ ...previous, ...part }), replace: true })
  if (!canRead)
    return (
      <>
        <PageHead title={t('Audit')} />
        <NoRight right="api.admin" />
      </>
    )
  return (
    <>
      <PageHead title={t('Audit')}>
        <Button
          variant="default"
          leftSection={<Download size={15} />}
          disabled={events.length === 0}
          onClick={() =>
            download(
              'audit.ndjson',
              'application/x-ndjson',
              events.map(event => `${JSON.stringify(event)}\n`).join(''),
            )
          }
        >
          NDJSON
        </Button>
      </PageHead>
      <div className={style['filters']}>
        <TextInput
          label={t('EHR id')}
          defaultValue={filter.ehr_id ?? ''}
          onBlur={event => change({ ehr_id: event.currentTarget.value.trim() || undefined })}
        />
        <TextInput
          label={t('Client')}
          defaultValue={filter.client_id ?? ''}
          onBlur={event => change({ client_id: event.currentTarget.value.trim() || undefined })}
        />
        <TextInput
          label={t('Person')}
          defaultValue={filter.person ?? ''}
          onBlur={event => change({ person: event.currentTarget.value.trim() || undefined })}
        />
        <Select
          label={t('Action')}
          placeholder={t('All')}
          clearable
          data={ACTIONS.map(value => ({ value, label: t(ACTION_WORDS[value]) }))}
          value={filter.action ?? null}
          onChange={value => change({ action: (value ?? undefined) as AuditFilter['action'] })}
        />
        <Select
          label={t('Outcome')}
          placeholder={t('All')}
          clearable
          data={OUTCOMES.map(value => ({ value, label: t(OUTCOME_WORDS[value]) }))}
          value={filter.outcome ?? null}
          onChange={value => change({ outcome: (value ?? undefined) as AuditFilter['outcome'] })}
        />
      </div>
      {pages.error ? <Failure error={pages.error} retry={() => void pages.refetch()} /> : null}
      {pages.isLoading ? <Loading rows={10} /> : null}
      {pages.data && events.length === 0 ? <Empty title={t('Nothing found')} /> : null}
      {events.length === 0 ? null : (
        <WideTable
          label={t('Audit')}
          headings={[t('Time'), t('Who'), t('Action'), t('Outcome'), t('EHR'), t('Request')]}
          minWidth={860}
        >
          {events.map(event => (
            <EventRow key={event.event_id} event={event} />
          ))}
        </WideTable>
      )}
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
