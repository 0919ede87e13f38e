/** All SQL about stored queries. */
import { deleteFrom, guarded, seen } from '../access/index.ts'
import { type LimitedQueries, lookup, sql } from '../db/index.ts'
import { parameters, printInsert } from '../db/writing/index.ts'
import type { SemVer } from './semver.ts'

export interface StoredQuery extends SemVer {
  /** With its namespace, if it has one: `org.example::blood_pressure`. */
  readonly name: string
  readonly q: string
  readonly savedAt: Date
}

interface Row extends SemVer {
  name: string
  q: string
  saved_at: Date
}

/** JSON has no dates. */
type VersionJson = Omit<Row, 'saved_at'> & { readonly saved_at: string }

const COLUMNS = 'name, major, minor, patch, prerelease, q, saved_at'

const queryOf = ({ saved_at, ...row }: Row): StoredQuery => ({ ...row, savedAt: saved_at })

/** All versions of a name in one row: every run of a stored query asks for them, and those of one moment ask together. */
const versionsOf = lookup<{ versions: string | null }, [name: string]>({
  name: 'query.versions',
  key: { name: 'text' },
  text: guarded`select json_agg(row_to_json(v))::text as versions
    from (select ${COLUMNS} from ${seen.stored_query()} where name = key.name) v`,
})
const byPrefix = sql<Row, [prefix: string]>({
  name: 'query.byPrefix',
  text: guarded`select ${COLUMNS} from ${seen.stored_query()} where starts_with(name, $1)
         order by name, major, minor, patch, prerelease`,
})
const names = sql<{ name: string }>({
  name: 'query.names',
  text: guarded`select distinct name from ${seen.stored_query()} order by name`,
})
const insert = sql<
  Row,
  [name: string, major: number, minor: number, patch: number, prerelease: string, q: string, at: Date | null]
>({
  name: 'query.insert',
  seals: { kind: 'stored_query', ids: ([id]) => [id] },
  text: printInsert(
    'stored_query',
    parameters(['name', 'major', 'minor', 'patch', 'prerelease', 'q'], {
      saved_at: 'coalesce($7::timestamptz, clock_timestamp())',
    }),
    `on conflict do nothing returning ${COLUMNS}`,
  ),
})

const remove = sql<
  { name: string },
  [name: string, major: number, minor: number, patch: number, prerelease: string]
>({
  name: 'query.remove',
  seals: { kind: 'stored_query', ids: ([id]) => [id] },
  text: guarded`${deleteFrom.stored_query({
    where: 'name = $1 and major = $2 and minor = $3 and patch = $4 and prerelease = $5',
  })} returning name`,
})

/** All versions of a name as JSON, for `readVersions`; the same text if nothing was changed. */
export const versionsJson = async (db: LimitedQueries, name: string): Promise<string> =>
  (await db.find(versionsOf, [name]))?.versions ?? '[]'

export const readVersions = (json: string): readonly StoredQuery[] =>
  (JSON.parse(json) as readonly VersionJson[]).map(({ saved_at, ...row }) =>
    queryOf({ ...row, saved_at: new Date(saved_at) }),
  )

export const queryVersions = async (db: LimitedQueries, name: string): Promise<readonly StoredQuery[]> =>
  readVersions(await versionsJson(db, name))

export const queryNames = async (db: LimitedQueries): Promise<string[]> =>
  (await db.query(names)).map(({ name }) => name)

export async function queriesWithPrefix(db: LimitedQueries, prefix: string): Promise<StoredQuery[]> {
  return (await db.query(byPrefix, [prefix])).map(queryOf)
}

/** Returns undefined when that version already exists. `savedAt`: of a query of another server. */
export async function addQuery(
  db: LimitedQueries,
  { name, major, minor, patch, prerelease, q, savedAt }: Omit<StoredQuery, 'savedAt'> & Partial<StoredQuery>,
): Promise<StoredQuery | undefined> {
  const [row] = await db.query(insert, [name, major, minor, patch, prerelease, q, savedAt ?? null])
  return row && queryOf(row)
}

/** Returns false when there is no such version. */
export async function removeQuery(
  db: LimitedQueries,
  name: string,
  { major, minor, patch, prerelease }: SemVer,
): Promise<boolean> {
  return (await db.query(remove, [name, major, minor, patch, prerelease])).length > 0
}
