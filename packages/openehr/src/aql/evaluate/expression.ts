/** The value of an expression in one row. */
import { Problem } from '../../problem.ts'
import { FUNCTIONS } from '../functions.ts'
import type { Call, Expression, Path } from '../syntax/tree.ts'
import type { EvaluateOptions, TerminologyAnswer } from './data.ts'
import { computed, type Value } from './item.ts'
import type { PathTree, Row } from './paths.ts'

export interface Context {
  readonly tree: PathTree
  readonly options: EvaluateOptions
}

/** The index of a path in a row. */
export const slotOf = ({ tree }: Context, path: Path): number => tree.slots.get(path) ?? -1

/** `undefined` is NULL. Without a row, as aggregates over nothing have none, paths lead nowhere. */
export function valueIn(context: Context, row: Row | undefined, expression: Expression): Value | undefined {
  switch (expression.kind) {
    case 'literal':
      return computed(expression.value)
    case 'path':
      return row?.[slotOf(context, expression)]
    case 'aggregate':
      throw new Problem('aql.invalid', 'an aggregate has a value for many rows, not for one')
    case 'call':
      return call(context, row, expression)
    case 'parameter':
      throw new Problem('aql.invalid', `no value was given for the parameter $${expression.name}`)
  }
}

function call(context: Context, row: Row | undefined, { name, arguments: list }: Call): Value | undefined {
  const values = list.map(argument => valueIn(context, row, argument)?.value ?? null)
  if (name === 'TERMINOLOGY') return computed(askTerminology(context, values))
  return computed(FUNCTIONS[name]?.run(values, context.options.now))
}

/** The answer of the terminology service; NULL where an argument is NULL. */
export function askTerminology({ options }: Context, values: readonly unknown[]): TerminologyAnswer {
  const [operation, service, parameters] = values
  if (typeof operation !== 'string' || typeof service !== 'string' || typeof parameters !== 'string')
    return null
  if (!options.terminology)
    throw new Problem('aql.invalid', 'this query needs a terminology service, and there is none')
  return options.terminology(operation, service, parameters)
}
