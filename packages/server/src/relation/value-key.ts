/** The keys by which roots are in the order of a value: the greatest or the least that a root has at some paths (decision 0050). */
import { open } from '../access/index.ts'
import type { PathEntry } from '../roots/index.ts'
import { leaf } from './expressions/expressions.ts'
import { identifier, joined, q } from './expressions/fragment.ts'
import { asText, isSeveral } from './expressions/leaves.ts'
import type { Fragment } from './nodes.ts'

/** Values of roots of one archetype, all of one kind. */
export interface ValueKey {
  readonly archetype: number
  /** One for each class that was ever seen there: an instance has one of them at most. */
  readonly leaves: readonly Pick<PathEntry, 'key' | 'text' | 'repeats'>[]
  /** Texts are compared by code point, all others as jsonb. */
  readonly isText: boolean
}

export type ValueEnd = 'greatest' | 'least'

/** Without an alias for what an index is on. */
type Root = string | undefined

const FUNCTIONS: Readonly<Record<ValueEnd, Readonly<Record<'text' | 'json', Fragment>>>> = {
  greatest: { text: q`${open.greatest_text}`, json: q`${open.greatest_value}` },
  least: { text: q`${open.least_text}`, json: q`${open.least_value}` },
}

function endOf(root: Root, entry: ValueKey['leaves'][number], isText: boolean, end: ValueEnd): Fragment {
  const found = leaf(root, entry)
  const only = isText ? asText(found) : found
  if (entry.repeats === 0) return q`(${only})`
  const several = q`${FUNCTIONS[end][isText ? 'text' : 'json']}(${found})`
  return q`(case when ${isSeveral(found)} then ${several} else ${only} end)`
}

/** The greatest or the least value of a root; NULL if it has none. */
export function valueEnd(root: Root, { leaves, isText }: ValueKey, end: ValueEnd): Fragment {
  const ends = leaves.map(entry => endOf(root, entry, isText, end))
  const [only, more] = ends
  const key =
    only && more === undefined
      ? only
      : q`${end === 'greatest' ? q`greatest` : q`least`}(${joined(ends, ', ')})`
  return isText ? q`(${key} collate "C")` : key
}

const leavesOf = (root: Root): Fragment => (root === undefined ? q`leaves` : identifier(`${root}.leaves`))

/** A condition: an instance of the root may have no value. True for every root of which one has none, and for few others. */
export function mayLackValue(root: Root, { leaves }: ValueKey): Fragment {
  const places = Math.max(...leaves.map(({ repeats }) => repeats))
  const keys = joined(
    leaves.map(({ key }) => q`'${key}'`),
    ', ',
  )
  const present = q`${leavesOf(root)} ?| array[${keys}]`
  return places === 0
    ? q`not (${present})`
    : q`${open.may_lack_value}(${leavesOf(root)}, array[${keys}], ${places})`
}

/** All values of a root as one jsonb, which contains each of them. */
export function allValues(root: Root, { leaves }: ValueKey): Fragment {
  const each = leaves.map(entry => {
    const found = leaf(root, entry)
    return entry.repeats === 0
      ? q`(${found})`
      : q`(case jsonb_typeof(${found}) when 'object' then jsonb_path_query_array(${found}, '$.*') else ${found} end)`
  })
  const [only, more] = each
  return only && more === undefined
    ? only
    : joined(
        each.map(value => q`coalesce(${value}, '[]')`),
        ' || ',
      )
}
