/** Finds the version of a stored query that a call names. */
import { didYouMean } from '@cairn-ehr/openehr/path'
import { weightedCache } from '../collections/index.ts'
import type { LimitedDatabase, LimitedQueries } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'
import { queryNames, readVersions, type StoredQuery, versionsJson } from './query-store.ts'
import { isVersionPattern, pickVersion } from './semver.ts'

/** Finds the highest version that matches a pattern; without a pattern, the highest of all. */
export type SelectQuery = (
  db: LimitedDatabase,
  name: string,
  version: string | undefined,
) => Promise<StoredQuery>

/** Callers with limited rights pass a database with queries in their reach alone. */
export async function noQuery(
  db: LimitedQueries,
  name: string,
  version: string | undefined,
): Promise<Refusal> {
  const which = version === undefined ? '' : ` in a version ${version}`
  const names = await queryNames(db)
  const hint = names.includes(name) ? '' : didYouMean(name, names)
  return new Refusal('query.not_found', `There is no stored query "${name}"${which}.${hint}`)
}

async function refuseMalformed(db: LimitedQueries, name: string, version: string | undefined): Promise<void> {
  if (version !== undefined && !isVersionPattern(version)) throw await noQuery(db, name, version)
}

/** `versions`: of the name, as JSON. */
async function pick(db: LimitedQueries, versions: string, name: string, version: string | undefined) {
  const found = pickVersion(readVersions(versions), version)
  if (found) return found
  throw await noQuery(db, name, version)
}

export const selectQuery: SelectQuery = async (db, name, version) => {
  await refuseMalformed(db, name, version)
  return pick(db, await versionsJson(db, name), name, version)
}

/** Bytes of all that is remembered. */
const MOST_BYTES = 4 * 1024 * 1024

/** For every run of a stored query: the database is asked each time, and versions that it sends as before are not read and compared again. */
export function openSelectQuery(): SelectQuery {
  const selected = weightedCache<string, StoredQuery>({
    most: MOST_BYTES,
    weigh: ({ q }, key) => 2 * (key.length + q.length),
  })
  return async (db, name, version) => {
    await refuseMalformed(db, name, version)
    const versions = await versionsJson(db, name)
    const key = `${version ?? '*'} ${versions}`
    const known = selected.get(key)
    if (known) return known
    const query = await pick(db, versions, name, version)
    selected.set(key, query)
    return query
  }
}
