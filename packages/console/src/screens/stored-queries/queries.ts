/** The query of stored queries. */
import { useQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'

export const storedQueriesKey = ['storedQueries']

export function useStoredQueries(isWanted = true) {
  const cairn = useCairn()
  return useQuery({
    queryKey: storedQueriesKey,
    queryFn: () => cairn.storedQueries.listAll(),
    enabled: isWanted,
  })
}
