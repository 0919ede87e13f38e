/** The value of an expression over the rows of one group; a query without aggregates has groups of one. */
import { Problem } from '../../problem.ts'
import { FUNCTIONS } from '../functions.ts'
import type { Aggregate, Call, Expression, Path } from '../syntax/tree.ts'
import { canonical } from './canonical.ts'
import type { EvaluateOptions, TerminologyAnswer } from './data.ts'
import { computed, type Value } from './item.ts'
import { hasOrder, sortValues } from './order.ts'
import type { PathTree, Row } from './paths.ts'

export interface Context {
  readonly tree: PathTree
  readonly options: EvaluateOptions
}

const slotOf = ({ tree }: Context, path: Path): number => tree.slots.get(path) ?? -1

/** `undefined` is NULL. */
export function valueIn(context: Context, group: readonly Row[], expression: Expression): Value | undefined {
  switch (expression.kind) {
    case 'literal':
      return computed(expression.value)
    case 'path':
      return group[0]?.[slotOf(context, expression)]
    case 'aggregate':
      return aggregate(context, group, expression)
    case 'call':
      return call(context, group, expression)
    case 'parameter':
      throw new Problem('aql.invalid', `no value was given for the parameter $${expression.name}`)
  }
}

function call(context: Context, group: readonly Row[], { name, arguments: list }: Call): Value | undefined {
  const values = list.map(argument => valueIn(context, group, argument)?.value ?? null)
  if (name === 'TERMINOLOGY') return computed(askTerminology(context, values))
  return computed(FUNCTIONS[name]?.run(values, context.options.now))
}

/** What the terminology service says; NULL where an argument is. */
export function askTerminology({ options }: Context, values: readonly unknown[]): TerminologyAnswer {
  const [operation, service, parameters] = values
  if (typeof operation !== 'string' || typeof service !== 'string' || typeof parameters !== 'string')
    return null
  if (!options.terminology)
    throw new Problem('aql.invalid', 'this query needs a terminology service, and there is none')
  return options.terminology(operation, service, parameters)
}

function aggregate(
  context: Context,
  group: readonly Row[],
  { name, path, distinct }: Aggregate,
): Value | undefined {
  if (!path) return computed(group.length)
  const slot = slotOf(context, path)
  const values = group.map(row => row[slot]).filter(value => value !== undefined)
  switch (name) {
    case 'COUNT':
      return computed(distinct ? new Set(values.map(({ value }) => canonical(value))).size : values.length)
    case 'MIN':
    case 'MAX': {
      const sign = name === 'MIN' ? 1 : -1
      return values
        .filter(hasOrder)
        .reduce<Value | undefined>(
          (best, value) => (best && sign * sortValues(best, value) <= 0 ? best : value),
          undefined,
        )
    }
    case 'SUM':
    case 'AVG': {
      const numbers = values
        .map(({ value }) => value)
        .filter(isNumber)
        .map(Number)
      if (numbers.length === 0) return undefined
      const sum = numbers.reduce((total, number) => total + number, 0)
      return computed(name === 'SUM' ? sum : sum / numbers.length)
    }
  }
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'
