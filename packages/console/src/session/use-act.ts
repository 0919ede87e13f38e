/** Changes something on the server under the session of the reader. */
import type { CairnClient } from '@cairn-ehr/client'
import { type QueryKey, useMutation } from '@tanstack/react-query'
import { useRefresh } from '../parts/use-refresh.ts'
import { useCairn } from './use-session.ts'

/** Queries are asked again if their key begins with one of `stale`, after `done`. */
export function useAct<T, V = void>(
  act: (cairn: CairnClient, variables: V) => Promise<T>,
  stale: readonly QueryKey[],
  done?: (result: T) => unknown,
) {
  const cairn = useCairn()
  const refresh = useRefresh(...stale)
  return useMutation<T, Error, V>({
    mutationFn: variables => act(cairn, variables),
    onSuccess: async result => {
      await done?.(result)
      await refresh()
    },
  })
}
