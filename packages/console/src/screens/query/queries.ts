/** The queries of the workbench. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCairn } from '../../session/use-session.ts'
import { planParts } from './explain.ts'
import { remember } from './workbench-state.ts'

/** The values of a query's parameters by name. */
export type ParameterValues = Readonly<Record<string, string | number | boolean>>

export interface Asked {
  readonly q: string
  readonly parameters: ParameterValues
  readonly fetch: number
  /** Tells runs of the same query apart. */
  readonly run: number
}

export function useResult(asked: Asked | undefined) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['query', asked],
    queryFn: async ({ signal }) => {
      const { q = '', parameters = {}, fetch = 0 } = asked ?? {}
      const started = performance.now()
      const result = await cairn.query.adhocPost(
        { body: { q, offset: 0, fetch, query_parameters: parameters } },
        { signal },
      )
      remember(q, result.rows.length)
      return { ...result, milliseconds: Math.round(performance.now() - started) }
    },
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
}

export type QueryResult = NonNullable<ReturnType<typeof useResult>['data']>

export function usePlan(q: string, parameters: ParameterValues, isAdmin: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['explain', q, parameters],
    queryFn: async ({ signal }) => {
      const text = await cairn.query.adhocPost(
        { body: { q, offset: 0, fetch: 100, query_parameters: parameters }, explain: true },
        { accept: 'text/plain', signal },
      )
      return planParts(String(text))
    },
    enabled: isAdmin,
  })
}
