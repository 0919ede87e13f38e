/** Values: functions with their arguments, aggregates with their paths. */
import { nearestName } from '../../path/index.ts'
import { FUNCTIONS, type Kind } from '../functions.ts'
import { printExpression } from '../syntax/print.ts'
import type { Aggregate, Call, Expression, Literal } from '../syntax/tree.ts'
import { type Note, pathTypes, type Typing } from './path.ts'
import type { Variable } from './scope.ts'
import { primitiveKind } from './types.ts'

/** The types a value may be of; `undefined` where that is open. */
export function checkExpression(
  expression: Expression,
  variables: ReadonlyMap<string, Variable>,
  note: Note,
): Typing | undefined {
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

const exactly = (type: string): Typing => ({ types: new Set([type]), open: false })

const LITERALS: Readonly<Record<Literal['type'], Typing | undefined>> = {
  string: exactly('String'),
  integer: exactly('Integer'),
  real: exactly('Real'),
  boolean: exactly('Boolean'),
  null: undefined,
}

const GIVEN: Readonly<Record<Kind | 'any', Typing | undefined>> = {
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
  const typing = path && pathTypes(path, variables, note)
  if (!path || !typing || (name !== 'SUM' && name !== 'AVG')) return
  // Objects are no numbers: quantities may have different units.
  if (!fits(typing, 'number')) {
    note(at, 'aql.type', `${name} needs numbers, and ${printExpression(path)} is not one`)
  }
}

function checkCall(call: Call, variables: ReadonlyMap<string, Variable>, note: Note): Typing | undefined {
  const known = FUNCTIONS[call.name]
  const given = call.arguments.map(argument => checkExpression(argument, variables, note))
  for (const argument of call.arguments) {
    if (argument.kind === 'aggregate') {
      note(argument.at, 'aql.aggregate.place', 'a function cannot have an aggregate as argument')
    }
  }
  if (!known) {
    note(
      call.at,
      'aql.function.unknown',
      `there is no function ${call.name}`,
      nearestName(call.name, Object.keys(FUNCTIONS)),
    )
    return undefined
  }
  const count = call.arguments.length
  if (count < known.least || count > known.most) {
    const wanted = known.least === known.most ? `${known.least}` : `${known.least} to ${known.most}`
    note(call.at, 'aql.function.arguments', `${call.name} takes ${wanted} arguments, not ${count}`)
  }
  for (const [at, typing] of given.entries()) {
    const wanted = known.takes[Math.min(at, known.takes.length - 1)]
    const argument = call.arguments[at]
    if (!wanted || !argument || !typing || fits(typing, wanted)) continue
    note(
      argument.at,
      'aql.type',
      `${call.name} takes a ${wanted} here, which ${printExpression(argument)} is not`,
    )
  }
  return GIVEN[known.gives]
}

/** True when a value can be of that kind itself; an object never is. */
const fits = ({ types }: Typing, wanted: Kind): boolean =>
  [...types].some(type => type === 'Any' || primitiveKind(type) === wanted)
