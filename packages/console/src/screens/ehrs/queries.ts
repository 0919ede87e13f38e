/** The queries of the list of EHRs. */
import { useQueries } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAsk } from '../../session/use-ask.ts'
import { useCairn, useRight } from '../../session/use-session.ts'
import type { EhrRow } from './ehr-query.ts'
import type { EhrSearch } from './ehr-search.ts'
import { countEhrs, readEhrs } from './read-ehrs.ts'

export const ehrsKey = ['ehrs']

/** The number of EHRs, and the search that found them. */
export function useEhrCount(search: EhrSearch) {
  const withPeople = useRight('people')
  return useAsk([...ehrsKey, 'count', search], (cairn, signal) =>
    countEhrs({ cairn, withPeople, signal }, search),
  )
}

/** Ids of the EHRs that a text finds: at most two, since one is wanted. */
export function useFindEhr(): (text: string) => Promise<readonly string[]> {
  const cairn = useCairn()
  const withPeople = useRight('people')
  return useCallback(
    async text => {
      const reading = { cairn, withPeople, signal: new AbortController().signal }
      const { search } = await countEhrs(reading, { q: text })
      return (await readEhrs(reading, search, { offset: 0, fetch: 2 })).map(({ ehrId }) => ehrId)
    },
    [cairn, withPeople],
  )
}

const PAGE = 100

/** The pages that the rows in view belong to. */
export function useEhrPages(search: EhrSearch, first: number, count: number) {
  const cairn = useCairn()
  const withPeople = useRight('people')
  const from = Math.floor(first / PAGE)
  const to = Math.floor((first + Math.max(count, 1) - 1) / PAGE)
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const answers = useQueries({
    queries: pages.map(page => ({
      queryKey: [...ehrsKey, 'page', search, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readEhrs({ cairn, withPeople, signal }, search, { offset: page * PAGE, fetch: PAGE }),
      staleTime: 30_000,
    })),
  })
  return (index: number): EhrRow | undefined => answers[Math.floor(index / PAGE) - from]?.data?.[index % PAGE]
}
