/**
 * Leaves in SQL. Keys come from the dictionary and are whole numbers, aliases from the planner: nothing here takes a
 * text of a query.
 *
 * A row holds either one value at a path, as it is, or an object of them by instance. Which of the two a query must
 * reckon with is known at planning: `ArchetypeEntry.paths` says `true` where several were ever seen. It stays
 * right while the query runs if dictionary and rows are read under one snapshot: `refresh` and the query as two statements of
 * one repeatable-read transaction. A path is in the dictionary before the first row that has it is committed.
 */
import type { PathEntry } from './entries.ts'

/** Everything an entry is needed for here. */
type Keyed = Pick<PathEntry, 'key'>

/** The value as jsonb: `r.leaves -> '47'`. Compare numbers as `leaf(…) >= $1::jsonb`, the cheapest form there is. */
export const leaf = (root: string, { key }: Keyed): string => `${root}.leaves -> '${key}'`

/** The value as text, of strings and, in JSON's notation, of numbers. COLLATE "C" puts texts in the order of AQL. */
export const leafText = (root: string, { key }: Keyed): string => `${root}.leaves ->> '${key}'`

/** For arithmetic: AVG, SUM, ROUND. Comparisons and ORDER BY need no conversion: jsonb numbers are in numeric order. */
export const leafNumber = (root: string, { key }: Keyed): string => `(${root}.leaves -> '${key}')::float8`

/**
 * All values of a path that may have several, as a source of `FROM` with columns `at` and `value`:
 *
 *   from cairn.root r cross join lateral (…) as systolic
 *
 * `left join lateral (…) as systolic on true` keeps a root without any.
 */
export function instances(root: string, { key, repeats }: Keyed & Pick<PathEntry, 'repeats'>): string {
  const value = `${root}.leaves -> '${key}'`
  const first = '0'.padEnd(2 * repeats - 1, '.0')
  return `(
    select '${first}' as at, ${value} as value where jsonb_typeof(${value}) <> 'object'
    union all
    select key, value from jsonb_each(case jsonb_typeof(${value}) when 'object' then ${value} end)
  )`
}

/**
 * Whether two instances lie below the same node: the node is the deepest one that their paths share, and `places` the
 * number of repeating steps that lead to it. No condition at all where nothing shared repeats.
 */
export const sameNode = (at: string, other: string, places: number): string =>
  places === 0 ? 'true' : `${prefix(at, places)} = ${prefix(other, places)}`

const prefix = (at: string, places: number): string =>
  places === 1 ? `split_part(${at}, '.', 1)` : `(string_to_array(${at}, '.'))[:${places}]`
