/** Data that a screen has read already. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * Undefined until a screen has read them. Not a query of its own: one without a function would take the place of the screen's function, and the next
 * refresh would fail.
 */
export function useRead<T>(queryKey: QueryKey): T | undefined {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(changed),
    [queries],
  )
  return useSyncExternalStore(subscribe, () => queries.getQueryData<T>(queryKey))
}
