/** The queries for the records of one EHR, a page at a time: an EHR of many years opens as fast as a new one. */
import type { CairnClient } from '@cairn-ehr/client'
import type { ArchetypeDefinition, EntryKind } from '../../../display/clinical/definition.ts'
import { isObject, type RmObject } from '../../../display/rm-object.ts'
import type { RecordRow } from './contacts.ts'

export const PAGE_SIZE = 40

export interface TimelineFilter {
  readonly template?: string | undefined
  readonly author?: string | undefined
  readonly kind?: EntryKind | undefined
}

export interface RecordPage {
  readonly rows: readonly RecordRow[]
  readonly hasMore: boolean
}

const COLUMNS = `c/uid/value AS uid, c/name/value AS name, c/archetype_details/template_id/value AS template,
  c/context/start_time/value AS time, c/composer/name AS composer, c/context/location AS location,
  c/context/setting/value AS setting`

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The archetypes of a kind, as text of a list. Ids have no quotes: they come from definitions that were checked. */
export const archetypesOf = (definitions: readonly ArchetypeDefinition[]): string =>
  definitions
    .flatMap(({ archetypes }) => archetypes)
    .filter(id => /^[\w.-]+$/.test(id))
    .map(id => `'${id}'`)
    .join(', ')

interface TimelineQuery {
  readonly q: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Records with a time, the newest first. Lists that are kept up to date have none. */
export function timelineQuery(
  ehr: string,
  { template, author, kind }: TimelineFilter,
  definitions: readonly ArchetypeDefinition[],
): TimelineQuery {
  const ofKind = definitions.filter(each => each.kind === kind)
  const conditions = [
    'e/ehr_id/value = $ehr',
    'EXISTS c/context/start_time/value',
    ...(template === undefined ? [] : ['c/archetype_details/template_id/value = $template']),
    ...(author === undefined ? [] : ['c/composer/name = $author']),
    ...(kind === undefined ? [] : [`x/archetype_node_id MATCHES {${archetypesOf(ofKind)}}`]),
  ]
  // A record has several entries of one kind.
  const [distinct, entry] = kind === undefined ? ['', ''] : ['DISTINCT ', ' CONTAINS ENTRY x']
  return {
    q: `SELECT ${distinct}${COLUMNS}
FROM EHR e CONTAINS COMPOSITION c${entry}
WHERE ${conditions.join(' AND ')}
ORDER BY c/context/start_time/value DESC`,
    parameters: {
      ehr,
      ...(template === undefined ? {} : { template }),
      ...(author === undefined ? {} : { author }),
    },
  }
}

const rowOf = ([uid, name, template, time, composer, location, setting]: readonly unknown[]): RecordRow => ({
  uid: textOf(uid),
  name: textOf(name),
  template: textOf(template),
  time: textOf(time),
  composer: textOf(composer),
  location: textOf(location),
  setting: textOf(setting),
})

export async function recordPage(
  cairn: CairnClient,
  ehr: string,
  { q, parameters }: TimelineQuery,
  offset: number,
  signal: AbortSignal,
): Promise<RecordPage> {
  const body = { q, offset, fetch: PAGE_SIZE, query_parameters: parameters }
  const { rows, meta } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
  return { hasMore: meta.more === true, rows: rows.map(rowOf) }
}

/** Records without a context: they have no time but that of their last commit. */
const KEPT = `SELECT c/uid/value AS uid, c/name/value AS name, c/archetype_details/template_id/value AS template,
  v/commit_audit/time_committed/value AS time, c/composer/name AS composer, c AS record
FROM EHR e CONTAINS VERSION v CONTAINS COMPOSITION c
WHERE e/ehr_id/value = $ehr AND NOT EXISTS c/context/start_time/value
ORDER BY v/commit_audit/time_committed/value DESC`

const MOST_KEPT = 50

export interface KeptRecord extends RecordRow {
  readonly record: RmObject
}

export async function keptRecords(
  cairn: CairnClient,
  ehr: string,
  signal: AbortSignal,
): Promise<readonly KeptRecord[]> {
  const body = { q: KEPT, offset: 0, fetch: MOST_KEPT, query_parameters: { ehr } }
  const { rows } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
  return rows.map(row => {
    const [uid, name, template, time, composer, record] = row
    return {
      ...rowOf([uid, name, template, time, composer]),
      record: isObject(record) ? record : {},
    }
  })
}

/** Whole documents of some records, by version uid. */
export async function documentsOf(
  cairn: CairnClient,
  ehr: string,
  uids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RmObject>> {
  const names = uids.map((_, index) => `$uid${index}`)
  const q = `SELECT c/uid/value AS uid, c AS record FROM EHR e CONTAINS COMPOSITION c
WHERE e/ehr_id/value = $ehr AND c/uid/value MATCHES {${names.join(', ')}}`
  const parameters = Object.fromEntries(uids.map((uid, index) => [`uid${index}`, uid]))
  const body = { q, offset: 0, fetch: uids.length, query_parameters: { ehr, ...parameters } }
  const { rows } = await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })
  return new Map(rows.flatMap(([uid, record]) => (isObject(record) ? [[textOf(uid), record] as const] : [])))
}

export interface Counted {
  readonly name: string
  readonly count: number
}

export interface TimelineChoices {
  readonly authors: readonly Counted[]
  readonly templates: readonly Counted[]
  /** Archetypes of the entries. */
  readonly archetypes: ReadonlySet<string>
}

const countsOf = (rows: readonly (readonly unknown[])[]): Counted[] =>
  rows
    .map(([name, count]) => ({ name: textOf(name), count: Number(count) }))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))

/** The choices of the filters. */
export async function timelineChoices(
  cairn: CairnClient,
  ehr: string,
  signal: AbortSignal,
): Promise<TimelineChoices> {
  const ask = async (what: string, from: string) => {
    const q = `SELECT ${what} AS name, COUNT(*) AS n FROM EHR e CONTAINS ${from} WHERE e/ehr_id/value = $ehr`
    const body = { q, query_parameters: { ehr } }
    return (await cairn.query.adhocPost({ body, openehrEhrId: ehr }, { signal })).rows
  }
  const [authors, templates, archetypes] = await Promise.all([
    ask('c/composer/name', 'COMPOSITION c'),
    ask('c/archetype_details/template_id/value', 'COMPOSITION c'),
    ask('x/archetype_node_id', 'ENTRY x'),
  ])
  return {
    authors: countsOf(authors),
    templates: countsOf(templates),
    archetypes: new Set(archetypes.map(([name]) => textOf(name))),
  }
}
