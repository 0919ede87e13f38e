/** Finds the version of a stored query that a call names. */
import type { Database } from '../db/index.ts'
import { Refusal } from '../refusal/index.ts'
import { weightedCache } from '../weighted-cache.ts'
import { readVersions, type StoredQuery, versionsJson } from './query-store.ts'
import { isVersionPattern, pickVersion } from './semver.ts'

/** Finds the highest version that matches a pattern; without a pattern, the highest of all. */
export type SelectQuery = (db: Database, name: string, version: string | undefined) => Promise<StoredQuery>

export const noQuery = (name: string, version: string | undefined): Refusal => {
  const which = version === undefined ? '' : ` in a version ${version}`
  return new Refusal('query.not_found', `There is no stored query "${name}"${which}.`)
}

const refuseMalformed = (name: string, version: string | undefined): void => {
  if (version !== undefined && !isVersionPattern(version)) throw noQuery(name, version)
}

/** `versions`: of the name, as JSON. */
function pick(versions: string, name: string, version: string | undefined): StoredQuery {
  const found = pickVersion(readVersions(versions), version)
  if (found) return found
  throw noQuery(name, version)
}

export const selectQuery: SelectQuery = async (db, name, version) => {
  refuseMalformed(name, version)
  return pick(await versionsJson(db, name), name, version)
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
    refuseMalformed(name, version)
    const versions = await versionsJson(db, name)
    const key = `${version ?? '*'} ${versions}`
    const known = selected.get(key)
    if (known) return known
    const query = pick(versions, name, version)
    selected.set(key, query)
    return query
  }
}
