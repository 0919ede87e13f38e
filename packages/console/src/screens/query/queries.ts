/** The queries of the workbench. */
import { keepPreviousData } from '@tanstack/react-query'
import { useAsk } from '../../session/use-ask.ts'
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

export const useResult = (asked: Asked | undefined) =>
  useAsk(
    ['query', asked],
    async (cairn, signal) => {
      const { q = '', parameters = {}, fetch = 0 } = asked ?? {}
      const started = performance.now()
      const body = { q, offset: 0, fetch, query_parameters: parameters }
      const result = await cairn.query.adhocPost({ body }, { signal })
      remember(q, result.rows.length)
      return { ...result, milliseconds: Math.round(performance.now() - started) }
    },
    { enabled: asked !== undefined, staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  )

export type QueryResult = NonNullable<ReturnType<typeof useResult>['data']>

export const usePlan = (q: string, parameters: ParameterValues, isAdmin: boolean) =>
  useAsk(
    ['explain', q, parameters],
    async (cairn, signal) => {
      const body = { q, offset: 0, fetch: 100, query_parameters: parameters }
      const text = await cairn.query.adhocPost({ body, explain: true }, { accept: 'text/plain', signal })
      return planParts(String(text))
    },
    { enabled: isAdmin },
  )
