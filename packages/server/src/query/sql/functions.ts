/** Single-row functions that SQL has with the same meaning; NULL for an argument of another kind, as in AQL. */

import { joined, q, value } from '../../relation/expressions/index.ts'
import type { Fragment } from '../../relation/index.ts'
import {
  type Constant,
  constantText,
  isConstant,
  isStringKind,
  type Kind,
  numberOperand,
  type Operand,
  textOperand,
} from './operand.ts'

type Argument = Operand | Constant

/** The string of an argument. */
function text(argument: Argument): Fragment {
  if (isConstant(argument)) return constantText(argument)
  const strings = [...argument.kinds].filter(isStringKind).map(kind => argument.string(kind))
  return strings.length === 0 ? q`null::text` : q`coalesce(${joined(strings, ', ')})`
}

function number(argument: Argument): Fragment {
  if (!isConstant(argument))
    return argument.kinds.has('number') ? q`(${argument.key('number')})::numeric` : q`null::numeric`
  return value('numeric', given => {
    const scalar = argument.constant(given)
    return typeof scalar === 'number' ? String(scalar) : null
  })
}

/** A position, length or number of digits must be a constant that is whole, `least` or more. */
function whole(argument: Argument | undefined, least: number): Fragment | undefined {
  if (argument === undefined || !isConstant(argument)) return undefined
  return value('integer', given => {
    const scalar = argument.constant(given)
    if (typeof scalar !== 'number') return null
    if (!Number.isInteger(scalar) || Math.abs(scalar) > 2 ** 30) throw new NotInSql()
    return scalar < least ? null : scalar
  })
}

/** A value that shows only when the plan is run, and that SQL has another meaning for. */
export class NotInSql extends Error {}

const truth = (condition: Fragment): Operand => ({
  ...numberOperand(condition),
  kinds: new Set<Kind>(['boolean']),
})

/** `undefined`: left to the evaluator. */
const FUNCTIONS: Readonly<Record<string, (given: readonly Argument[]) => Operand | undefined>> = {
  LENGTH: ([a]) => a && numberOperand(q`char_length(${text(a)})`),
  CONTAINS: ([a, b]) => a && b && truth(q`strpos(${text(a)}, ${text(b)}) > 0`),
  POSITION: ([a, b]) => a && b && numberOperand(q`strpos(${text(b)}, ${text(a)})`),
  SUBSTRING: ([a, start, length]) => {
    const from = whole(start, -(2 ** 30))
    const long = length && whole(length, 0)
    if (!a || !from || (length && !long)) return undefined
    return textOperand(
      long ? q`substring(${text(a)} from ${from} for ${long})` : q`substring(${text(a)} from ${from})`,
    )
  },
  CONCAT: parts => textOperand(q`(${joined(parts.map(text), ' || ')})`),
  CONCAT_WS: parts => textOperand(q`concat_ws(${joined(parts.map(text), ', ')})`),
  ABS: ([a]) => a && numberOperand(q`abs(${number(a)})`),
  CEIL: ([a]) => a && numberOperand(q`ceil(${number(a)})`),
  FLOOR: ([a]) => a && numberOperand(q`floor(${number(a)})`),
  ROUND: ([a]) => a && numberOperand(q`round(${number(a)})`),
}

export function callOf(name: string, given: readonly Argument[]): Operand | undefined {
  const isObject = given.some(argument => !isConstant(argument) && argument.classes.size > 0)
  const rounds = name === 'ROUND' && given.length > 1
  return isObject || rounds || !Object.hasOwn(FUNCTIONS, name) ? undefined : FUNCTIONS[name]?.(given)
}
