/** Leaves at one instance of a repeating node, and the instances that a root has of one. */
import { all, coalesce, forms, identifier, joined, q } from './fragment.ts'
import type { Fragment } from './nodes.ts'

/** True if one of the leaves exists, at any instance. */
export const hasLeaf = (alias: string, keys: readonly number[]): Fragment => {
  if (keys.length === 0) return q`false`
  const list = joined(
    keys.map(key => q`'${key}'`),
    ', ',
  )
  return q`${identifier(`${alias}.leaves`)} ?| array[${list}]`
}

/** The value at one instance: of a leaf that is an object by vector, or a value at the vector of zeros. */
export const leafAt = (found: Fragment, vector: Fragment): Fragment =>
  q`case jsonb_typeof(${found}) when 'object' then ${found} -> array_to_string(${vector}, '.') else case when 0 = all(${vector}) then ${found} end end`

/** Text of a jsonb string, and of a number in JSON's notation. */
export const asText = (json: Fragment): Fragment => q`(${json}) #>> '{}'`

export const zeros = (places: number): Fragment => q`'${joined(new Array<Fragment>(places).fill(q`0`), '.')}'`

/** All values of a leaf by vector, also where there is but one of it; NULL where there is none. */
export const byVector = (found: Fragment, places: number): Fragment =>
  q`case when ${found} is null then null when jsonb_typeof(${found}) = 'object' then ${found} else ${oneByVector(places, found)} end`

/** The nodes of a cluster want functions that are immutable, and not those of any arguments. */
const oneByVector = (places: number, found: Fragment): Fragment =>
  forms(
    q`jsonb_build_object(${zeros(places)}, ${found})`,
    q`jsonb_set('{}', array[${zeros(places)}], ${found})`,
  )

/** All values that a root has at a path that repeats, as rows of `at` and `value`. */
export function leafValues(found: Fragment, repeats: number): Fragment {
  const each = q`jsonb_each(case jsonb_typeof(${found}) when 'object' then ${found} end)`
  return forms(
    q`(select ${zeros(repeats)} as at, ${found} as value where jsonb_typeof(${found}) <> 'object'
    union all select key, value from ${each})`,
    q`(select coalesce(each.key, ${zeros(repeats)}) as at, case jsonb_typeof(${found}) when 'object' then each.value else ${found} end as value
    from (select 1) once left join lateral ${each} each on true where jsonb_typeof(${found}) <> 'object' or each.key is not null)`,
  )
}

export interface Presence {
  readonly found: Fragment
  readonly places: number
}

/**
 * The instances of a node, by any of the leaves that show it: their vectors cut to the places of the node, and only
 * those below an instance of the node above.
 */
export function instances(
  presence: readonly Presence[],
  places: number,
  above: { readonly vec: Fragment; readonly places: number } | undefined,
  asked: (vec: Fragment) => Fragment | undefined,
): Fragment {
  const [only, more] = presence
  const leaves = presence.map(({ found, places: own }) => byVector(found, own))
  const merged =
    only && more === undefined
      ? joined(leaves, '')
      : joined(
          leaves.map(each => q`coalesce(${each}, '{}')`),
          ' || ',
        )
  const vectors = q`select string_to_array(n.k, '.')::integer[] as vec from jsonb_object_keys(${merged}) n (k)`
  // Leaves below a node that repeats again have longer vectors, several for one instance of it.
  const longer = presence.some(each => each.places > places)
  const own = longer
    ? forms(
        q`select distinct p.vec[:${places}] as vec from (${vectors}) p`,
        q`select p.vec from cairn.instance_starts(${merged}, ${places}) p (vec)`,
      )
    : vectors
  const condition = asked(q`i.vec`)
  const conditions = [
    ...(above ? [q`i.vec[:${above.places}] = ${above.vec}`] : []),
    ...(condition ? [condition] : []),
  ]
  return conditions.length === 0 ? own : q`select i.vec from (${own}) i where ${all(conditions)}`
}

const zeroVector = (places: number): Fragment =>
  q`'{${joined(new Array<Fragment>(places).fill(q`0`), ',')}}'::integer[]`

/** The vector of a root within the one that it hangs in, cut to the places of a node on the way. */
const rootVector = (alias: string, places: number): Fragment =>
  q`(case ${identifier(`${alias}.at`)} when '' then null else string_to_array(${identifier(`${alias}.at`)}, '.')::integer[] end)[:${places}]`

export const sameVector = (alias: string, places: number, vec: Fragment): Fragment =>
  q`${coalesce([rootVector(alias, places), zeroVector(places)], zeroVector(places))} = ${vec}`
