/** Asks the server under the session of the reader. */
import type { CairnClient } from '@cairn-ehr/client'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useCairn } from './use-session.ts'

export type Ask<T> = (cairn: CairnClient, signal: AbortSignal) => Promise<T>

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

export function useAsk<T>(queryKey: QueryKey, ask: Ask<T>, options: Options<T> = {}) {
  const cairn = useCairn()
  return useQuery({ queryKey, queryFn: ({ signal }) => ask(cairn, signal), ...options })
}
