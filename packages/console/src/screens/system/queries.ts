/** The queries of the state of the server. */
import { useQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'
import { licencesIn } from './figures.ts'

export const REFRESH_MS = 10_000

export function useSystemReport(isAdmin: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['systemReport'],
    queryFn: ({ signal }) => cairn.admin.systemReport({}, { signal }),
    enabled: isAdmin,
    refetchInterval: REFRESH_MS,
  })
}

export function useLicences() {
  return useQuery({
    queryKey: ['licences'],
    queryFn: async ({ signal }) => licencesIn(await (await fetch('licences.md', { signal })).text()),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
