/**
 * SQL in pieces: text of ours and values of others, never mixed.
 *
 * A template takes fragments, tables, whole numbers and nothing else, so that no text of a query can become SQL: a value goes in as
 * `value(type, of)`, which is printed as `$n`, and names come from `identifier`.
 */

import type { SqlConstant, TableUse } from '../../access/index.ts'
import type { Expression, Fragment, Given } from '../nodes.ts'

type Piece = Fragment['pieces'][number]

export function q(
  strings: TemplateStringsArray,
  ...parts: readonly (Fragment | TableUse | number)[]
): Fragment {
  const pieces: Piece[] = [strings[0] ?? '']
  parts.forEach((part, at) => {
    pieces.push(...piecesOf(part), strings[at + 1] ?? '')
  })
  return { pieces }
}

const piecesOf = (part: Fragment | TableUse | number): readonly Piece[] => {
  if (typeof part === 'number') return [whole(part)]
  return 'use' in part ? [part] : part.pieces
}

function whole(number: number): string {
  if (!Number.isSafeInteger(number)) throw new TypeError(`${number} is no whole number`)
  return String(number)
}

/** A name of ours: of a table, an alias, a column. */
export function identifier(name: string): Fragment {
  if (!/^[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?$/.test(name)) throw new TypeError(`${name} is no identifier`)
  return { pieces: [name] }
}

/** A parameter whose value shows when the plan is run. */
export const value = (type: string, of: (given: Given) => unknown): Fragment => ({ pieces: [{ type, of }] })

/** A parameter whose value is known. */
export const constant = (type: string, known: unknown): Fragment => ({ pieces: [{ type, constant: known }] })

/** SQL that is a constant of another room. */
export const verbatim = (text: SqlConstant): Fragment => text

export const expression = (node: Expression): Fragment => ({ pieces: [node] })

/** SQL in a form for one server, and in one for a distributed database. */
export const forms = (plain: Fragment, distributed: Fragment): Fragment =>
  expression({ kind: 'forms', plain, distributed })

export function joined(fragments: readonly Fragment[], separator: string): Fragment {
  return { pieces: fragments.flatMap(({ pieces }, at) => (at === 0 ? pieces : [separator, ...pieces])) }
}

/** Whole numbers as an array constant, for keys of the dictionary. */
export const keys = (numbers: readonly number[]): Fragment => ({
  pieces: [
    `'{${numbers
      .toSorted((a, b) => a - b)
      .map(whole)
      .join()}}'::integer[]`,
  ],
})

const TRUE = q`true`
export const NULL_TRUTH = q`null::boolean`

/** Printed as several conditions, without brackets. */
const isSeveral = ({ pieces: [first, more] }: Fragment): boolean =>
  more === undefined &&
  typeof first === 'object' &&
  'kind' in first &&
  first.kind === 'containment' &&
  first.where !== 'in the same version'

export function all(conditions: readonly Fragment[]): Fragment {
  const [only, more] = conditions
  if (only === undefined) return TRUE
  return more === undefined && !isSeveral(only) ? only : q`(${joined(conditions, ' and ')})`
}

export function any(conditions: readonly Fragment[]): Fragment {
  const [only, more] = conditions
  if (only === undefined) return q`false`
  return more === undefined ? only : q`(${joined(conditions, ' or ')})`
}

/** The first that is not NULL. */
export function coalesce(fragments: readonly Fragment[], none: Fragment): Fragment {
  const [only, more] = fragments
  if (only === undefined) return none
  return more === undefined ? only : q`coalesce(${joined(fragments, ', ')})`
}

/** NULL where one of the conditions does not hold. */
export const provided = (conditions: readonly Fragment[], fragment: Fragment): Fragment =>
  conditions.length === 0 ? fragment : q`case when ${all(conditions)} then ${fragment} end`
