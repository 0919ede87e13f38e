/** The queries of the list of EHRs. */
import { useQueries } from '@tanstack/react-query'
import { useAsk } from '../../session/use-ask.ts'
import { useCairn } from '../../session/use-session.ts'
import { type EhrRow, type EhrSearch, ehrCountQuery } from './ehr-query.ts'
import { readEhrs } from './read-ehrs.ts'

export const ehrsKey = ['ehrs']

/** The number of EHRs, and the search that found them: inside of subject ids if none begins with the text. */
export const useEhrCount = (search: EhrSearch) =>
  useAsk([...ehrsKey, 'count', search], async (cairn, signal) => {
    const countOf = async (asked: EhrSearch) => {
      const body = { ...ehrCountQuery(asked), offset: 0, fetch: 1 }
      const { rows } = await cairn.query.adhocPost({ body }, { signal })
      return { total: Number(rows[0]?.[0] ?? 0), search: asked }
    }
    const found = await countOf(search)
    return found.total > 0 || search.q === undefined ? found : countOf({ ...search, isPart: true })
  })

const PAGE = 100

/** The pages that the rows in view belong to. */
export function useEhrPages(search: EhrSearch, first: number, count: number) {
  const cairn = useCairn()
  const from = Math.floor(first / PAGE)
  const to = Math.floor((first + Math.max(count, 1) - 1) / PAGE)
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const answers = useQueries({
    queries: pages.map(page => ({
      queryKey: [...ehrsKey, 'page', search, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readEhrs(cairn, search, { offset: page * PAGE, fetch: PAGE }, signal),
      staleTime: 30_000,
    })),
  })
  return (index: number): EhrRow | undefined => answers[Math.floor(index / PAGE) - from]?.data?.[index % PAGE]
}
