/** The queries of the frame. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readEhrs } from '../screens/ehrs/read-ehrs.ts'
import { useCairn } from '../session/use-session.ts'

/** Asks until the server answers again. */
export function useKnocking(isAway: boolean): void {
  const cairn = useCairn()
  useQuery({
    queryKey: ['away'],
    queryFn: () => cairn.service.healthLive(),
    enabled: isAway,
    refetchInterval: 3000,
    retry: false,
    gcTime: 0,
  })
}

/** The first EHRs that a text finds. */
export function useFoundEhrs(text: string, most: number, isWanted: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['palette', text],
    queryFn: ({ signal }) => readEhrs(cairn, { q: text }, { offset: 0, fetch: most }, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}
