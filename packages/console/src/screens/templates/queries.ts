/** The queries of templates. */
import type { CairnClient } from '@cairn-ehr/client'
import { useQueries } from '@tanstack/react-query'
import { RECORD_TYPES, type RecordFormat } from '../../display/record-formats.ts'
import type { RmObject } from '../../display/rm-object.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { useAsk } from '../../session/use-ask.ts'
import { useCairn } from '../../session/use-session.ts'

const FRESH_MS = 60_000

export const templatesKey = ['templates']

const templateKey = (templateId: string) => ['template', templateId]

export const useTemplates = (isWanted = true) =>
  useAsk(templatesKey, cairn => cairn.templates.list(), { enabled: isWanted })

const USE = `SELECT c/archetype_details/template_id/value AS template, COUNT(*) AS records
FROM EHR e CONTAINS COMPOSITION c`

export const useTemplateCounts = () =>
  useAsk([...templatesKey, 'use'], async (cairn, signal) => {
    const body = { q: USE, offset: 0, fetch: 10_000, query_parameters: {} }
    const { rows } = await cairn.query.adhocPost({ body }, { signal })
    return new Map(rows.map(([template, records]) => [String(template), Number(records)]))
  })

const webTemplateKey = (templateId: string | undefined) => ['webTemplate', templateId]

/** The web template of a version, the latest one by default. */
async function readWebTemplate(
  cairn: CairnClient,
  template_id: string,
  signal: AbortSignal,
  version?: number,
) {
  const wanted = { template_id, ...(version === undefined ? {} : { version }) }
  const { value } = await cairn.templates.get(wanted, { accept: 'application/openehr.wt+json', signal })
  return value as RmObject
}

export const useWebTemplate = (templateId: string | undefined) =>
  useAsk(webTemplateKey(templateId), (cairn, signal) => readWebTemplate(cairn, templateId ?? '', signal), {
    enabled: templateId !== undefined,
    staleTime: FRESH_MS,
  })

/** The same list as long as nothing is loaded: what is made of it is made anew only then. */
const loadedOf = (answers: readonly { data?: RmObject | undefined }[]): RmObject[] =>
  answers.flatMap(({ data }) => (data ? [data] : []))

/** The web templates of all templates, as far as they are loaded. */
export function useWebTemplates(): readonly RmObject[] {
  const cairn = useCairn()
  const templates = useTemplates()
  const queries = (templates.data ?? []).map(({ template_id }) => ({
    queryKey: webTemplateKey(template_id),
    queryFn: ({ signal }: { signal: AbortSignal }) => readWebTemplate(cairn, template_id, signal),
    staleTime: FRESH_MS,
  }))
  return useQueries({ queries, combine: loadedOf })
}

/** The operational template. A form that is being filled in stays with the one that it was made of. */
export const useOpt = (template_id: string) =>
  useAsk(
    [...templateKey(template_id), 'opt'],
    async (cairn, signal) =>
      (await cairn.templates.get({ template_id }, { accept: 'application/xml', signal })).value,
    { staleTime: FRESH_MS, refetchOnReconnect: false },
  )

export const useExample = (template_id: string, format: RecordFormat) =>
  useAsk([...templateKey(template_id), 'example', format], async (cairn, signal) => {
    const wanted = { template_id, detail_level: 'medium' } as const
    const found = await cairn.templates.example(wanted, { accept: RECORD_TYPES[format], signal })
    return typeof found === 'string' ? found : JSON.stringify(found, null, 2)
  })

export const useTemplateVersions = (template_id: string) =>
  useAsk([...templateKey(template_id), 'versions'], async (cairn, signal) => {
    const all = await cairn.templates.list({ template_id, version: '*' }, { signal })
    // A star in an id would find others too.
    return all.filter(each => each.template_id === template_id)
  })

/** The web templates of two versions. */
export const useTwoVersions = (templateId: string, pair: readonly [older: number, newer: number]) =>
  useAsk(
    [...templateKey(templateId), 'versions', ...pair],
    (cairn, signal) => Promise.all(pair.map(each => readWebTemplate(cairn, templateId, signal, each))),
    { staleTime: Number.POSITIVE_INFINITY },
  )

/** The JSON Schema of a template's records. The worker that makes it is loaded when it is needed. */
export function useRecordSchema(templateId: string) {
  const opt = useOpt(templateId).data
  return useAsk(
    [...templateKey(templateId), 'schema'],
    async () => (await import('./describe-template.ts')).recordSchema(opt ?? ''),
    { enabled: opt !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )
}

/** The effect of another version of a template, before it is stored. */
export function useReplacement(templateId: string, opt: string) {
  const { language } = useTimeStyle()
  return useAsk(
    ['templateReplacement', templateId, opt],
    async (cairn, signal) => {
      const { previewReplacement } = await import('./describe-template.ts')
      const current = await readWebTemplate(cairn, templateId, signal)
      return previewReplacement({ cairn, templateId, current, opt, language, signal })
    },
    { staleTime: 0 },
  )
}
