/**
 * The keys of a column as a query: `ehr_id, commit_number, k`, one row for each record that shows a value there.
 * Ordering, filtering and counting are built from it, and an index on its key serves all three.
 *
 * A column shows what is in the first node at every step (`record.ts`), so without names the vectors of roots and leaves
 * are all zeros; a name picks the first node that has it.
 */
import { columnIndex, type IndexDefinition } from '../../indexes/index.ts'
import {
  any,
  coalesce,
  column,
  constant,
  firstOfLeaf,
  identifier,
  isPresent,
  joined,
  keys,
  leaf,
  leafAtText,
  leafValues,
  noneOf,
  q,
  sameVersion,
  zeros,
} from '../../relation/expressions/index.ts'
import {
  type Fragment,
  filter,
  isArchetype,
  join,
  lookup,
  type Project,
  table,
} from '../../relation/index.ts'
import { mayBeShared, type PathEntry } from '../../roots/index.ts'
import type { ColumnKey, Hop, NameCondition } from './column-key.ts'

const jsonText = (text: string): Fragment => constant('jsonb', JSON.stringify(text))

/** The text of a vector continued by zeros: `at` has so many places, and shall have `wanted`. */
const continued = (at: Fragment, places: number, wanted: number): Fragment =>
  wanted <= places ? at : q`${at} || '.' || ${zeros(wanted - places)}`

/** The vector of the node that the names pick in a row, as a scalar sub-query with so many places. */
function picked(root: string, names: readonly NameCondition[], wanted: number): Fragment {
  const picks = names.map(({ entries, places, name }, at) => {
    const values = entries.map(
      entry => q`select at, value from ${leafValues(leaf(root, entry), entry.repeats)} i`,
    )
    const prefix = prefixOf(names[at - 1], at, places)
    const start = prefix === undefined ? q`` : q` and starts_with(a.at, ${prefix} || '.')`
    return q`lateral (select a.at from (${joined(values, ' union all ')}) a where a.value = ${jsonText(name)}${start}
      order by string_to_array(a.at, '.')::integer[] limit 1) ${identifier(`n${at}`)}`
  })
  const last = names.at(-1)
  const vector = continued(column(`n${names.length - 1}`, 'at'), last?.places ?? 0, wanted)
  return q`(select ${vector} from ${joined(picks, ', ')})`
}

/** The start of the instance vector of a named node, which is below the node before it. */
function prefixOf(before: NameCondition | undefined, at: number, places: number): Fragment | undefined {
  if (before) return continued(column(`n${at - 1}`, 'at'), before.places, places - 1)
  return places > 1 ? zeros(places - 1) : undefined
}

/** A leaf of the first node, as jsonb. */
function leafOf(root: string | undefined, entry: PathEntry, names: readonly NameCondition[]): Fragment {
  const found = leaf(root, entry)
  if (entry.repeats === 0) return q`(${found})`
  const first = zeros(entry.repeats)
  if (names.length === 0 || root === undefined) return firstOfLeaf(found, first)
  return q`(select ${leafAtText(found, q`w.at`, first)}
    from (select ${picked(root, names, entry.repeats)} as at) w)`
}

/** Of several classes one at most stands there. */
function firstOf(
  root: string | undefined,
  leaves: readonly PathEntry[],
  { names }: ColumnKey,
  kind: ColumnKey['kind'],
): Fragment {
  const json = coalesce(
    leaves.map(entry => leafOf(root, entry, names)),
    q`null::jsonb`,
  )
  return kind === 'text' ? q`((${json}) #>> '{}') collate "C"` : q`(${json})`
}

const keyOf = (root: string | undefined, key: ColumnKey): Fragment => firstOf(root, key.leaves, key, key.kind)

const codeOf = (root: string, key: ColumnKey): Fragment =>
  key.codes.length === 0 ? q`null::text` : firstOf(root, key.codes, key, 'text')

const isNamed = (root: string, { entries, name }: NameCondition): Fragment => {
  const wanted = jsonText(name)
  return any(entries.map(entry => q`${leaf(root, entry)} = ${wanted}`))
}

/** The number of the outermost root. */
const OUTERMOST = q`0`

/** A root above another: its alias, or undefined for the outermost where nothing is asked of that. */
type Parent = string | undefined

/** The instance in its parent: the first, or if a name says which, any index at the end. */
function isAt(alias: string, parent: Parent, { via, names, name }: Hop): readonly Fragment[] {
  const places = via[0]?.repeats ?? 0
  if (names.length === 0 && !name) return [q`${column(alias, 'at')} is null`]
  const at = q`coalesce(${column(alias, 'at')}, ${zeros(places)})`
  if (!name) return parent === undefined ? [] : [q`${at} = ${picked(parent, names, places)}`]
  if (places < 2) return []
  const before =
    names.length === 0 || parent === undefined ? zeros(places - 1) : picked(parent, names, places - 1)
  return [q`starts_with(${at}, ${before} || '.')`]
}

/** That a root is attached where the hop says, to a root of the hop before it. */
function isAttached(alias: string, parent: Parent, hop: Hop): readonly Fragment[] {
  return [
    isArchetype(alias, [hop.archetype.key]),
    q`${column(alias, 'via')} = any(${keys(hop.via.map(({ key }) => key))})`,
    q`${column(alias, 'parent')} = ${parent === undefined ? OUTERMOST : column(parent, 'num')}`,
    ...isAt(alias, parent, hop),
    ...(hop.name ? [isNamed(alias, hop.name)] : []),
  ]
}

/** Of several that a name fits, the first. */
function isFirst(alias: string, parent: Parent, hop: Hop): readonly Fragment[] {
  if (!hop.name) return []
  const earlier = [
    sameVersion('e', alias),
    q`e.num < ${column(alias, 'num')}`,
    ...isAttached('e', parent, hop),
  ]
  return [noneOf(filter(table('root', 'e'), earlier))]
}

/** The roots above `r`, the one that has the leaves, and what is asked of all of them. */
function chainOf({ hops, archetype }: ColumnKey) {
  const [first] = hops
  if (!first) return { above: [], conditions: [q`r.num = 0`, isArchetype('r', [archetype.key])] }
  const aliases = hops.map((_, at) => (at === hops.length - 1 ? 'r' : `r${at}`))
  // Only where something is asked of the outermost root is it joined; else its number says enough.
  const top = first.names.length > 0 ? 'top' : undefined
  const conditions = hops.flatMap((hop, at) => {
    const alias = aliases[at] ?? 'r'
    const parent = aliases[at - 1] ?? top
    return [...isAttached(alias, parent, hop), ...isFirst(alias, parent, hop)]
  })
  return {
    above: [...(top === undefined ? [] : [top]), ...aliases.slice(0, -1)],
    conditions: [...(top === undefined ? [] : [q`top.num = 0`]), ...conditions],
  }
}

/** `where` narrows it by the key and, of a coded value, its code. */
export function keyQuery(
  key: ColumnKey,
  where: (k: Fragment, code: Fragment) => readonly Fragment[] = () => [],
): Project {
  const k = keyOf('r', key)
  const { above, conditions } = chainOf(key)
  const joins = above.map(alias => join(table('root', alias), [sameVersion(alias, 'r')], false))
  return {
    kind: 'project',
    rows: filter(lookup(table('root', 'r'), joins), [
      q`r.latest`,
      ...conditions,
      isPresent(k),
      ...where(k, codeOf('r', key)),
    ]),
    columns: [
      { name: 'ehr_id', sql: q`r.ehr_id` },
      { name: 'commit_number', sql: q`r.commit_number` },
      { name: 'k', sql: k },
    ],
    order: [],
  }
}

/** The index for the column; undefined if names decide what its key is, or if roots share their leaves. */
export const indexOf = (key: ColumnKey): IndexDefinition | undefined =>
  key.names.length > 0 || key.leaves.some(mayBeShared)
    ? undefined
    : columnIndex(keyOf(undefined, key), key.archetype.key)
