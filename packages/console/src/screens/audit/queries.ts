/** The query of the audit trail. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'
import type { AuditFilter } from './audit-search.ts'

const PAGE = 100

export function useEvents(filter: AuditFilter) {
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
  })
}
