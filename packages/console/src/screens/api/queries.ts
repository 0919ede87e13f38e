/** The query of the API's description. */
import type { RmObject } from '../../display/rm-object.ts'
import { useAsk } from '../../session/use-ask.ts'

export const useApiDescription = () =>
  useAsk(
    ['openapi'],
    async (cairn, signal) => (await (await cairn.call('GET /openapi.json', { signal })).json()) as RmObject,
    { staleTime: Number.POSITIVE_INFINITY },
  )
