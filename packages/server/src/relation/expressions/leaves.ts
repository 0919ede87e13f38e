/** Leaves at one instance of a repeating node, and the instances that a root has of one. */
import { open } from '../../access/index.ts'
import { mayBeShared, type PathEntry } from '../../roots/index.ts'
import type { Fragment } from '../nodes.ts'
import { isPresent, leaf } from './expressions.ts'
import { all, any, coalesce, forms, identifier, joined, q } from './fragment.ts'

/** A leaf of the root, or the one that it shares with others (`roots/shared-leaves.ts`); `of` reads it from either. */
export const orShared = (root: string, own: Fragment, of: (leaves: Fragment) => Fragment): Fragment =>
  q`coalesce(${own}, (select ${of(q`s.leaves`)} from ${open.shared_leaves} s where s.shared_key = ${identifier(`${root}.shared_key`)}))`

/** True if one of the leaves exists, at any instance. */
export function hasLeaf(alias: string, entries: readonly Pick<PathEntry, 'key' | 'text'>[]): Fragment {
  if (entries.length === 0) return q`false`
  const list = joined(
    entries.map(({ key }) => q`'${key}'`),
    ', ',
  )
  const shared = entries.filter(mayBeShared).map(entry => isPresent(leaf(alias, entry)))
  return any([q`${identifier(`${alias}.leaves`)} ?| array[${list}]`, ...shared])
}

/** A condition: a leaf has several values, as a list or by vector (`roots/writing/leaves-json.ts`). */
export const isSeveral = (found: Fragment): Fragment => q`jsonb_typeof(${found}) in ('array', 'object')`

/** An element of a list; one that is null is the same as the first, and one beyond its end is NULL. */
const elementOf = (found: Fragment, index: Fragment): Fragment =>
  q`case jsonb_typeof(${found} -> ${index}) when 'null' then ${found} -> 0 else ${found} -> ${index} end`

/** The value at one instance. */
export const leafAt = (found: Fragment, vector: Fragment): Fragment =>
  q`case jsonb_typeof(${found}) when 'object' then ${found} -> array_to_string(${vector}, '.') when 'array' then case when 0 = all((${vector})[2:]) then ${elementOf(found, q`(${vector})[1]`)} end else case when 0 = all(${vector}) then ${found} end end`

/** The same by the text of a vector; `none` is that of zeros. */
export function leafAtText(found: Fragment, at: Fragment, none: Fragment): Fragment {
  const index = q`split_part(${at}, '.', 1)`
  return q`case jsonb_typeof(${found}) when 'object' then ${found} -> ${at} when 'array' then case when ${at} = ${index} || substr(${none}, 2) then ${elementOf(found, q`${index}::integer`)} end else case when ${at} = ${none} then ${found} end end`
}

/** The value in the first node; `none` is the text of a vector of zeros. */
export const firstOfLeaf = (found: Fragment, none: Fragment): Fragment =>
  q`case jsonb_typeof(${found}) when 'object' then ${found} -> ${none} when 'array' then ${found} -> 0 else ${found} end`

/** Text of a jsonb string, and of a number in JSON's notation. */
export const asText = (json: Fragment): Fragment => q`(${json}) #>> '{}'`

export const zeros = (places: number): Fragment => q`'${joined(new Array<Fragment>(places).fill(q`0`), '.')}'`

/** All values of a leaf by vector, in whichever form it has them; NULL where there is none. A function, and slower than the forms below. */
export const byVector = (found: Fragment, places: Fragment | number): Fragment =>
  q`${open.by_vector}(${found}, ${places})`

/**
 * The elements of a list, as rows of `n.v` and, from 1, `n.i`; none if the leaf is no list. The database expects 100 of them: of `generate_series` up to
 * the length it expects 1000, and then takes whole tables for no dearer than an index.
 */
export const listElements = (found: Fragment): Fragment =>
  q`jsonb_array_elements(case jsonb_typeof(${found}) when 'array' then ${found} end) with ordinality n (v, i)`

/** The value of an element among those. */
const listedValue = (found: Fragment): Fragment =>
  q`case jsonb_typeof(n.v) when 'null' then ${found} -> 0 else n.v end`

/** All values that a root has at a path that repeats, as rows of `at` and `value`. */
export function leafValues(found: Fragment, repeats: number): Fragment {
  const at = repeats < 2 ? q`(n.i - 1)::text` : q`(n.i - 1) || '.' || ${zeros(repeats - 1)}`
  return forms(
    q`(select ${zeros(repeats)} as at, ${found} as value where not ${isSeveral(found)}
    union all select key, value from jsonb_each(case jsonb_typeof(${found}) when 'object' then ${found} end)
    union all select ${at}, ${listedValue(found)} from ${listElements(found)})`,
    q`(select each.key as at, each.value from jsonb_each(${byVector(found, repeats)}) each)`,
  )
}

export interface Presence {
  readonly found: Fragment
  readonly places: number
}

const VECTOR_OF_KEY = q`string_to_array(n.k, '.')::integer[] as vec`

/** Vectors from the keys of an object. */
const keysOf = (object: Fragment): Fragment =>
  q`select ${VECTOR_OF_KEY} from jsonb_object_keys(${object}) n (k)`

/** The same, each with its value. */
const membersOf = (object: Fragment): Fragment =>
  q`select ${VECTOR_OF_KEY}, n.v as value from jsonb_each(${object}) n (k, v)`

/** A leaf that is no list as an object by vector. */
const objectOf = ({ found, places }: Presence): Fragment =>
  q`case jsonb_typeof(${found}) when 'object' then ${found} when 'array' then null else case when ${found} is not null then jsonb_build_object(${zeros(places)}, ${found}) end end`

/** The vector of an element of a list. */
const listedVector = (places: number): Fragment =>
  q`array[${joined([q`(n.i - 1)::integer`, ...new Array<Fragment>(Math.max(places - 1, 0)).fill(q`0`)], ', ')}]`

/** The vectors of the values of a leaf. The nodes of a cluster want functions that are immutable, and no UNION of rows without a table. */
const vectorsOf = (leaf: Presence): Fragment =>
  forms(
    q`${keysOf(objectOf(leaf))} union all select ${listedVector(leaf.places)} from ${listElements(leaf.found)}`,
    keysOf(byVector(leaf.found, leaf.places)),
  )

/**
 * The same, each with its value, which then need not be looked for by the vector. OFFSET 0 keeps the UNION together: a condition beside it is looked
 * at once, and not in each of its parts, which are started for every row.
 */
export const valuesByVector = (leaf: Presence): Fragment =>
  forms(
    q`${membersOf(objectOf(leaf))} union all select ${listedVector(leaf.places)}, ${listedValue(leaf.found)} from ${listElements(leaf.found)} offset 0`,
    membersOf(byVector(leaf.found, leaf.places)),
  )

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
  const isOne = only && more === undefined
  const byVectors = presence.map(({ found, places: own }) => byVector(found, own))
  const merged = isOne
    ? joined(byVectors, '')
    : joined(
        byVectors.map(each => q`coalesce(${each}, '{}')`),
        ' || ',
      )
  const vectors = isOne
    ? vectorsOf(only)
    : forms(
        joined(
          presence.map(each => q`(${vectorsOf(each)})`),
          ' union ',
        ),
        keysOf(merged),
      )
  // Leaves below a node that repeats again have longer vectors, several for one instance of it.
  const longer = presence.some(each => each.places > places)
  const own = longer
    ? forms(
        q`select distinct p.vec[:${places}] as vec from (${vectors}) p`,
        q`select p.vec from ${open.instance_starts}(${merged}, ${places}) p (vec)`,
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
