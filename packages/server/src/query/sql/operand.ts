/** A value of a query in SQL: what kinds of value it may be, and for each of them what it is compared by. */
import { parseDateTime, parseDuration, parseTime } from '@cairn-ehr/openehr/rm'
import { q, value } from '../../relation/expressions/index.ts'
import type { Fragment, Given, Scalar } from '../../relation/index.ts'

/** Values of different kinds do not compare; an `object` has no order at all. */
export type Kind = 'number' | 'boolean' | 'text' | 'dateTime' | 'time' | 'duration' | 'object'

export interface Operand {
  /** At most one of them is there in one row. */
  readonly kinds: ReadonlySet<Kind>
  /** Classes, where the value is an object that is compared by a number inside it. */
  readonly classes: ReadonlySet<string>
  /** A version uid, which a bare object id equals too. */
  readonly isUid: boolean
  /** The value to compare by: text for texts, jsonb for all others. NULL if the value is of another kind. */
  readonly key: (kind: Kind) => Fragment
  /** A column in the same order as the key, where an index has it. */
  readonly indexed?: Fragment
  /** The id that the text is of: a cell is read from it as from the text. */
  readonly id?: Fragment
  /** The string that LIKE sees. */
  readonly string: (kind: Kind) => Fragment
  /** jsonb of a primitive; undefined where the value may be an object. */
  readonly json: (() => Fragment) | undefined
  /** jsonb of a leaf of the object, by its path: what objects are compared by beside their number, as `units`. */
  readonly also?: (path: string) => Fragment
}

/** A literal, or what comes out of literals alone: its kind shows when the plan is run. */
export interface Constant {
  readonly constant: (given: Given) => Scalar
}

/** Several of them, as many as show when the plan is run. */
export type ConstantList = (given: Given) => readonly Scalar[]

export const isConstant = (operand: Operand | Constant): operand is Constant => 'constant' in operand

/** Kinds that have a string, whatever they are compared by. */
export const isStringKind = (kind: Kind): boolean => !['number', 'boolean', 'object'].includes(kind)

const json = (read: (given: Given) => unknown): Fragment =>
  value('jsonb', given => {
    const found = read(given)
    return found === null || found === undefined
      ? null
      : typeof found === 'string'
        ? found
        : JSON.stringify(found)
  })

/** All digits of a fraction: a double cannot hold them beside so many seconds. */
function exactly(span: { readonly whole: number; readonly fraction?: string } | undefined): string | null {
  if (span === undefined) return null
  const fraction = span.fraction?.replace(/0+$/, '') ?? ''
  return fraction === '' ? String(span.whole) : `${span.whole}.${fraction}`
}

const onText =
  (read: (text: string) => string | null) =>
  (scalar: Scalar): string | null =>
    typeof scalar === 'string' ? read(scalar) : null

/** The value that a literal is compared by; NULL if the kind does not have it. */
const READINGS: Readonly<
  Record<Exclude<Kind, 'text' | 'object'>, (scalar: Scalar) => string | number | boolean | null>
> = {
  number: scalar => (typeof scalar === 'number' ? scalar : null),
  boolean: scalar => (typeof scalar === 'boolean' ? scalar : null),
  dateTime: onText(text => exactly(parseDateTime(text))),
  time: onText(text => exactly(parseTime(text))),
  duration: onText(text => {
    const magnitude = parseDuration(text)?.magnitude
    return magnitude === undefined ? null : String(magnitude)
  }),
}

export function constantKey({ constant }: Constant, kind: Kind): Fragment {
  if (kind === 'object') return q`null::jsonb`
  if (kind === 'text') return constantText({ constant })
  return json(given => READINGS[kind](constant(given)))
}

/** A list of constants, each as `constantKey` has it. */
export function constantKeys(list: ConstantList, kind: Exclude<Kind, 'object'>): Fragment {
  if (kind === 'text') return value('text[]', given => list(given).map(stringOf))
  return value('jsonb[]', given =>
    list(given).map(scalar => {
      const found = READINGS[kind](scalar)
      return found === null ? null : typeof found === 'string' ? found : JSON.stringify(found)
    }),
  )
}

const stringOf = (scalar: Scalar): string | null => (typeof scalar === 'string' ? scalar : null)

export const constantText = ({ constant }: Constant): Fragment =>
  value('text', given => stringOf(constant(given)))

/** As a cell of the result. */
export const constantJson = ({ constant }: Constant): Fragment =>
  value('jsonb', given => {
    const scalar = constant(given)
    return scalar === null ? null : JSON.stringify(scalar)
  })

/** Computed text, as of a function or a column. */
export const textOperand = (text: Fragment, more: Partial<Operand> = {}): Operand => ({
  kinds: new Set<Kind>(['text']),
  classes: new Set(),
  isUid: false,
  key: () => text,
  string: () => text,
  json: () => q`to_jsonb(${text})`,
  ...more,
})

/** A computed number, which `number` gives as `numeric`. */
export const numberOperand = (number: Fragment): Operand => ({
  kinds: new Set<Kind>(['number']),
  classes: new Set(),
  isUid: false,
  key: () => q`to_jsonb(${number})`,
  string: () => q`null::text`,
  json: () => q`to_jsonb(${number})`,
})
