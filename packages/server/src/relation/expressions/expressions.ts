/** Expressions over rows of the index, by name. */

import type { Containment, Fragment, Leaf, Rows } from '../nodes.ts'
import { expression, identifier, q } from './fragment.ts'

export const column = (alias: string, name: string): Fragment => identifier(`${alias}.${name}`)

/** The value at a path as jsonb, whatever its instance. */
export const leaf = (root: Leaf['root'], path: Leaf['path']): Fragment =>
  expression({ kind: 'leaf', root, path, as: 'json' })

/** The same as text, of strings and, in JSON's notation, of numbers. */
export const leafText = (root: string, path: Leaf['path']): Fragment =>
  expression({ kind: 'leaf', root, path, as: 'text' })

/** A condition: a row is where the containment says. */
export const isWithin = (inner: string, outer: string, where: Containment['where']): Fragment =>
  expression({ kind: 'containment', inner, outer, where })

export const sameVersion = (row: string, other: string): Fragment =>
  isWithin(row, other, 'in the same version')

/** A condition: there are no such rows. */
export const noneOf = (rows: Rows): Fragment => expression({ kind: 'existence', rows, isNegated: true })

/** A condition: there are such rows. */
export const someOf = (rows: Rows): Fragment => expression({ kind: 'existence', rows, isNegated: false })

export const ofEhr = (alias: string, ehrId: Fragment): Fragment => q`${column(alias, 'ehr_id')} = ${ehrId}`

export const isPresent = (fragment: Fragment): Fragment => q`(${fragment}) is not null`
