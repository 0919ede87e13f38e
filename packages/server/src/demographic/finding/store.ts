/** All SQL about the entries that people are found by. */
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { KnownIdentifier, PersonFacts } from './facts.ts'

interface PersonEntry extends PersonFacts {
  readonly personId: ObjectId
}

const AGAIN = 'the server makes entries again by itself, and shows them to nobody'

const OUTDATED = guarded`select ehr_id from ${seen.person_entry('e')} where archetype_id = $1 and revision < $2
  order by ehr_id limit $3`

const outdated = sql<{ ehr_id: ObjectId }, [archetypeId: string, revision: number, most: number]>({
  name: 'person.outdatedEntries',
  seesAll: AGAIN,
  text: guarded`${OUTDATED} for update of e`,
  distributed: OUTDATED,
})
/** A cluster locks rows of one node by one statement. */
const lockOne = sql<{ ehr_id: ObjectId }, [archetypeId: string, revision: number, personId: ObjectId]>({
  name: 'person.lockOutdated',
  seesAll: AGAIN,
  text: guarded`select ehr_id from ${seen.person_entry('e')}
         where archetype_id = $1 and revision < $2 and ehr_id = $3 for update of e`,
})

/**
 * Locks entries that were made by an earlier definition, so that no commit writes them meanwhile.
 * It waits for another that has some of them: whoever puts a definition is told that it holds. The order of ids keeps
 * two from waiting for each other.
 */
export const lockOutdated = async (
  db: LimitedQueries,
  archetypeId: string,
  revision: number,
  most: number,
): Promise<ObjectId[]> => {
  const found = (await db.query(outdated, [archetypeId, revision, most])).map(({ ehr_id }) => ehr_id)
  if (!db.isDistributed) return found
  const locked: ObjectId[] = []
  for (const id of found)
    for (const { ehr_id } of await db.query(lockOne, [archetypeId, revision, id])) locked.push(ehr_id)
  return locked
}

export interface FoundEntry extends PersonEntry {
  readonly ehrId: EhrId | undefined
  /** The person that this one was merged into (decision 0122). */
  readonly mergedInto: ObjectId | undefined
}

interface FoundRow {
  ehr_id: ObjectId
  linked_ehr_id: EhrId | null
  merged_into: ObjectId | null
  name: string
  birth_date: string | null
  sex: string | null
  name_terms: string[]
  address_terms: string[]
  identifiers: KnownIdentifier[]
}

const FOUND = guarded`e.ehr_id, e.name, e.birth_date, e.sex, e.name_terms, e.address_terms, e.identifiers, (
           select m.into_id from ${seen.person_merge('m')} where m.ehr_id = e.ehr_id) as merged_into`

/** Every group of keys has one that the entry has too. `limit` without an order stops early where names are frequent. */
const byKeys = (groups: number) => {
  const having = Array.from({ length: groups }, (_, at) => `e.keys && $${at + 5}::integer[]`)
  return sql<
    FoundRow,
    [most: number, sex: string | null, from: string | null, to: string | null, ...unknown[]]
  >({
    name: `person.find.${groups}`,
    text: guarded`select ${FOUND}, (
           select l.linked_ehr_id from ${seen.person_link('l')} where l.ehr_id = e.ehr_id) as linked_ehr_id
         from ${seen.person_entry('e')}
         where ${[
           ...having,
           '($2::text is null or e.sex = $2)',
           // A date that is known in part covers a year at most: so the index bounds both ends.
           `($3::date is null or (e.born_from between $3::date - 366 and $4::date and e.born_to >= $3::date))`,
         ].join(' and ')}
         limit $1`,
  })
}

/** Those of a person that the caller may see. */
const byId = sql<FoundRow, [personId: ObjectId]>({
  name: 'person.entry',
  text: guarded`select ${FOUND}, null::uuid as linked_ehr_id from ${seen.person_entry('e')} where e.ehr_id = $1`,
})

const withLink = (
  from: string,
  where: string,
) => guarded`select ${FOUND}, l.linked_ehr_id from ${seen.person_entry('e')}
         ${from} ${seen.person_link('l')} on l.ehr_id = e.ehr_id where ${where}`

/** By the ids of people, or of their EHRs. */
const BY_IDS = {
  person_uid: sql<FoundRow, [ids: readonly string[]]>({
    name: 'person.byUids',
    text: withLink('left join', 'e.ehr_id = any($1::uuid[])'),
  }),
  ehr_uid: sql<FoundRow, [ids: readonly string[]]>({
    name: 'person.byEhrs',
    text: withLink('join', 'l.linked_ehr_id = any($1::uuid[])'),
  }),
}

/** A limit makes PostgreSQL read the whole table where it expects many rows, and it has no statistics on names (decision 0105). */
const byIndexes = sql<{ people: number }>({
  name: 'person.byIndexes',
  seesAll: 'reads the number of people alone',
  text: `select (select reltuples from pg_class where oid = 'cairn_party.person_entry'::regclass) as people,
           set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`,
})

/** The nodes get settings of the transaction that are made by `set`, if this one allows it. */
const ON_NODES = ['citus.propagate_set_commands to local', 'enable_seqscan to off'].map((setting, at) =>
  sql<never>({ name: `person.onNodes.${at}`, seesAll: 'reads no table', text: `set local ${setting}` }),
)

const statements = new Map<number, ReturnType<typeof byKeys>>()

function statementFor(groups: number): ReturnType<typeof byKeys> {
  const known = statements.get(groups) ?? byKeys(groups)
  statements.set(groups, known)
  return known
}

const foundOf = (row: FoundRow): FoundEntry => ({
  personId: row.ehr_id,
  ehrId: row.linked_ehr_id ?? undefined,
  mergedInto: row.merged_into ?? undefined,
  name: row.name,
  birthDate: row.birth_date ?? undefined,
  sex: row.sex ?? undefined,
  nameTerms: row.name_terms,
  addressTerms: row.address_terms,
  identifiers: row.identifiers,
})

export interface EntryFilter {
  readonly groups: readonly (readonly number[])[]
  readonly sex?: string | undefined
  readonly born?: { readonly from: string; readonly to: string } | undefined
}

/** Prepares a transaction for `findEntries`. Resolves to about how many people there are; in a cluster, which divides them, to 0. */
export const useIndexes = async (db: LimitedQueries): Promise<number> => {
  const [row] = await db.query(byIndexes)
  if (!db.isDistributed) return row?.people ?? 0
  for (const setting of ON_NODES) await db.execute(setting)
  return 0
}

export async function findEntries(
  db: LimitedQueries,
  { groups, sex, born }: EntryFilter,
  most: number,
): Promise<FoundEntry[]> {
  const filters = [most, sex ?? null, born?.from ?? null, born?.to ?? null] as const
  return (await db.query(statementFor(groups.length), [...filters, ...groups])).map(foundOf)
}

export async function findEntry(db: LimitedQueries, personId: ObjectId): Promise<FoundEntry | undefined> {
  const [row] = await db.query(byId, [personId])
  return row && foundOf(row)
}

export const findByIds = async (
  db: LimitedQueries,
  list: keyof typeof BY_IDS,
  ids: readonly string[],
): Promise<FoundEntry[]> => (await db.query(BY_IDS[list], [ids])).map(foundOf)

/** Those who stand for people that were merged, by the ids of these. A person that the caller may not see stands for nobody. */
export async function findSurvivors(
  db: LimitedQueries,
  entries: readonly FoundEntry[],
): Promise<ReadonlyMap<ObjectId, FoundEntry>> {
  const ids = [...new Set(entries.flatMap(({ mergedInto }) => mergedInto ?? []))]
  const survivors = new Map(
    (ids.length === 0 ? [] : await findByIds(db, 'person_uid', ids)).map(each => [each.personId, each]),
  )
  return new Map(
    entries.flatMap(({ personId, mergedInto }) => {
      const survivor = mergedInto && survivors.get(mergedInto)
      return survivor ? [[personId, survivor] as const] : []
    }),
  )
}
