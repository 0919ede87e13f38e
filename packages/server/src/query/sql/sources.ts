/** Rows of `cairn.root` and what they are in: tables, and conditions on their numbers. */
import { all, type Fragment, identifier, keys, q, value } from './fragment.ts'
import type { Constant } from './operand.ts'

export const column = (alias: string, name: string): Fragment => identifier(`${alias}.${name}`)

export const table = (name: 'root' | 'version' | 'ehr', alias: string): Fragment =>
  q`${identifier(`cairn.${name}`)} ${identifier(alias)}`

export const joinOn = (tables: Fragment, on: readonly Fragment[], kind: 'left' | 'inner'): Fragment =>
  kind === 'left'
    ? q`
  left join ${tables} on ${all(on)}`
    : q`
  join ${tables} on ${all(on)}`

export const crossJoin = (tables: Fragment): Fragment => q`
  cross join ${tables}`

export const sameVersion = (alias: string, other: string): Fragment =>
  q`${column(alias, 'ehr_id')} = ${column(other, 'ehr_id')} and ${column(alias, 'commit_number')} = ${column(other, 'commit_number')}`

export const ofEhr = (alias: string, ehrId: Fragment): Fragment => q`${column(alias, 'ehr_id')} = ${ehrId}`

export const isOutermost = (alias: string): Fragment => q`${column(alias, 'num')} = 0`

/** One archetype or any of several. */
export function isArchetype(alias: string, archetypes: readonly number[]): Fragment {
  const [only, more] = archetypes
  return only !== undefined && more === undefined
    ? q`${column(alias, 'archetype_key')} = ${only}`
    : q`${column(alias, 'archetype_key')} = any(${keys(archetypes)})`
}

/** Nested sets: the outermost row holds all others of its version. */
export const isInside = (alias: string, outer: string, outermost: boolean): readonly Fragment[] =>
  outermost
    ? [sameVersion(alias, outer), q`${column(alias, 'num')} > 0`]
    : [
        sameVersion(alias, outer),
        q`${column(alias, 'num')} > ${column(outer, 'num')}`,
        q`${column(alias, 'num')} <= ${column(outer, 'cap')}`,
      ]

export const hangsIn = (alias: string, parent: string, via: readonly number[]): readonly Fragment[] => [
  sameVersion(alias, parent),
  q`${column(alias, 'parent')} = ${column(parent, 'num')}`,
  q`${column(alias, 'via')} = any(${keys(via)})`,
]

export const isPresent = (fragment: Fragment): Fragment => q`(${fragment}) is not null`

/** By the index on `ehr_id`. NULL instead of false where the text is no id as we write it: for conditions that must be true. */
export const isEhr = (ehrId: Fragment, { constant }: Constant): Fragment =>
  q`${ehrId} = ${value('uuid', given => canonicalUuid(constant(given)))}`

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const canonicalUuid = (scalar: unknown): string | null =>
  typeof scalar === 'string' && UUID.test(scalar) ? scalar : null

/**
 * The EHR that an object with this id is in. Says no more than the id itself, which is a leaf or several columns and has no
 * index; for conditions that must be true.
 */
export const isEhrOfObject = (ehrId: Fragment, { constant }: Constant): Fragment =>
  q`${ehrId} in (select o.ehr_id from cairn.versioned_object o where o.object_id = ${value('uuid', given => objectIn(constant(given)))})`

function objectIn(scalar: unknown): string | null {
  const [id = ''] = typeof scalar === 'string' ? scalar.split('::') : []
  return UUID.test(id.toLowerCase()) ? id : null
}

/** Access settings and episodes are no documents to a query. */
export const isDocument = (alias: string): Fragment =>
  q`${column(alias, 'kind')} not in ('EHR_ACCESS', 'EPISODE')`

export const noneOf = (tables: Fragment, conditions: readonly Fragment[]): Fragment =>
  q`not exists (select from ${tables} where ${all(conditions)})`
