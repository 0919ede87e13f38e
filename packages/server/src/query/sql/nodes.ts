/**
 * Nodes inside archetypes in SQL: a row of `cairn.root`, joined to the places at which its archetype has the class, and to the
 * instances that the row has of each. Places are positions in arrays, which go along as values: a statement over a thousand
 * places is no longer than one over ten, and a row looks at those of its own archetype only.
 */
import { open, seen } from '../../access/index.ts'
import {
  all,
  byVector,
  column,
  forms,
  identifier,
  isSeveral,
  isWithin,
  joined,
  leafAtText,
  listElements,
  orShared,
  q,
  sameVersion,
  value,
  zeros,
} from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import { mayBeShared, type PathEntry } from '../../roots/index.ts'

/** A place, by one of the leaves that show the node; those of one archetype stand together. */
export interface NodeRow {
  readonly archetype: number
  /** From 1. */
  readonly place: number
  /** A leaf that is there where the node is; undefined: the node is the row itself. */
  readonly seen: number | undefined
  /** Number of lists on the way to the node. */
  readonly repeats: number
  /** Numbers to order by, -1 where there are no more. */
  readonly order: readonly number[]
  /** Paths below the node at which other archetypes begin. */
  readonly via: readonly number[]
  /** The places of the class above that this one is inside of. */
  readonly within: readonly number[]
}

/** Aliases: of the row, of its place, of the leaves that are read there, and of the instance. */
interface Aliases {
  readonly root: string
  readonly place: string
  readonly leaves: string
  readonly instance: string
}

export interface NodeTable {
  readonly root: string
  /** The number of the place, and the instance as text and as numbers. */
  readonly place: Fragment
  readonly at: Fragment
  readonly vec: Fragment
  readonly via: Fragment
  readonly within: Fragment
  /** Within the row: part by part of the path, and between the parts by position. */
  readonly order: readonly Fragment[]
  /** True if the node is the row itself. */
  readonly isRow: Fragment
  /** A leaf below the node, by its number: its value, or of one that repeats below the node again, its values by instance from there. */
  readonly leaf: (number: number, repeats: number) => Fragment
  /** `leaves`: each leaf that is read, by row; undefined where a place has none such. */
  readonly tables: (leaves: readonly LeavesByRow[]) => Fragment
}

type LeavesByRow = readonly (PathEntry | undefined)[]

const array = (numbers: readonly number[]): Fragment => value('integer[]', () => numbers)

/** Lists of numbers in one array, and for each where it starts and ends. */
function slices(lists: readonly (readonly number[])[], at: Fragment): Fragment {
  const starts: number[] = []
  const ends: number[] = []
  const all: number[] = []
  for (const list of lists) {
    starts.push(all.length + 1)
    all.push(...list)
    ends.push(all.length)
  }
  return q`(${array(all)})[(${array(starts)})[${at}]:(${array(ends)})[${at}]]`
}

export function nodeTable(aliases: Aliases, given: readonly NodeRow[]): NodeTable {
  const rows = given.toSorted((a, b) => a.archetype - b.archetype)
  const { root, place, leaves, instance } = aliases
  const n = column(place, 'n')
  const numbered = (of: (row: NodeRow) => number): Fragment => q`(${array(rows.map(of))})[${n}]`
  const vec = q`string_to_array(${column(instance, 'at')}, '.')::integer[]`
  const seenNumber = numbered(row => row.seen ?? 0)
  const parts = rows[0]?.order.length ?? 0
  return {
    root,
    place: numbered(row => row.place),
    at: column(instance, 'at'),
    vec: q`(${vec})`,
    via: slices(
      rows.map(row => row.via),
      n,
    ),
    within: slices(
      rows.map(row => row.within),
      n,
    ),
    order: Array.from({ length: parts }, (_, at) => [
      numbered(row => row.order[at] ?? -1),
      q`coalesce((${vec})[${at + 1}], -1)`,
    ]).flat(),
    isRow: q`${seenNumber} = 0`,
    leaf: (number, repeats) =>
      leafAt(column(leaves, `x${number}`), column(instance, 'at'), column(leaves, 'zeros'), repeats),
    tables: entries => tablesOf(aliases, rows, seenNumber, entries, given),
  }
}

/** The number of places of a vector, from the text of zeros. */
const placesOf = (none: Fragment): Fragment => q`(length(${none}) + 1) / 2`

function leafAt(found: Fragment, at: Fragment, none: Fragment, repeats: number): Fragment {
  if (repeats === 0) return leafAtText(found, at, none)
  const values = byVector(found, q`${repeats} + ${placesOf(none)}`)
  return q`case when ${isSeveral(found)} then case ${at} when '' then ${found} else ${below(values, at)} end else case when ${at} = ${none} then ${found} end end`
}

/** From the values of a leaf by vector, those below an instance, by the rest of their vectors. */
const below = (values: Fragment, at: Fragment): Fragment =>
  forms(
    q`(select jsonb_object_agg(substr(e.k, length(${at}) + 2), e.v) from jsonb_each(${values}) e (k, v) where starts_with(e.k, ${at} || '.'))`,
    q`${open.leaf_below}(${values}, ${at})`,
  )

const isShared = (list: LeavesByRow): boolean => list.some(entry => entry && mayBeShared(entry))

/** The nodes of a cluster look nothing up for a row without a table: there, shared leaves are joined. */
const joinShared = (root: string, shared: string): Fragment =>
  forms(
    q``,
    q`
  left join ${open.shared_leaves} ${identifier(shared)} on ${column(shared, 'shared_key')} = ${column(root, 'shared_key')}`,
  )

/** The leaf of a row is fetched once. A leaf without instances counts as one instance whose positions are all 0. */
function tablesOf(
  { root, place, leaves, instance }: Aliases,
  rows: readonly NodeRow[],
  seenNumber: Fragment,
  entries: readonly LeavesByRow[],
  given: readonly NodeRow[],
): Fragment {
  const n = column(place, 'n')
  const of = (key: Fragment, leaves = column(root, 'leaves')): Fragment => q`${leaves} -> (${key})::text`
  const numbered = (list: readonly number[]): Fragment => q`(${array(list)})[${n}]`
  const longest = Math.max(...rows.map(({ repeats }) => repeats))
  const shared = `${root}s`
  const read = entries.map((list, number) => {
    const byRow = new Map(given.map((row, at) => [row, list[at]?.key]))
    const key = numbered(rows.map(row => byRow.get(row) ?? 0))
    const own = of(key)
    const found = isShared(list)
      ? forms(
          orShared(root, own, from => of(key, from)),
          q`coalesce(${own}, ${of(key, column(shared, 'leaves'))})`,
        )
      : own
    return q`${found} as ${identifier(`x${number}`)}`
  })
  const [first, last] = boundsOf(rows)
  const archetype = column(root, 'archetype_key')
  const f = column(leaves, 'f')
  return q`(${seen.root(root)}${entries.some(isShared) ? joinShared(root, shared) : q``}
  cross join lateral unnest((${array(rows.map((_, at) => at + 1))})[(${array(first)})[${archetype}]:(${array(last)})[${archetype}]]) ${identifier(place)} (n)
  cross join lateral (select ${joined(
    [
      q`case ${seenNumber} when 0 then '0'::jsonb else ${of(seenNumber)} end as f`,
      q`left(${zeros(longest)}, greatest(2 * ${numbered(rows.map(({ repeats }) => repeats))} - 1, 0)) as zeros`,
      ...read,
    ],
    ', ',
  )} offset 0) ${identifier(leaves)}
  cross join lateral (${instancesOf(f, column(leaves, 'zeros'))}) ${identifier(instance)})`
}

/** The instances of a leaf: the one of zeros, the indexes of a list, or the keys of an object. */
function instancesOf(f: Fragment, zero: Fragment): Fragment {
  const ofObject = q`jsonb_object_keys(case jsonb_typeof(${f}) when 'object' then ${f} end)`
  return forms(
    q`select ${zero} as at where not ${isSeveral(f)} union all select k from ${ofObject} k union all select (n.i - 1) || substr(${zero}, 2) from ${listElements(f)}`,
    q`select coalesce(k.k, ${zero}) as at from (select 1) once left join lateral jsonb_object_keys(case when ${isSeveral(f)} then ${byVector(f, placesOf(zero))} end) k (k) on true where not ${isSeveral(f)} or k.k is not null`,
  )
}

/** The first and last position of each archetype, by its key; an empty range if it has none. */
function boundsOf(rows: readonly NodeRow[]): readonly [first: readonly number[], last: readonly number[]] {
  const length = Math.max(...rows.map(({ archetype }) => archetype))
  const first = new Array<number>(length).fill(1)
  const last = new Array<number>(length).fill(0)
  for (const [at, { archetype }] of rows.entries()) {
    if (last[archetype - 1] === 0) first[archetype - 1] = at + 1
    last[archetype - 1] = at + 1
  }
  return [first, last]
}

/** A row is not inside itself. */
export const isNotItself = ({ root, isRow }: NodeTable, outer: string): Fragment =>
  q`(${column(root, 'num')} <> ${column(outer, 'num')} or not ${isRow})`

/** A node inside another one of the same row. */
export const isInNode = (inner: NodeTable, outer: NodeTable): Fragment =>
  all([
    isWithin(inner.root, outer.root, 'in the same root'),
    q`${outer.place} = any(${inner.within})`,
    q`${inner.vec}[:cardinality(${outer.vec})] = ${outer.vec}`,
  ])

/** A row that hangs in a node, or in a row that does. `hanging` is an alias of its own. */
export function isBelowNode(alias: string, outer: NodeTable, hanging: string): Fragment {
  const { vec } = outer
  const own = column(hanging, 'at')
  return all([
    sameVersion(alias, outer.root),
    q`exists (select from ${seen.root(hanging)} where ${all([
      sameVersion(hanging, outer.root),
      q`${column(hanging, 'parent')} = ${column(outer.root, 'num')}`,
      q`${column(hanging, 'via')} = any(${outer.via})`,
      q`case coalesce(${own}, '') when '' then 0 = all(${vec}) else (string_to_array(${own}, '.')::integer[])[:cardinality(${vec})] = ${vec} end`,
      q`${column(alias, 'num')} between ${column(hanging, 'num')} and ${column(hanging, 'cap')}`,
    ])})`,
  ])
}
