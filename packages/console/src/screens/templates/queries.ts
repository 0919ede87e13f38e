/** The queries of templates. */
import { useQueries, useQuery } from '@tanstack/react-query'
import type { RmObject } from '../../display/rm-object.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { useCairn } from '../../session/use-session.ts'

const FRESH_MS = 60_000

const WEB_TEMPLATE = 'application/openehr.wt+json'

export const EXAMPLE_FORMATS = {
  JSON: 'application/json',
  XML: 'application/xml',
  FLAT: 'application/openehr.wt.flat+json',
  STRUCTURED: 'application/openehr.wt.structured+json',
} as const

export type ExampleFormat = keyof typeof EXAMPLE_FORMATS

export const templatesKey = ['templates']

const templateKey = (templateId: string | undefined) => ['template', templateId]

export function useTemplates(isWanted = true) {
  const cairn = useCairn()
  return useQuery({ queryKey: templatesKey, queryFn: () => cairn.templates.list(), enabled: isWanted })
}

const USE = `SELECT c/archetype_details/template_id/value AS template, COUNT(*) AS records
FROM EHR e CONTAINS COMPOSITION c`

export function useTemplateCounts() {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...templatesKey, 'use'],
    queryFn: async ({ signal }) => {
      const body = { q: USE, offset: 0, fetch: 10_000, query_parameters: {} }
      const { rows } = await cairn.query.adhocPost({ body }, { signal })
      return new Map(rows.map(([template, records]) => [String(template), Number(records)]))
    },
  })
}

/** Reads the web template of a version, the latest one by default. */
function useReadWebTemplate() {
  const cairn = useCairn()
  return async (template_id: string, signal: AbortSignal, version?: number): Promise<RmObject> => {
    const wanted = { template_id, ...(version === undefined ? {} : { version }) }
    return (await cairn.templates.get(wanted, { accept: WEB_TEMPLATE, signal })).value as RmObject
  }
}

function useWebTemplateOptions() {
  const read = useReadWebTemplate()
  return (templateId: string | undefined) => ({
    queryKey: ['webTemplate', templateId],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(templateId ?? '', signal),
    enabled: templateId !== undefined,
    staleTime: FRESH_MS,
  })
}

export const useWebTemplate = (templateId: string | undefined) =>
  useQuery(useWebTemplateOptions()(templateId))

/** The same list as long as nothing is loaded: what is made of it is made anew only then. */
const loadedOf = (answers: readonly { data?: RmObject | undefined }[]): RmObject[] =>
  answers.flatMap(({ data }) => (data ? [data] : []))

/** The web templates of all templates, as far as they are loaded. */
export function useWebTemplates(): readonly RmObject[] {
  const templates = useTemplates()
  const optionsOf = useWebTemplateOptions()
  const queries = (templates.data ?? []).map(({ template_id }) => optionsOf(template_id))
  return useQueries({ queries, combine: loadedOf })
}

/** The operational template. A form that is being filled in stays with the one that it was made of. */
export function useOpt(templateId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...templateKey(templateId), 'opt'],
    queryFn: async ({ signal }) =>
      (await cairn.templates.get({ template_id: templateId }, { accept: 'application/xml', signal })).value,
    staleTime: FRESH_MS,
    refetchOnReconnect: false,
  })
}

export function useExample(templateId: string, format: ExampleFormat) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...templateKey(templateId), 'example', format],
    queryFn: async ({ signal }) => {
      const found = await cairn.templates.example(
        { template_id: templateId, detail_level: 'medium' },
        { accept: EXAMPLE_FORMATS[format], signal },
      )
      return typeof found === 'string' ? found : JSON.stringify(found, null, 2)
    },
  })
}

export function useTemplateVersions(templateId: string) {
  const cairn = useCairn()
  return useQuery({
    queryKey: [...templateKey(templateId), 'versions'],
    queryFn: async ({ signal }) => {
      const all = await cairn.templates.list({ template_id: templateId, version: '*' }, { signal })
      // A star in an id would find others too.
      return all.filter(each => each.template_id === templateId)
    },
  })
}

/** The web templates of two versions. */
export function useTwoVersions(templateId: string, pair: readonly [older: number, newer: number]) {
  const read = useReadWebTemplate()
  return useQuery({
    queryKey: [...templateKey(templateId), 'versions', ...pair],
    queryFn: ({ signal }) => Promise.all(pair.map(version => read(templateId, signal, version))),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The JSON Schema of a template's records. */
export function useRecordSchema(templateId: string) {
  const opt = useOpt(templateId).data
  return useQuery({
    queryKey: [...templateKey(templateId), 'schema'],
    // The worker and its messages are loaded when they are needed.
    queryFn: async () => (await import('./describe-template.ts')).recordSchema(opt ?? ''),
    enabled: opt !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The effect of another version of a template, before it is stored. */
export function useReplacement(templateId: string, opt: string) {
  const cairn = useCairn()
  const read = useReadWebTemplate()
  const { language } = useTimeStyle()
  return useQuery({
    queryKey: ['templateReplacement', templateId, opt],
    queryFn: async ({ signal }) => {
      const { previewReplacement } = await import('./describe-template.ts')
      const current = await read(templateId, signal)
      return previewReplacement({ cairn, templateId, current, opt, language, signal })
    },
    staleTime: 0,
  })
}
