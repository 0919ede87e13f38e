/** All SQL that reads pages of records: which they are, and the rows or documents that they are read from. */
import { type GuardedSql, guarded, open, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import { documentsOf } from '../../query/index.ts'
import type { FixedRow } from '../fixed-fields-store.ts'
import type { Keys } from './order.ts'
import type { ListStatement } from './statement.ts'

export interface PageRow extends FixedRow {
  readonly ehr_id: string
  readonly commit_number: number
  /** The value that orders it. */
  readonly keys: Keys
}

interface Seen {
  /** Of the dictionary, as the statement saw it. */
  readonly generation: number
}

type ListRow = Seen & ({ position: null } | ({ position: number } & PageRow))

export interface FoundPage extends Seen {
  readonly records: readonly PageRow[]
}

/** Not prepared: no two calls need to be alike, and a plan for the very values finds the index of a column. */
const once = <Row>(name: string, text: GuardedSql) =>
  sql<Row, readonly unknown[]>({ name, prepare: false, text })

export async function findPage(db: LimitedQueries, { sql: text, values }: ListStatement): Promise<FoundPage> {
  const rows = await db.query(once<ListRow>('datamap.page', text), values)
  const [first] = rows
  if (!first) throw new Error('the state of the dictionary is a row')
  return { generation: first.generation, records: rows.filter(row => row.position !== null) }
}

export async function findTotal(db: LimitedQueries, { sql: text, values }: ListStatement): Promise<number> {
  const [row] = await db.query(once<{ total: number }>('datamap.total', text), values)
  return row?.total ?? 0
}

const subjects = sql<{ ehr_id: string; subject_id: string; namespace: string }, [ehrIds: readonly string[]]>({
  name: 'datamap.subjects',
  text: guarded`select distinct on (ehr_id) ehr_id, subject_id, namespace from ${seen.ehr_subject()}
         where ehr_id = any($1::uuid[]) order by ehr_id, namespace, subject_id`,
})

/** Finds the subjects of EHRs, by EHR. */
export const findSubjects = async (db: LimitedQueries, ehrIds: readonly string[]) =>
  new Map((await db.query(subjects, [ehrIds])).map(row => [row.ehr_id, row]))

type Versions = readonly { readonly ehr_id: string; readonly commit_number: number }[]
type VersionArrays = [ehrs: readonly string[], commits: readonly number[]]

const arraysOf = (versions: Versions): VersionArrays => [
  versions.map(({ ehr_id }) => ehr_id),
  versions.map(({ commit_number }) => commit_number),
]

/** Commit numbers are unique across EHRs. */
interface Found {
  commit_number: number
}

export interface StoredRoot extends Found {
  num: number
  parent: number | null
  via: number | null
  at: string | null
  archetype_key: number
  leaves: Readonly<Record<string, unknown>>
}

interface RootAndShared extends StoredRoot {
  /** Leaves that it shares with other roots; null if none of them is wanted. */
  shared: StoredRoot['leaves'] | null
}

/** Sifting a row's leaves takes longer than sending all of them, where there are few (33 against 10 µs for 19 of them). */
const roots = sql<
  RootAndShared,
  [...VersionArrays, archetypes: readonly number[], leaves: readonly string[]]
>({
  name: 'datamap.roots',
  text: guarded`select r.commit_number, r.num, r.parent, r.via, r.at, r.archetype_key,
      case when pg_column_size(r.leaves) < 2000 then r.leaves else
        (select coalesce(jsonb_object_agg(l.key, l.value), '{}') from jsonb_each(r.leaves) l
         where l.key = any($4::text[])) end as leaves,
      (select s.leaves from ${open.shared_leaves} s where s.shared_key = r.shared_key and s.leaves ?| $4::text[]) as shared
    from unnest($1::uuid[], $2::bigint[]) as wanted (ehr_id, commit_number)
    join ${seen.root('r')} using (ehr_id, commit_number)
    where r.num = 0 or r.archetype_key = any($3::integer[])`,
})

export async function findRoots(
  db: LimitedQueries,
  versions: Versions,
  archetypes: ReadonlySet<number>,
  leaves: ReadonlySet<number>,
): Promise<readonly StoredRoot[]> {
  const keys = [...leaves].map(String)
  const found = await db.query(roots, [...arraysOf(versions), [...archetypes], keys])
  return found.map(({ shared, ...root }) =>
    shared === null ? root : { ...root, leaves: { ...shared, ...root.leaves } },
  )
}

export const findDocuments = (db: LimitedQueries, versions: Versions) =>
  documentsOf(db, ...arraysOf(versions))
