/** The search entry of a person, written with its commit (decision 0105). */
import { deleteFrom, type GuardedSql, guarded, insertInto, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import { type Column, rowsAsLists } from '../../db/writing/index.ts'
import type { ObjectId } from '../../ids/index.ts'

export interface PersonEntryRow {
  readonly personId: ObjectId
  readonly archetypeId: string
  /** The revision of the definition that it was made by. */
  readonly revision: number
  readonly templateKey: number | null
  readonly name: string
  readonly birthDate: string | null
  readonly sex: string | null
  readonly bornFrom: string | null
  readonly bornTo: string | null
  readonly nameTerms: readonly string[]
  readonly addressTerms: readonly string[]
  /** JSON text. */
  readonly identifiers: string
  readonly keys: readonly number[]
}

/** Columns that have their values from the row alone. */
export const ENTRY: Readonly<Record<string, Column<PersonEntryRow>>> = {
  archetype_id: { type: 'text', value: row => row.archetypeId },
  revision: { type: 'integer', value: row => row.revision },
  name: { type: 'text', value: row => row.name },
  birth_date: { type: 'text', value: row => row.birthDate },
  sex: { type: 'text', value: row => row.sex },
  born_from: { type: 'date', value: row => row.bornFrom },
  born_to: { type: 'date', value: row => row.bornTo },
  name_terms: { type: 'text[]', value: row => row.nameTerms },
  address_terms: { type: 'text[]', value: row => row.addressTerms },
  identifiers: { type: 'jsonb', value: row => row.identifiers },
  keys: { type: 'integer[]', value: row => row.keys },
}

export const entryLists = rowsAsLists<PersonEntryRow>({
  ehr_id: { type: 'uuid', value: row => row.personId },
  ...ENTRY,
  template_key: { type: 'integer', value: row => row.templateKey },
})

/** Arrays are text in a list of rows. */
const CASTS: Readonly<Record<string, string>> = {
  name_terms: '::text[]',
  address_terms: '::text[]',
  keys: '::integer[]',
}

const NAMES = ['ehr_id', ...Object.keys(ENTRY)]

/** `from`: the rows as `n`, with its condition; `templateId`: the SQL of their template. */
export const entriesFrom = (from: string, templateId: string | GuardedSql): GuardedSql =>
  guarded`${insertInto.person_entry} (${NAMES.join(', ')}, template_id)
    select ${NAMES.map(name => `n.${name}${CASTS[name] ?? ''}`).join(', ')}, ${templateId} from ${from}`

const TEMPLATE_ID = guarded`(
      select t.template_id from ${seen.template('t')} where t.template_key = n.template_key)`

/** `first`: the number of the first parameter; `condition`: which of the rows. */
export const insertEntries = (first: number, condition = ''): GuardedSql =>
  entriesFrom(`${entryLists.from('n', first)} ${condition}`, TEMPLATE_ID)

const WRITTEN = 'writes the entry of a party that the same transaction commits'

const put = sql<never, readonly unknown[]>({
  name: 'person.putEntry',
  seesAll: WRITTEN,
  text: guarded`${insertEntries(1)} on conflict (ehr_id) do update set
    ${[...NAMES, 'template_id'].map(name => `${name} = excluded.${name}`).join(', ')}`,
})
const remove = sql<never, [personId: ObjectId]>({
  name: 'person.removeEntry',
  seesAll: WRITTEN,
  text: guarded`${deleteFrom.person_entry({ where: 'ehr_id = $1' })}`,
})

export async function putEntry(db: LimitedQueries, row: PersonEntryRow): Promise<void> {
  await db.execute(put, entryLists.values([row]))
}

export async function removeEntry(db: LimitedQueries, personId: ObjectId): Promise<void> {
  await db.execute(remove, [personId])
}
