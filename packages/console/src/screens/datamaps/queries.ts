/** The queries of datamaps. */
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RmObject } from '../../display/rm-object.ts'
import { useAsk } from '../../session/use-ask.ts'
import { useCairn } from '../../session/use-session.ts'
import { columnsOf, type DatamapColumn, filterOf } from './columns.ts'
import type { Definition } from './definition-rows.ts'

export const datamapsKey = ['datamaps']

export const datamapKey = (name: string) => ['datamap', name]

export const datamapRecordsKey = (name: string) => [...datamapKey(name), 'records']

export const useDatamaps = () => useAsk(datamapsKey, cairn => cairn.datamapDefinitions.list())

/** The definition, or null where no datamap has the name. The names are asked for first: nobody needs an error for a new one. */
export const useDefinition = (datamapName: string) =>
  useAsk([...datamapKey(datamapName), 'definition'], async (cairn, signal) => {
    const names = await cairn.datamapDefinitions.list({}, { signal })
    return names.includes(datamapName) ? cairn.datamapDefinitions.get({ datamapName }, { signal }) : null
  })

export const useSchema = (datamapName: string) =>
  useAsk([...datamapKey(datamapName), 'schema'], (cairn, signal) =>
    cairn.datamapDefinitions.schema({ datamapName }, { signal }),
  )

export const useSuggestion = (template_id: string) =>
  useAsk(['datamapSuggestion', template_id], (cairn, signal) =>
    cairn.datamapDefinitions.suggest({ template_id }, { signal }),
  )

const PREVIEWED = 10

/** The first records, by columns that are not saved yet. */
export const usePreview = (definition: Definition) =>
  useAsk(
    ['datamapPreview', definition],
    (cairn, signal) =>
      cairn.datamap.listAdHoc({ body: definition, limit: PREVIEWED, show: SHOWN }, { signal }),
    { placeholderData: keepPreviousData, enabled: definition.paths.length > 0 },
  )

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
      queryKey: [...datamapRecordsKey(name), order, query, page],
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
