/** All SQL about templates. */
import { deleteFrom, guarded, seen } from '../access/index.ts'
import { type AuditEntry, recorded } from '../audit/index.ts'
import { DatabaseError, type LimitedDatabase, type LimitedQueries, lookup, sql } from '../db/index.ts'
import { parameters, printInsert } from '../db/writing/index.ts'

/** A template as it stands in the database. */
export interface StoredTemplate {
  readonly key: number
  /** The same for all versions of a template id. */
  readonly artefactId: number
  readonly templateId: string
  readonly version: number
  readonly uid: string | null
  readonly concept: string
  readonly archetypeId: string
  readonly opt: string
  readonly createdAt: Date
}

/** A template without its OPT, for lists. */
export type TemplateSummary = Omit<StoredTemplate, 'opt'>

export type NewTemplate = Pick<StoredTemplate, 'templateId' | 'uid' | 'concept' | 'archetypeId' | 'opt'>

interface SummaryRow {
  template_key: number
  artefact_id: number
  template_id: string
  version: number
  uid: string | null
  concept: string
  archetype_id: string
  created_at: Date
}

const SUMMARY = 'template_key, artefact_id, template_id, version, uid, concept, archetype_id, created_at'

const summaryOf = (row: SummaryRow): TemplateSummary => ({
  key: row.template_key,
  artefactId: row.artefact_id,
  templateId: row.template_id,
  version: row.version,
  uid: row.uid,
  concept: row.concept,
  archetypeId: row.archetype_id,
  createdAt: row.created_at,
})

const latestTemplates = sql<SummaryRow>({
  name: 'template.latest',
  text: guarded`select distinct on (template_id) ${SUMMARY} from ${seen.template()} order by template_id, version desc`,
})
const templateById = sql<SummaryRow & { opt: string }, [templateId: string]>({
  name: 'template.byId',
  text: guarded`select ${SUMMARY}, opt from ${seen.template()} where template_id = $1 order by version desc limit 1`,
})
const templateByVersion = sql<SummaryRow & { opt: string }, [templateId: string, version: number]>({
  name: 'template.byVersion',
  text: guarded`select ${SUMMARY}, opt from ${seen.template()} where template_id = $1 and version = $2`,
})
const templateByKey = sql<SummaryRow & { opt: string }, [key: number]>({
  name: 'template.byKey',
  text: guarded`select ${SUMMARY}, opt from ${seen.template()} where template_key = $1`,
})
const templatesByKeys = sql<{ template_key: number; opt: string }, [keys: readonly number[]]>({
  name: 'template.byKeys',
  seesAll: 'a caller who sees a record may see the texts of its template',
  text: 'select template_key, opt from cairn.template where template_key = any($1::integer[])',
})
const keyInForce = lookup<{ template_key: number }, [templateId: string]>({
  name: 'template.keyInForce',
  key: { id: 'text' },
  text: guarded`select template_key from ${seen.template()} where template_id = key.id order by version desc`,
})
const artefactOf = sql<{ artefact_id: number | null }, [templateId: string]>({
  name: 'template.artefact',
  text: guarded`select min(artefact_id) as artefact_id from ${seen.template()} where template_id = $1`,
})
const newArtefact = sql<{ artefact_id: number }>({
  name: 'template.newArtefact',
  text: guarded`select nextval('cairn.artefact_id')::integer as artefact_id`,
})
const insertTemplate = sql<
  SummaryRow,
  [
    templateId: string,
    version: number,
    uid: string | null,
    concept: string,
    archetypeId: string,
    opt: string,
    artefactId: number,
    createdAt: Date | null,
  ]
>({
  name: 'template.insert',
  seals: { kind: 'template', ids: ([id]) => [id] },
  text: printInsert(
    'template',
    parameters(['template_id', 'version', 'uid', 'concept', 'archetype_id', 'opt', 'artefact_id'], {
      created_at: 'coalesce($8::timestamptz, clock_timestamp())',
    }),
    `on conflict do nothing returning ${SUMMARY}`,
  ),
})
const dropSigned = sql<never, [templateKeys: readonly number[]]>({
  name: 'template.dropSigned',
  seesAll: 'signed templates go with the template, as a foreign key has it on one server',
  text: 'delete from cairn.signed_template where template_key = any($1::integer[])',
})
const deleteTemplate = sql<{ template_key: number }, [templateId: string]>({
  name: 'template.delete',
  seals: { kind: 'template', ids: ([id]) => [id] },
  text: guarded`${deleteFrom.template({ where: 'template_id = $1' })} returning template_key`,
})

const mentioned = sql<
  { at: number },
  [archetypes: readonly (string | null)[], codes: readonly (string | null)[]]
>({
  name: 'template.mentioned',
  // In an OPT, an id is always the complete text of an element.
  text: guarded`select (w.position - 1)::integer as at
         from unnest($1::text[], $2::text[]) with ordinality as w (archetype, code, position)
         where exists (select 1 from ${seen.template('t')}
           where (w.archetype is null or strpos(t.opt, '>' || w.archetype || '<') > 0)
             and (w.code is null or strpos(t.opt, '>' || w.code || '<') > 0))`,
})

const newestTemplate = sql<{ newest: number }>({
  name: 'template.newest',
  text: guarded`select coalesce(max(template_key), 0)::integer as newest from ${seen.template()}`,
})

/** The number of the template that was stored last; 0 where there is none. */
export const newestTemplateKey = async (db: LimitedQueries): Promise<number> =>
  (await db.query(newestTemplate))[0]?.newest ?? 0

/** Returns the indexes of those ids that occur in some template: an archetype, a node code, or both in one template. */
export async function mentionedInTemplates(
  db: LimitedQueries,
  ids: readonly { readonly archetype: string | undefined; readonly code: string | undefined }[],
): Promise<ReadonlySet<number>> {
  const found = await db.query(mentioned, [
    ids.map(({ archetype }) => archetype ?? null),
    ids.map(({ code }) => code ?? null),
  ])
  return new Set(found.map(({ at }) => at))
}

export async function listTemplates(db: LimitedQueries): Promise<TemplateSummary[]> {
  return (await db.query(latestTemplates)).map(summaryOf)
}

/** Filter of the template list; in a text, `*` matches any characters, and case is ignored. */
export interface TemplateFilter {
  readonly templateId: string | undefined
  readonly concept: string | undefined
  /** Of all versions; the latest of each template when left out. */
  readonly version: string | undefined
  readonly offset: number
  /** Absent: all of them. */
  readonly fetch: number | undefined
}

type FilterValues = [
  templateId: string | null,
  concept: string | null,
  version: string | null,
  fetch: number | null,
  offset: number,
]

const filteredTemplates = sql<SummaryRow & { total: number }, FilterValues>({
  name: 'template.filtered',
  text: guarded`select ${SUMMARY}, (count(*) over ())::int as total
         from (select ${SUMMARY}, row_number() over (partition by template_id order by version desc) = 1 as latest
               from ${seen.template()}) t
         where ($1::text is null or template_id ilike $1) and ($2::text is null or concept ilike $2)
           and case when $3::text is null then latest else version::text like $3 end
         order by template_id, version limit $4::bigint offset $5::bigint`,
})

const likePattern = (text: string | undefined): string | null =>
  text === undefined ? null : text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')

/** Returns a page of the matching templates, and whether more follow. */
export async function filterTemplates(
  db: LimitedQueries,
  { templateId, concept, version, offset, fetch }: TemplateFilter,
): Promise<{ readonly templates: readonly TemplateSummary[]; readonly hasMore: boolean }> {
  const rows = await db.query(filteredTemplates, [
    likePattern(templateId),
    likePattern(concept),
    likePattern(version),
    fetch ?? null,
    offset,
  ])
  return { templates: rows.map(summaryOf), hasMore: offset + rows.length < (rows[0]?.total ?? 0) }
}

export async function findTemplate(
  db: LimitedQueries,
  templateId: string,
): Promise<StoredTemplate | undefined> {
  const [row] = await db.query(templateById, [templateId])
  return row && { ...summaryOf(row), opt: row.opt }
}

/** One version of a template, from 1. */
export async function findTemplateVersion(
  db: LimitedQueries,
  templateId: string,
  version: number,
): Promise<StoredTemplate | undefined> {
  const [row] = await db.query(templateByVersion, [templateId, version])
  return row && { ...summaryOf(row), opt: row.opt }
}

export async function findTemplateByKey(
  db: LimitedQueries,
  key: number,
): Promise<StoredTemplate | undefined> {
  const [row] = await db.query(templateByKey, [key])
  return row && { ...summaryOf(row), opt: row.opt }
}

/** Finds the OPTs of versions of templates, whatever the rights of the caller are. */
export async function templateSources(
  db: LimitedQueries,
  keys: readonly number[],
): Promise<readonly Pick<StoredTemplate, 'key' | 'opt'>[]> {
  return (await db.query(templatesByKeys, [keys])).map(({ template_key, opt }) => ({
    key: template_key,
    opt,
  }))
}

/** Finds the key of the version in force. */
export async function findKeyInForce(db: LimitedQueries, templateId: string): Promise<number | undefined> {
  return (await db.find(keyInForce, [templateId]))?.template_key
}

/** Returns undefined when that version already exists. `createdAt`: of a template of another server. */
export async function addTemplate(
  db: LimitedQueries,
  { templateId, uid, concept, archetypeId, opt }: NewTemplate,
  version: number,
  createdAt: Date | null = null,
): Promise<TemplateSummary | undefined> {
  // Another statement, since inserts of a distributed database have no sub-selects; the key of template and version keeps two apart.
  const [known] = await db.query(artefactOf, [templateId])
  const artefactId = known?.artefact_id ?? (await db.query(newArtefact))[0]?.artefact_id ?? 0
  const values = [templateId, version, uid, concept, archetypeId, opt, artefactId, createdAt] as const
  const [row] = await db.query(insertTemplate, [...values])
  return row && summaryOf(row)
}

/** SQLSTATE of a row that others refer to. */
const FOREIGN_KEY_VIOLATION = '23503'

/** Removes all versions of a template, unless a record was made by one of them. */
export async function removeTemplate(
  db: LimitedDatabase,
  entry: AuditEntry,
  templateId: string,
): Promise<'removed' | 'unknown' | 'in use'> {
  const remove = async (queries: LimitedQueries) => {
    const removed = await queries.query(deleteTemplate, [templateId])
    // A distributed database has no foreign key from a table of the coordinator that would do it.
    if (queries.isDistributed) await queries.execute(dropSigned, [removed.map(row => row.template_key)])
    return removed.length > 0
  }
  try {
    return (await recorded(db, entry, remove, isRemoved =>
      isRemoved ? { changes: [{ type: 'template.deleted' as const, subject: templateId }] } : undefined,
    ))
      ? 'removed'
      : 'unknown'
  } catch (error) {
    if (error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION) return 'in use'
    throw error
  }
}
