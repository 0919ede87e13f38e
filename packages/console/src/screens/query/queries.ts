/** The queries of the workbench. */
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useAsk } from '../../session/use-ask.ts'
import { useLive } from '../../session/use-live.ts'
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

interface LiveResult {
  readonly of: Asked | undefined
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** The result with the rows that it has now, while it is followed; the error that ended this. */
export function useLiveResult(
  asked: Asked | undefined,
  found: QueryResult | undefined,
  isLive: boolean,
): { readonly found: QueryResult | undefined; readonly error: unknown } {
  const [live, setLive] = useState<LiveResult | undefined>(undefined)
  const query = isLive && asked ? { q: asked.q, parameters: asked.parameters } : undefined
  const error = useLive(query, ({ rows }) => setLive({ of: asked, rows }))
  if (!isLive || !found || !live || live.of !== asked) return { found, error }
  const rows = live.rows.map(row => found.columns.map(({ name }) => row[name]))
  return { found: { ...found, rows }, error }
}

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
