/** Asks the server again after a change. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Queries are asked again if their key begins with one of these. All keys begin with the empty one. */
export function useRefresh(...keys: readonly QueryKey[]): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey })))
  }
}
