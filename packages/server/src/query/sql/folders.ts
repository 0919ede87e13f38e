/** The objects that a folder refers to, in SQL. */

import { seen } from '../../access/index.ts'
import {
  all,
  byVector,
  column,
  identifier,
  joined,
  q,
  sameVersion,
} from '../../relation/expressions/index.ts'
import { type Derived, derived, type Fragment, isArchetype, roots } from '../../relation/index.ts'
import type { PathEntry } from '../../roots/index.ts'

export interface Folder {
  readonly alias: string
  /** Keys of the archetypes that folders have. */
  readonly archetypes: readonly number[]
  /** Leaves that hold the ids of what they refer to. */
  readonly references: readonly PathEntry[]
}

/** Aliases: of the references, of the versions that they lead to, and of the rows of these. */
export interface FiledAliases {
  readonly filed: string
  readonly version: string
  readonly row: string
}

/** The id of an object, without that of a version; NULL where it is none of ours. */
const objectId = (text: Fragment): Fragment =>
  q`case when split_part(${text}, '::', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(${text}, '::', 1)::uuid end`

/** Rows of the objects that a folder and those inside it refer to; `place` is that of the first reference to each. */
export function filedRows(
  { filed, version, row }: FiledAliases,
  folder: Folder,
  scanned: readonly number[],
  scan: Parameters<typeof roots>[2],
): Derived {
  const { alias, archetypes, references } = folder
  const leaves = references.length === 0 ? [q`(null)`] : references.map(({ key }) => q`('${key}')`)
  const inside = all([
    sameVersion('g', alias),
    q`g.num between ${column(alias, 'num')} and ${column(alias, 'cap')}`,
    isArchetype('g', archetypes),
  ])
  const sql = q`(lateral (select g.ehr_id, ${objectId(q`e.v`)} as object_id, min(array[g.num, e.k::integer]) as place
    from ${seen.root('g')} cross join (values ${joined(leaves, ', ')}) p (key)
    cross join lateral jsonb_each_text(${byVector(q`g.leaves -> p.key`, 1)}) e (k, v)
    where ${inside} group by 1, 2) ${identifier(filed)}
  join ${seen.version(version)} on ${column(version, 'ehr_id')} = ${column(filed, 'ehr_id')} and ${column(version, 'object_id')} = ${column(filed, 'object_id')}
  join ${seen.root(row)} on ${sameVersion(row, version)})`
  return derived(`that folder ${alias} refers to`, sql, roots(row, scanned, scan))
}
