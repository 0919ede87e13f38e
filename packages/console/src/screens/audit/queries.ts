/** The queries of the audit trail. */
import type { AuditEvent, CairnClient } from '@cairn-ehr/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'
import { type AuditFilter, nextPageIn } from './audit-search.ts'

const PAGE = 100

async function pageAfter(cairn: CairnClient, filter: AuditFilter, after: string, signal: AbortSignal) {
  const wanted = { ...filter, limit: PAGE, ...(after === '' ? {} : { after }) }
  const answer = await cairn.request('audit_search', wanted, { signal })
  const { events } = (await answer.json()) as { readonly events: readonly AuditEvent[] }
  return { events, next: nextPageIn(answer.headers.get('Link')) }
}

export function useEvents(filter: AuditFilter) {
  const cairn = useCairn()
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => pageAfter(cairn, filter, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/** More than this is work for the command `cairn audit --all`. */
export const MOST_EXPORTED = 100_000

const EXPORT_PAGE = 1000

/** Lines of all events of a filter, at most 100,000. */
export async function exportedLines(cairn: CairnClient, filter: AuditFilter): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const event of cairn.auditTrail.searchEach({ ...filter, limit: EXPORT_PAGE })) {
    if (lines.length === MOST_EXPORTED) break
    lines.push(`${JSON.stringify(event)}\n`)
  }
  return lines
}
