/** The fields that records can be ordered and filtered by: their fixed fields, and the columns that have an order. */
import { didYouMean } from '@cairn-ehr/openehr/path'
import { terminologyGroup } from '@cairn-ehr/openehr/rm'
import { type SqlConstant, sqlConstant } from '../../access/index.ts'
import { Refusal } from '../../refusal/index.ts'
import { constant, joined, q, verbatim } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import { EPISODE_FIELDS } from '../../versions/companions/index.ts'
import { type Column, type Datamap, type FixedName, fixedNames, type ValueColumn } from '../model.ts'
import { type KeyKind, keyKindOf } from './column-key.ts'

interface FixedField {
  readonly kind: 'number' | 'text'
  /** Over `o`, `v` and `episode`, as `FIXED_COLUMNS` has them. */
  readonly sql: Fragment
  /** True if it needs the join with the episode. */
  readonly ofEpisode?: true
}

const text = (sql: Fragment): FixedField => ({ kind: 'text', sql: q`(${sql}) collate "C"` })
const number = (sql: Fragment): FixedField => ({ kind: 'number', sql })

const ofEpisode = (sql: SqlConstant): FixedField => ({ ...text(verbatim(sql)), ofEpisode: true })

const states = joined(
  [...terminologyGroup('version lifecycle state')].map(
    ([code, rubric]) => q`when ${Number(code)} then ${constant('text', rubric)}`,
  ),
  ' ',
)

const FIXED: Readonly<Record<FixedName, FixedField>> = {
  vuid: text(q`o.object_id::text || '::' || v.system_id || '::' || v.version`),
  episode_uid: ofEpisode(sqlConstant`${EPISODE_FIELDS.episode_uid}::text`),
  // In the order of their numbers, which is that of the texts as long as there are less than ten million.
  episode_id: ofEpisode(EPISODE_FIELDS.episode_id),
  episode_status: ofEpisode(EPISODE_FIELDS.episode_status),
  episode_start: ofEpisode(EPISODE_FIELDS.episode_start),
  episode_end: ofEpisode(EPISODE_FIELDS.episode_end),
  uid: text(q`o.object_id::text`),
  version_object_id: number(q`o.serial`),
  version_tree_id: number(q`v.version`),
  artefact_id: number(q`o.artefact_id`),
  trunk_lifecycle_state: text(q`case v.lifecycle ${states} end`),
}

export type Field =
  | ({ readonly name: string; readonly of: 'record' } & FixedField)
  | { readonly name: string; readonly of: 'column'; readonly kind: KeyKind; readonly column: ValueColumn }

const isFixed = (datamap: Datamap, name: string): name is FixedName =>
  (fixedNames(datamap) as readonly string[]).includes(name)

/** All that can be named, for the message that says what cannot. */
const namesOf = (datamap: Datamap): readonly string[] => [
  ...fixedNames(datamap),
  ...datamap.columns.map(({ label }) => label),
]

/** True if there is a field of this name. */
export const isField = (datamap: Datamap, name: string): boolean => namesOf(datamap).includes(name)

function whyNot(column: Column | undefined, datamap: Datamap, name: string): string {
  if (column?.kind === 'group') return `"${name}" is a group: records have no order by it.`
  if (column) return `"${name}" has values without an order.`
  return `There is no column "${name}".${didYouMean(name, namesOf(datamap))}`
}

/** The field of a name; `use` says what it was wanted for. */
export function fieldOf(datamap: Datamap, name: string, use: string): Field {
  if (isFixed(datamap, name)) return { name, of: 'record', ...FIXED[name] }
  const column = datamap.columns.find(({ label }) => label === name)
  const kind = column?.kind === 'value' ? keyKindOf(column) : undefined
  if (column?.kind === 'value' && kind) return { name, of: 'column', kind, column }
  throw new Refusal('request.malformed', `${use}: ${whyNot(column, datamap, name)}`)
}
