/**
 * SQL in pieces: text of ours and values of others, never mixed.
 *
 * A template takes fragments, whole numbers and nothing else, so that no text of a query can become SQL: a value goes in as
 * `value(type, of)`, which is printed as `$n`, and names come from `identifier`.
 */

import type { TerminologyAnswer } from '@cairn/openehr/aql'

/** What a plan is run with: everything that may differ between two runs of it. */
export interface Given {
  /** The literals of the query, in the order of `plan/literals.ts`. */
  readonly literals: readonly Scalar[]
  readonly ehrId: string | undefined
  readonly offset: number
  readonly fetch: number
  /** The instant of NOW(), ISO 8601. */
  readonly now: string
  /** What a terminology answered to the questions of the plan, in their order. */
  readonly answers: readonly TerminologyAnswer[]
  /** Of the dictionary that the plan was made with, as the database counts. */
  readonly generation: number
}

export type Scalar = string | number | boolean | null

/** A parameter: its PostgreSQL type, and where its value comes from. */
export interface Value {
  readonly type: string
  readonly of: (given: Given) => unknown
}

export interface Fragment {
  readonly pieces: readonly (string | Value)[]
}

export function q(strings: TemplateStringsArray, ...parts: readonly (Fragment | number)[]): Fragment {
  const pieces: (string | Value)[] = [strings[0] ?? '']
  parts.forEach((part, at) => {
    pieces.push(...(typeof part === 'number' ? [whole(part)] : part.pieces), strings[at + 1] ?? '')
  })
  return { pieces }
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

export const value = (type: string, of: Value['of']): Fragment => ({ pieces: [{ type, of }] })

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

export function all(conditions: readonly Fragment[]): Fragment {
  const [only, more] = conditions
  if (only === undefined) return TRUE
  return more === undefined ? only : q`(${joined(conditions, ' and ')})`
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

export const textOf = ({ pieces }: Fragment): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : `$(${piece.type})`)).join('')

export interface Printed {
  readonly text: string
  readonly values: readonly Value[]
}

/** The text with `$1`, `$2`…; a value that appears again keeps its number. */
export function print({ pieces }: Fragment): Printed {
  const values: Value[] = []
  const text = pieces.map(piece => {
    if (typeof piece === 'string') return piece
    if (!values.includes(piece)) values.push(piece)
    return `$${values.indexOf(piece) + 1}::${piece.type}`
  })
  return { text: text.join(''), values }
}
