/** The query of the API's description. */
import { useQuery } from '@tanstack/react-query'
import type { RmObject } from '../../display/rm-object.ts'
import { useCairn } from '../../session/use-session.ts'

export function useApiDescription() {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) =>
      (await (await cairn.call('GET /openapi.json', { signal })).json()) as RmObject,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
