/** The queries of emergency accesses. */
import type { Assignment } from '@cairn-ehr/client'
import { useAsk } from '../../session/use-ask.ts'
import { stateOf, trailSearch } from './accesses.ts'

export const breakGlassKey = ['break-glass', 'list']

export const useEmergencyAccesses = (isAll: boolean, canRead: boolean) =>
  useAsk(
    [...breakGlassKey, isAll],
    (cairn, signal) => cairn.people.breakGlassList(isAll ? {} : { reviewed: false }, { signal }),
    { enabled: canRead },
  )

/** While the hour is not over, more may be seen. */
const POLL_MS = 5000

export const useSeen = (access: Assignment) =>
  useAsk(
    ['break-glass', access.assignment_id, 'seen'],
    (cairn, signal) => cairn.auditTrail.search(trailSearch(access), { signal }),
    { refetchInterval: stateOf(access, new Date()) === 'open' ? POLL_MS : false },
  )
