/** The queries of the API's description. */
import { useMemo } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { useAsk } from '../../session/use-ask.ts'
import { type ApiOperation, operationsOf } from './api.ts'

export const useApiDescription = (isWanted = true) =>
  useAsk(
    ['openapi'],
    async (cairn, signal) => (await (await cairn.call('GET /openapi.json', { signal })).json()) as RmObject,
    { staleTime: Number.POSITIVE_INFINITY, enabled: isWanted },
  )

/** Empty until they are wanted. */
export function useOperations(isWanted: boolean): readonly ApiOperation[] {
  const { data } = useApiDescription(isWanted)
  return useMemo(() => (data ? operationsOf(data) : []), [data])
}
