/** The SQL of drafts. Only `content` is sealed: erasures find a draft by its other columns. */
import { type Queries, sql } from '../db/index.ts'
import type { EhrId, ObjectId } from '../ids/index.ts'
import type { DraftFacts, DraftSubject, OtherAuthor } from './draft.ts'

/** A draft that nobody but its author finds. */
export interface DraftKey {
  readonly draftId: ObjectId
  /** Undefined for the draft of a party. */
  readonly ehrId: EhrId | undefined
  readonly personId: string
}

interface DraftRow {
  draft_id: ObjectId
  person_id: string
  ehr_id: EhrId | null
  template_id: string
  object_id: ObjectId | null
  revision: number
  page: string
  saved_at: Date
}

const FACTS = 'draft_id, person_id, ehr_id, template_id, object_id, revision, page, saved_at'

/** Drafts of an EHR, or those of parties. A person has few of both, and few people are writing within an hour. */
const IN_PLACE = 'ehr_id is not distinct from'

const ownDrafts = sql<DraftRow, [ehrId: EhrId | null, personId: string]>({
  name: 'draft.own',
  text: `select ${FACTS} from cairn.draft where ${IN_PLACE} $1 and person_id = $2 order by saved_at desc, draft_id`,
})
const otherAuthors = sql<
  { template_id: string; object_id: ObjectId | null; name: string; saved_at: Date },
  [ehrId: EhrId | null, personId: string, since: Date]
>({
  name: 'draft.others',
  text: `select d.template_id, d.object_id, coalesce(max(p.name), d.person_id) as name, max(d.saved_at) as saved_at
         from cairn.draft d left join cairn.person p using (person_id)
         where d.${IN_PLACE} $1 and d.person_id <> $2 and d.saved_at > $3
         group by d.person_id, d.template_id, d.object_id order by max(d.saved_at) desc, d.person_id`,
})
const ownDraft = sql<
  DraftRow & { content: Buffer },
  [draftId: ObjectId, ehrId: EhrId | null, personId: string]
>({
  name: 'draft.one',
  text: `select ${FACTS}, content from cairn.draft where draft_id = $1 and ${IN_PLACE} $2 and person_id = $3`,
})
/** Erasures of records and EHRs wait for this lock, and then find the draft. */
const shareEhr = sql<never, [ehrId: EhrId]>({
  name: 'draft.shareEhr',
  text: 'select 1 from cairn.ehr where ehr_id = $1 for share',
})
const objectOf = sql<never, [ehrId: EhrId, objectId: ObjectId]>({
  name: 'draft.object',
  text: `select 1 from cairn.versioned_object where ehr_id = $1 and object_id = $2 and kind = 'COMPOSITION'`,
})
const shareParty = sql<never, [partyId: ObjectId]>({
  name: 'draft.shareParty',
  text: 'select 1 from cairn_party.ehr where ehr_id = $1 for share',
})
/** With the later of both clocks: one that was behind when a draft was saved does not end it early. */
const putDraft = sql<
  DraftRow,
  [
    draftId: ObjectId,
    personId: string,
    ehrId: EhrId | null,
    templateId: string,
    objectId: ObjectId | null,
    page: string,
    savedAt: Date,
    content: Buffer,
    revision: number | null,
  ]
>({
  name: 'draft.put',
  text: `insert into cairn.draft as d (draft_id, person_id, ehr_id, template_id, object_id, revision, page, saved_at, content)
         select $1, $2, $3, $4, $5, 1, $6, greatest($7::timestamptz, clock_timestamp()), $8
         where $9::integer is null or exists (select from cairn.draft where draft_id = $1)
         on conflict (draft_id) do update
         set revision = d.revision + 1, page = excluded.page, saved_at = excluded.saved_at, content = excluded.content
         where d.person_id = $2 and d.${IN_PLACE} $3 and d.template_id = $4 and d.object_id is not distinct from $5
           and d.revision = coalesce($9, d.revision)
         returning ${FACTS}`,
})
const countOf = sql<{ count: number }, [personId: string, but: ObjectId]>({
  name: 'draft.countOf',
  text: 'select count(*)::integer as count from cairn.draft where person_id = $1 and draft_id <> $2',
})
const dropDraft = sql<never, [draftId: ObjectId, ehrId: EhrId | null, personId: string]>({
  name: 'draft.drop',
  text: `delete from cairn.draft where draft_id = $1 and ${IN_PLACE} $2 and person_id = $3`,
})
const sweep = sql<never, [before: Date]>({
  name: 'draft.sweep',
  text: 'delete from cairn.draft where saved_at < $1',
})
const allContents = sql<{ draft_id: ObjectId; content: Buffer }>({
  name: 'draft.contents',
  text: 'select draft_id, content from cairn.draft for update',
})
const replaceContent = sql<never, [draftId: ObjectId, content: Buffer]>({
  name: 'draft.reseal',
  text: 'update cairn.draft set content = $2 where draft_id = $1',
})

const factsOf = (row: DraftRow): DraftFacts => ({
  draftId: row.draft_id,
  personId: row.person_id,
  ehrId: row.ehr_id ?? undefined,
  templateId: row.template_id,
  objectId: row.object_id ?? undefined,
  revision: row.revision,
  page: row.page,
  savedAt: row.saved_at,
})

export const findDrafts = async (
  db: Queries,
  ehrId: EhrId | undefined,
  personId: string,
): Promise<readonly DraftFacts[]> => (await db.query(ownDrafts, [ehrId ?? null, personId])).map(factsOf)

/** Others with a draft in the EHR, or of parties, that they saved after `since`. */
export async function findOtherAuthors(
  db: Queries,
  ehrId: EhrId | undefined,
  personId: string,
  since: Date,
): Promise<readonly OtherAuthor[]> {
  const rows = await db.query(otherAuthors, [ehrId ?? null, personId, since])
  return rows.map(row => ({
    name: row.name,
    templateId: row.template_id,
    objectId: row.object_id ?? undefined,
    savedAt: row.saved_at,
  }))
}

export async function findDraft(
  db: Queries,
  { draftId, ehrId, personId }: DraftKey,
): Promise<{ readonly facts: DraftFacts; readonly sealed: Buffer } | undefined> {
  const [row] = await db.query(ownDraft, [draftId, ehrId ?? null, personId])
  return row && { facts: factsOf(row), sealed: row.content }
}

/** Returns false if the EHR, the record in it, or the party does not exist any more. */
export async function lockSubject(
  queries: Queries,
  ehrId: EhrId | undefined,
  { objectId }: DraftSubject,
): Promise<boolean> {
  if (ehrId === undefined)
    return objectId === undefined || (await queries.query(shareParty, [objectId])).length > 0
  if ((await queries.query(shareEhr, [ehrId])).length === 0) return false
  return objectId === undefined || (await queries.query(objectOf, [ehrId, objectId])).length > 0
}

interface SavedDraft extends DraftKey, DraftSubject {
  readonly page: string
  readonly savedAt: Date
  readonly sealed: Buffer
  /** The revision that the page has; undefined: whatever it is. */
  readonly revision: number | undefined
}

/** Returns undefined if another page saved the draft since, or if the id belongs to another draft. */
export async function saveDraft(queries: Queries, draft: SavedDraft): Promise<DraftFacts | undefined> {
  const [row] = await queries.query(putDraft, [
    draft.draftId,
    draft.personId,
    draft.ehrId ?? null,
    draft.templateId,
    draft.objectId ?? null,
    draft.page,
    draft.savedAt,
    draft.sealed,
    draft.revision ?? null,
  ])
  return row && factsOf(row)
}

/** Drafts of a person beside this one, wherever they are. */
export const countOtherDrafts = async (
  queries: Queries,
  { personId, draftId }: Pick<DraftKey, 'personId' | 'draftId'>,
): Promise<number> => (await queries.query(countOf, [personId, draftId]))[0]?.count ?? 0

export const removeDraft = async (
  queries: Queries,
  { draftId, ehrId, personId }: DraftKey,
): Promise<boolean> => (await queries.execute(dropDraft, [draftId, ehrId ?? null, personId])) > 0

export const sweepDrafts = (db: Queries, before: Date): Promise<number> => db.execute(sweep, [before])

/** Seals all drafts again, for another secret key of the installation. */
export async function resealDrafts(queries: Queries, reseal: (sealed: Buffer) => Buffer): Promise<void> {
  for (const { draft_id: draftId, content } of await queries.query(allContents))
    await queries.execute(replaceContent, [draftId, reseal(content)])
}
