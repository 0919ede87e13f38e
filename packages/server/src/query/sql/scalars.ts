/** Small expressions that the planner puts together. */
import { open } from '../../access/index.ts'
import { column, q, value } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'

export const NULL = q`null`
export const NULL_JSON = q`null::jsonb`
export const NULL_TEXT = q`null::text`
export const NULL_INTEGER = q`null::integer`

export const not = (condition: Fragment): Fragment => q`not (${condition})`
export const inBrackets = (fragment: Fragment): Fragment => q`(${fragment})`
export const orFalse = (condition: Fragment): Fragment => q`coalesce(${condition}, false)`
export const isNotNull = (fragment: Fragment): Fragment => q`${fragment} is not null`
export const isNull = (fragment: Fragment): Fragment => q`${fragment} is null`
export const isEqual = (a: Fragment, b: Fragment): Fragment => q`${a} = ${b}`
export const descending = (key: Fragment): Fragment => q`${key} desc`
export const jsonOf = (fragment: Fragment): Fragment => q`to_jsonb(${fragment})`
export const numeric = (json: Fragment): Fragment => q`(${json})::numeric`
export const hasRows = (query: Fragment): Fragment => q`exists (${query})`

/** Texts in the order of code points, as AQL has them. */
export const byCodePoint = (text: Fragment): Fragment => q`(${text}) collate "C"`

/** The beginning of a vector. */
export const vectorStart = (vector: Fragment, places: number): Fragment => q`${vector}[:${places}]`

/** A vector as text, `0.2`. */
export const vectorText = (vector: Fragment): Fragment => q`array_to_string(${vector}, '.')`

/** A vector that continues another, both as texts. */
export const vectorFrom = (start: Fragment, rest: Fragment): Fragment =>
  q`concat_ws('.', nullif(${start}, ''), ${rest})`

/** A terminology id, of any version. */
export const isTerminology = (id: Fragment, name: string): Fragment =>
  q`(${id} = ${value('text', () => name)} or starts_with(${id}, ${value('text', () => `${name}(`)}))`

/** The archetype id of a root, which no leaf has. */
export const archetypeIdOf = (root: string): Fragment =>
  q`(select a.archetype_id from ${open.archetype} a where a.archetype_key = ${column(root, 'archetype_key')})`

/**
 * The same, of a root of one of these archetypes: by a map that comes with the statement. The table would be read for each row, which takes ten
 * times as long to count them.
 */
export function archetypeIdAmong(
  root: string,
  archetypes: readonly { readonly key: number; readonly id: string }[],
): Fragment {
  const ids = JSON.stringify(Object.fromEntries(archetypes.map(({ key, id }) => [key, id])))
  return q`${value('jsonb', () => ids)} ->> ${column(root, 'archetype_key')}::text`
}

/** A root says `true` for its own archetype id, to be shorter. */
export const orOwnArchetype = (root: string, found: Fragment): Fragment =>
  q`case when ${found} = 'true'::jsonb then to_jsonb(${archetypeIdOf(root)}) else ${found} end`

/** The node id of the place with that number; a place without one is the root itself. */
export const nodeIdAtPlace = (ids: Fragment, place: Fragment, root: string): Fragment =>
  q`coalesce((${ids})[${place}], ${archetypeIdOf(root)})`
