/**
 * Leaves in SQL that is written by hand: tests of the store and benchmarks compare it with what the planner makes. The service itself
 * builds its SQL from nodes (decision 0040).
 *
 * A row holds either one value at a path, as it is, or several as a list or an object by instance. Which of the two a query must
 * reckon with is known at planning: `ArchetypeEntry.paths` says `true` where several were ever seen, and `PathMatch.several`
 * says it for a match. It stays right while the query runs if dictionary and rows are read under one snapshot: `refresh`
 * and the query as two statements of one repeatable-read transaction. A path is in the dictionary before the
 * first row that has it is committed.
 *
 * The shapes that were measured (docs/decisions/0003-storage-layout.md), with 19 for the archetype of blood pressure, 218 and
 * 221 for `…/items*[at0004]|ELEMENT/value|DV_QUANTITY/magnitude` and its neighbour, 225 for `…/time|DV_DATE_TIME/#`:
 *
 * -- one leaf of one EHR (index root_latest_of_ehr)
 * select s.value from cairn.root r cross join lateral ${instances('r', systolic)} s
 * where r.latest and r.archetype_key = 19 and r.ehr_id = $1 order by r.commit_number, r.num
 *
 * -- average of a leaf over all, where it never repeats
 * select avg((r.leaves -> '218')::float8) from cairn.root r where r.latest and r.archetype_key = 19
 *
 * -- value filter over all, in the order of commits (index root_latest: stops at the fiftieth)
 * select s.value from cairn.root r cross join lateral ${instances('r', systolic)} s
 * where r.latest and r.archetype_key = 19 and s.value >= $1::jsonb order by r.commit_number, r.num limit 50
 *
 * -- COMPOSITION contains OBSERVATION (index root_latest alone); a COMPOSITION is num 0, so all else is inside it
 * select count(*) from cairn.root c join cairn.root o using (ehr_id, commit_number)
 * where c.latest and c.archetype_key = any($1) and o.latest and o.archetype_key = any($2) and o.num > c.num and o.num <= c.cap
 *
 * -- two leaves of one event: `sameNode` of their instances, here the one repeating step that they share
 * select s.value, d.value from cairn.root r cross join lateral ${instances('r', systolic)} s
 * left join lateral ${instances('r', diastolic)} d on ${sameNode('s.at', 'd.at', 1)}
 * where r.latest and r.archetype_key = 19
 *
 * -- newest 10 values of one EHR: numbers of jsonb are in numeric order, so `#` needs no conversion
 * select s.value from cairn.root r cross join lateral ${instances('r', systolic)} s
 * cross join lateral ${instances('r', time)} t
 * where r.latest and r.archetype_key = 19 and r.ehr_id = $1 and ${sameNode('s.at', 't.at', 1)}
 * order by t.value desc limit 10
 *
 * -- an index for one path; where several are possible, objects come after all numbers and must be looked into
 * create index on cairn.root ((leaves -> '218')) where latest and archetype_key = 19
 *
 * -- a leaf in an archetype inside another: the inner root says by which path and instance it hangs there
 * select i.leaves -> '31' from cairn.root o join cairn.root i using (ehr_id, commit_number)
 * where o.latest and o.archetype_key = 19 and i.parent = o.num and i.via = any($1)
 *
 * -- columns of VERSION, and uid of the object
 * … from cairn.root c join cairn.version v using (ehr_id, commit_number)
 */
import type { PathEntry } from '../packages/server/src/roots/index.ts'

/** The member of an entry that is used here. */
type Keyed = Pick<PathEntry, 'key'>

/** The value as jsonb: `r.leaves -> '47'`. Numbers are compared as such: `r.leaves -> '47' >= $1::jsonb`. */
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
    select '${first}' as at, ${value} as value where jsonb_typeof(${value}) not in ('object', 'array')
    union all
    select key, value from jsonb_each(case jsonb_typeof(${value}) when 'object' then ${value} end)
    union all
    select i - 1 || '${first.slice(1)}', case jsonb_typeof(v) when 'null' then ${value} -> 0 else v end
    from jsonb_array_elements(case jsonb_typeof(${value}) when 'array' then ${value} end) with ordinality l (v, i)
  )`
}

/**
 * Tests that two instances are below the same node, the deepest one that their paths share; `places` is the number of repeating
 * steps that lead to it. There is no condition if no shared step repeats.
 */
export const sameNode = (at: string, other: string, places: number): string =>
  places === 0 ? 'true' : `${prefix(at, places)} = ${prefix(other, places)}`

const prefix = (at: string, places: number): string =>
  places === 1 ? `split_part(${at}, '.', 1)` : `(string_to_array(${at}, '.'))[:${places}]`
