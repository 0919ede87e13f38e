/** Values: functions with their arguments, aggregates with their paths. */
import { FUNCTIONS, type Kind } from '../functions.ts'
import { printExpression } from '../syntax/print.ts'
import type { Aggregate, Call, Expression, Literal } from '../syntax/tree.ts'
import { type Note, pathTypes } from './path.ts'
import type { Variable } from './scope.ts'
import { literalKinds, primitiveKind, type Types } from './types.ts'

/** The types a value may be of; `undefined` where that is open. */
export function checkExpression(
  expression: Expression,
  variables: ReadonlyMap<string, Variable>,
  note: Note,
): Types | undefined {
  switch (expression.kind) {
    case 'literal':
      return LITERALS[expression.type]
    case 'parameter':
      return undefined
    case 'path':
      return pathTypes(expression, variables, note)
    case 'aggregate':
      checkAggregate(expression, variables, note)
      return undefined
    case 'call':
      return checkCall(expression, variables, note)
  }
}

const LITERALS: Readonly<Record<Literal['type'], Types | undefined>> = {
  string: new Set(['String']),
  integer: new Set(['Integer']),
  real: new Set(['Real']),
  boolean: new Set(['Boolean']),
  null: undefined,
}

const GIVEN: Readonly<Record<Kind | 'any', Types | undefined>> = {
  string: LITERALS.string,
  number: LITERALS.real,
  boolean: LITERALS.boolean,
  any: undefined,
}

function checkAggregate(
  { name, path, at }: Aggregate,
  variables: ReadonlyMap<string, Variable>,
  note: Note,
): void {
  const types = path && pathTypes(path, variables, note)
  if (!path || !types || (name !== 'SUM' && name !== 'AVG')) return
  // Objects are no numbers: quantities may have different units.
  if (![...types].some(type => type === 'Any' || primitiveKind(type) === 'number')) {
    note(at, 'aql.type', `${name} needs numbers, and ${printExpression(path)} is not one`)
  }
}

function checkCall(call: Call, variables: ReadonlyMap<string, Variable>, note: Note): Types | undefined {
  const known = FUNCTIONS[call.name]
  const given = call.arguments.map(argument => checkExpression(argument, variables, note))
  for (const argument of call.arguments) {
    if (argument.kind === 'aggregate') {
      note(argument.at, 'aql.aggregate.place', 'a function cannot have an aggregate as argument')
    }
  }
  if (!known) {
    note(call.at, 'aql.function.unknown', `there is no function ${call.name}`)
    return undefined
  }
  const count = call.arguments.length
  if (count < known.least || count > known.most) {
    const wanted = known.least === known.most ? `${known.least}` : `${known.least} to ${known.most}`
    note(call.at, 'aql.function.arguments', `${call.name} takes ${wanted} arguments, not ${count}`)
  }
  for (const [at, types] of given.entries()) {
    const wanted = known.takes[Math.min(at, known.takes.length - 1)]
    const argument = call.arguments[at]
    if (!wanted || !argument || !types || fits(types, wanted, argument)) continue
    note(
      argument.at,
      'aql.type',
      `${call.name} takes a ${wanted} here, which ${printExpression(argument)} is not`,
    )
  }
  return GIVEN[known.gives]
}

/** A path fits if it may lead to that kind; a function never sees more of an object than NULL. */
function fits(types: Types, wanted: Kind, argument: Expression): boolean {
  if (argument.kind === 'path') {
    return [...types].some(type => type === 'Any' || primitiveKind(type) === wanted)
  }
  return literalKinds(types)?.has(wanted) ?? true
}
