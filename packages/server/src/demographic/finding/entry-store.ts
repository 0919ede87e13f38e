/** Entries as they are stored, for the comparison with their documents. */
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { PersonEntryRow } from '../../versions/parties/index.ts'
import type { IdRange } from '../../versions/verify/index.ts'

export interface StoredEntry extends Omit<PersonEntryRow, 'personId' | 'templateKey' | 'identifiers'> {
  readonly templateId: string | null
  readonly identifiers: unknown
}

interface Row {
  ehr_id: ObjectId
  template_id: string | null
  archetype_id: string
  revision: number
  name: string
  birth_date: string | null
  sex: string | null
  born_from: string | null
  born_to: string | null
  name_terms: string[]
  address_terms: string[]
  identifiers: unknown
  keys: number[]
}

const stored = sql<Row, [personIds: readonly ObjectId[]]>({
  name: 'person.storedEntries',
  text: guarded`select ehr_id, template_id, archetype_id, revision, name, birth_date, sex, born_from::text, born_to::text,
           name_terms, address_terms, identifiers, keys
         from ${seen.person_entry()} where ehr_id = any($1::uuid[])`,
})
const templates = sql<{ template_key: number; template_id: string }, [keys: readonly number[]]>({
  name: 'person.templateNames',
  text: guarded`select template_key, template_id from ${seen.template()} where template_key = any($1::integer[])`,
})
const strays = sql<{ ehr_id: ObjectId }, [from: EhrId, to: EhrId]>({
  name: 'person.strayEntries',
  text: guarded`select e.ehr_id from ${seen.person_entry('e')} where e.ehr_id between $1 and $2 and not exists (
           select 1 from ${seen.versioned_object('o')} where o.ehr_id = e.ehr_id and o.kind = 'PERSON')
         order by e.ehr_id`,
})

export async function findStoredEntries(
  db: LimitedQueries,
  personIds: readonly ObjectId[],
): Promise<ReadonlyMap<ObjectId, StoredEntry>> {
  const rows = await db.query(stored, [personIds])
  return new Map(
    rows.map(row => [
      row.ehr_id,
      {
        templateId: row.template_id,
        archetypeId: row.archetype_id,
        revision: row.revision,
        name: row.name,
        birthDate: row.birth_date,
        sex: row.sex,
        bornFrom: row.born_from,
        bornTo: row.born_to,
        nameTerms: row.name_terms,
        addressTerms: row.address_terms,
        identifiers: row.identifiers,
        keys: row.keys,
      },
    ]),
  )
}

export const findTemplateNames = async (
  db: LimitedQueries,
  keys: readonly number[],
): Promise<ReadonlyMap<number, string>> =>
  new Map((await db.query(templates, [keys])).map(row => [row.template_key, row.template_id]))

/** People that have an entry and no versions. */
export const findEntriesWithoutPerson = async (
  db: LimitedQueries,
  { from, to }: IdRange,
): Promise<ObjectId[]> => (await db.query(strays, [from, to])).map(({ ehr_id }) => ehr_id)
