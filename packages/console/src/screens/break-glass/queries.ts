/** The queries of emergency accesses. */
import type { Assignment } from '@cairn-ehr/client'
import { useQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'
import { stateOf, trailSearch } from './accesses.ts'

export const breakGlassKey = ['break-glass', 'list']

export function useEmergencyAccesses(isAll: boolean, canRead: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...breakGlassKey, isAll],
    queryFn: ({ signal }) => cairn.people.breakGlassList(isAll ? {} : { reviewed: false }, { signal }),
    enabled: canRead,
  })
}

/** While the hour is not over, more may be seen. */
const POLL_MS = 5000

export function useSeen(access: Assignment) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['break-glass', access.assignment_id, 'seen'],
    queryFn: ({ signal }) => cairn.auditTrail.search(trailSearch(access), { signal }),
    refetchInterval: stateOf(access, new Date()) === 'open' ? POLL_MS : false,
  })
}
