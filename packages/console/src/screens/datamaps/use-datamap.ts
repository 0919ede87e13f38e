/** The queries of datamaps. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { useCairn } from '../../session/use-session.ts'
import { columnsOf, type DatamapColumn, filterOf } from './columns.ts'

/** The definition, or null where no datamap has the name. The names are asked for first: nobody needs an error for a new one. */
export function useDefinition(name: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['datamap', name, 'definition'],
    queryFn: async ({ signal }) => {
      const names = await cairn.datamapDefinitions.list({}, { signal })
      return names.includes(name) ? cairn.datamapDefinitions.get({ datamapName: name }, { signal }) : null
    },
  })
}

export function useSchema(name: string, isThere: boolean) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['datamap', name, 'schema'],
    queryFn: ({ signal }) => cairn.datamapDefinitions.schema({ datamapName: name }, { signal }),
    enabled: isThere,
  })
}

export function useSuggestion(template: string | undefined) {
  const cairn = useCairn()
  return useQuery({
    queryKey: ['datamapSuggestion', template],
    queryFn: ({ signal }) => cairn.datamapDefinitions.suggest({ template_id: template ?? '' }, { signal }),
    enabled: template !== undefined,
  })
}

export const useColumns = (schema: RmObject | undefined): readonly DatamapColumn[] =>
  useMemo(() => (schema ? columnsOf(schema) : []), [schema])

export interface TableState {
  readonly order: string | undefined
  /** Typed texts by label. */
  readonly filters: Readonly<Record<string, string>>
}

/** Fields that tell whose a record is. */
export const SHOWN = 'ehr_id,subject_id'

export function filterParameters(
  columns: readonly DatamapColumn[],
  filters: TableState['filters'],
): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(column => {
      const filter = filterOf(column, filters[column.label] ?? '')
      return filter ? [filter] : []
    }),
  )
}

const PAGE = 100

/** The pages that the rows in view belong to. */
export function useRecordPages(
  name: string,
  columns: readonly DatamapColumn[],
  { order, filters }: TableState,
  view: { readonly first: number; readonly count: number },
) {
  const cairn = useCairn()
  const query = filterParameters(columns, filters)
  const from = Math.floor(view.first / PAGE)
  const to = Math.floor((view.first + Math.max(view.count, 1) - 1) / PAGE)
  const answers = useQueries({
    queries: Array.from({ length: to - from + 1 }, (_, index) => from + index).map(page => ({
      queryKey: ['datamap', name, 'records', order, query, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        cairn.datamap.list(
          {
            datamapName: name,
            limit: PAGE,
            offset: page * PAGE + 1,
            show: SHOWN,
            ...(order === undefined ? {} : { order_by: order }),
          },
          { signal, query },
        ),
      placeholderData: keepPreviousData,
    })),
  })
  const [first] = answers
  return {
    total: first?.data?.totalCount,
    error: answers.find(({ error }) => error)?.error ?? null,
    rowAt: (index: number) =>
      answers[Math.floor(index / PAGE) - from]?.data?.data[index % PAGE] as RmObject | undefined,
  }
}
