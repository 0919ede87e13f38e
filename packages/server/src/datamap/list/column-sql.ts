/**
 * The keys of a column as a relation in SQL: `ehr_id, commit_number, k`, one row for each record that shows a value there.
 * Ordering, filtering and counting are built from it, and an index on its key serves all three.
 *
 * A column shows what is in the first node at every step (`record.ts`), so without names the vectors of roots and leaves
 * are all zeros; a name picks the first node that has it. Numbers of the dictionary and aliases of ours become
 * text here, and names parameters.
 */
import { instances, type PathEntry } from '../../roots/index.ts'
import type { ColumnKey, Hop, NameCondition } from './column-key.ts'

/** Gives a value its `$n`. */
export type Bind = (value: unknown, type: string) => string

const zeros = (places: number): string => new Array<string>(places).fill('0').join('.')

/** The text of a vector continued by zeros: `at` has so many places, and shall have `wanted`. */
const continued = (at: string, places: number, wanted: number): string =>
  wanted <= places ? at : `${at} || '.${zeros(wanted - places)}'`

/** The vector of the node that the names pick in a row, as a scalar sub-query with so many places. */
function picked(alias: string, names: readonly NameCondition[], wanted: number, bind: Bind): string {
  const picks = names.map(({ entries, places, name }, at) => {
    const before = names[at - 1]
    const prefix = before
      ? continued(`n${at - 1}.at`, before.places, places - 1)
      : places > 1
        ? `'${zeros(places - 1)}'`
        : undefined
    const all = entries.map(entry => `select at, value from ${instances(alias, entry)} i`).join(' union all ')
    const start = prefix === undefined ? '' : ` and starts_with(a.at, ${prefix} || '.')`
    return `lateral (select a.at from (${all}) a where a.value = ${bind(JSON.stringify(name), 'jsonb')}${start}
      order by string_to_array(a.at, '.')::integer[] limit 1) n${at}`
  })
  const last = names.at(-1)
  const vector = continued(`n${names.length - 1}.at`, last?.places ?? 0, wanted)
  return `(select ${vector} from ${picks.join(', ')})`
}

/** A leaf of the first node, as jsonb. */
function leafOf(
  alias: string,
  { key, repeats }: PathEntry,
  names: readonly NameCondition[],
  bind: Bind,
): string {
  const leaf = `${alias}.leaves -> '${key}'`
  if (repeats === 0) return `(${leaf})`
  const first = zeros(repeats)
  if (names.length === 0)
    return `case jsonb_typeof(${leaf}) when 'object' then ${leaf} -> '${first}' else ${leaf} end`
  return `(select case when jsonb_typeof(${leaf}) = 'object' then ${leaf} -> w.at when w.at = '${first}' then ${leaf} end
    from (select ${picked(alias, names, repeats, bind)} as at) w)`
}

/** Of several classes one at most stands there. */
function firstOf(
  alias: string,
  leaves: readonly PathEntry[],
  { names }: ColumnKey,
  kind: ColumnKey['kind'],
  bind: Bind,
): string {
  const each = leaves.map(entry => leafOf(alias, entry, names, bind))
  const json = each.length === 1 ? `${each[0]}` : `coalesce(${each.join(', ')})`
  return kind === 'text' ? `((${json}) #>> '{}') collate "C"` : `(${json})`
}

const keyOf = (alias: string, key: ColumnKey, bind: Bind): string =>
  firstOf(alias, key.leaves, key, key.kind, bind)

const codeOf = (alias: string, key: ColumnKey, bind: Bind): string =>
  key.codes.length === 0 ? 'null::text' : firstOf(alias, key.codes, key, 'text', bind)

const list = (entries: readonly PathEntry[]): string =>
  `'{${entries.map(({ key }) => key).join()}}'::integer[]`

const isNamed = (alias: string, { entries, name }: NameCondition, bind: Bind): string => {
  const wanted = bind(JSON.stringify(name), 'jsonb')
  return entries.length === 0
    ? 'false'
    : `(${entries.map(({ key }) => `${alias}.leaves -> '${key}' = ${wanted}`).join(' or ')})`
}

/** Which instance it is in its parent: the first, or where a name says which, any place at the end. */
function stands(alias: string, parent: string, { via, names, name }: Hop, bind: Bind): readonly string[] {
  const places = via[0]?.repeats ?? 0
  if (names.length === 0 && !name) return [`${alias}.at is null`]
  const at = `coalesce(${alias}.at, '${zeros(places)}')`
  if (!name) return [`${at} = ${picked(parent, names, places, bind)}`]
  if (places < 2) return []
  const before = names.length === 0 ? `'${zeros(places - 1)}'` : picked(parent, names, places - 1, bind)
  return [`starts_with(${at}, ${before} || '.')`]
}

/** That a row hangs where the hop says, in a row of the hop before it. */
function hangs(alias: string, parent: string, hop: Hop, bind: Bind): readonly string[] {
  return [
    `${alias}.archetype_key = ${hop.archetype.key}`,
    `${alias}.via = any(${list(hop.via)})`,
    `${alias}.parent = ${parent}.num`,
    ...stands(alias, parent, hop, bind),
    ...(hop.name ? [isNamed(alias, hop.name, bind)] : []),
  ]
}

const sameVersion = (alias: string, other: string): string =>
  `${alias}.ehr_id = ${other}.ehr_id and ${alias}.commit_number = ${other}.commit_number`

/** Of several that a name fits, the first. */
function isFirst(alias: string, parent: string, hop: Hop, bind: Bind): readonly string[] {
  if (!hop.name) return []
  const earlier = [sameVersion('e', alias), `e.num < ${alias}.num`, ...hangs('e', parent, hop, bind)]
  return [`not exists (select from cairn.root e where ${earlier.join(' and ')})`]
}

/** Needed where something is asked of the composition's own row; else its number, 0, says enough. */
const isAsked = ({ names }: Hop): boolean => names.length > 0

/** FROM and WHERE of `r`, the root that has the leaves, by the chain of those that it hangs in. */
function chain({ hops, archetype }: ColumnKey, bind: Bind) {
  const [first] = hops
  if (!first) return { joins: '', conditions: ['r.num = 0', `r.archetype_key = ${archetype.key}`] }
  const aliases = hops.map((_, at) => (at === hops.length - 1 ? 'r' : `r${at}`))
  const top = isAsked(first) ? ['top'] : []
  const above = [...top, ...aliases.slice(0, -1)]
  const conditions = hops.flatMap((hop, at) => {
    const [alias, parent] = [aliases[at] ?? 'r', aliases[at - 1] ?? 'top']
    return [...hangs(alias, parent, hop, bind), ...isFirst(alias, parent, hop, bind)].map(text =>
      top.length === 0 ? text.replaceAll('.parent = top.num', '.parent = 0') : text,
    )
  })
  return {
    joins: above.map(alias => ` join cairn.root ${alias} on ${sameVersion(alias, 'r')}`).join(''),
    conditions: [...(top.length > 0 ? ['top.num = 0'] : []), ...conditions],
  }
}

/** `where` narrows it by texts for the key and, of a coded value, its code. */
export function keyRelation(
  key: ColumnKey,
  bind: Bind,
  where: (k: string, code: string) => readonly string[] = () => [],
): string {
  const k = keyOf('r', key, bind)
  const { joins, conditions } = chain(key, bind)
  const all = ['r.latest', ...conditions, `${k} is not null`, ...where(k, codeOf('r', key, bind))]
  return `select r.ehr_id, r.commit_number, ${k} as k from cairn.root r${joins} where ${all.join(' and ')}`
}

/** What an index for the column is on; undefined where names decide what its key is. */
export function indexOf(key: ColumnKey): { readonly on: string; readonly where: string } | undefined {
  if (key.names.length > 0) return undefined
  const bind: Bind = () => {
    throw new Error('a key without names has no parameters')
  }
  return {
    on: keyOf('root', key, bind).replaceAll('root.leaves', 'leaves'),
    where: `latest and archetype_key = ${key.archetype.key}`,
  }
}
