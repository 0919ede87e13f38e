/** Leaves of a row of `cairn.root` in SQL, as they are and at one instance of a repeating node. */
import { coalesce, type Fragment, identifier, joined, q } from './fragment.ts'

/** The value of a leaf that occurs once: `c.leaves -> '47'`. */
export const leaf = (alias: string, key: number): Fragment => q`${identifier(`${alias}.leaves`)} -> '${key}'`

export const leafText = (alias: string, key: number): Fragment =>
  q`${identifier(`${alias}.leaves`)} ->> '${key}'`

/** Whether one of the leaves is there, at any instance. */
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

export const isSpread = (found: Fragment): Fragment => q`jsonb_typeof(${found}) = 'object'`

const zeros = (places: number): Fragment =>
  q`'{${joined(new Array<Fragment>(places).fill(q`0`), ',')}}'::integer[]`

/** All vectors of a leaf with this many places, as rows with one column `vec`. */
const vectors = (found: Fragment, places: number): Fragment => q`
      select ${zeros(places)} as vec where jsonb_typeof(${found}) <> 'object'
      union all
      select string_to_array(e.key, '.')::integer[] from jsonb_each(case jsonb_typeof(${found}) when 'object' then ${found} end) e`

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
  const all = joined(
    presence.map(({ found, places: own }) => vectors(found, own)),
    ' union all ',
  )
  const inside = above ? q` where p.vec[:${above.places}] = ${above.vec}` : q``
  const found = q`select distinct p.vec[:${places}] as vec from (${all}) p${inside}`
  const condition = asked(q`i.vec`)
  return condition ? q`select i.vec from (${found}) i where ${condition}` : found
}

/** The vector of a root within the one that it hangs in, cut to the places of a node on the way. */
export const rootVector = (alias: string, places: number): Fragment =>
  q`(case ${identifier(`${alias}.at`)} when '' then null else string_to_array(${identifier(`${alias}.at`)}, '.')::integer[] end)[:${places}]`

export const sameVector = (alias: string, places: number, vec: Fragment): Fragment =>
  q`${coalesce([rootVector(alias, places), zeros(places)], zeros(places))} = ${vec}`
