/** All SQL that takes templates from one server to another. */
import { guarded, seen } from '../access/index.ts'
import { type LimitedQueries, type Queries, sql } from '../db/index.ts'
import type { StoredTemplate } from './template-store.ts'

interface TemplateRow {
  template_key: number
  artefact_id: number
  template_id: string
  version: number
  uid: string | null
  concept: string
  archetype_id: string
  opt: string
  created_at: Date
}

/** `$1`: EHRs whose records were made by the templates; null: all templates. */
const templatesAfter = sql<TemplateRow, [ehrIds: readonly string[] | null, after: number]>({
  name: 'template.export',
  prepare: false,
  text: guarded`select template_key, artefact_id, template_id, version, uid, concept, archetype_id, opt, created_at
         from ${seen.template('t')} where template_key > $2 and ($1::uuid[] is null or exists (
           select 1 from ${seen.version('v')} where v.template_key = t.template_key and v.ehr_id = any($1::uuid[])))
         order by template_key limit 1`,
  distributed: guarded`select template_key, artefact_id, template_id, version, uid, concept, archetype_id, opt, created_at
         from ${seen.template('t')} where template_key > $2 and ($1::uuid[] is null or template_key in (
           select v.template_key from ${seen.version('v')} where v.ehr_id = any($1::uuid[])))
         order by template_key limit 1`,
})

/** Yields templates one by one, since each may have megabytes: all of them, or those that records of some EHRs were made by. */
export async function* exportedTemplates(
  db: LimitedQueries,
  ehrIds: readonly string[] | null,
): AsyncGenerator<StoredTemplate> {
  for (let after = 0; ; ) {
    const [row] = await db.query(templatesAfter, [ehrIds, after])
    if (!row) return
    after = row.template_key
    yield {
      key: row.template_key,
      artefactId: row.artefact_id,
      templateId: row.template_id,
      version: row.version,
      uid: row.uid,
      concept: row.concept,
      archetypeId: row.archetype_id,
      opt: row.opt,
      createdAt: row.created_at,
    }
  }
}

const sameTemplate = sql<
  { template_key: number; version: number },
  [templateId: string, opt: string, version: number]
>({
  name: 'template.same',
  text: `select template_key, version from cairn.template where template_id = $1 and opt = $2
         order by version = $3 desc, version desc limit 1`,
})

/** Returns the template with the same text: of the same version, or else of whatever version it is here. */
export async function findSameTemplate(
  db: Queries,
  { templateId, opt, version }: Pick<StoredTemplate, 'templateId' | 'opt' | 'version'>,
): Promise<Pick<StoredTemplate, 'key' | 'version'> | undefined> {
  const [row] = await db.query(sameTemplate, [templateId, opt, version])
  return row && { key: row.template_key, version: row.version }
}
