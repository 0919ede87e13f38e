/** Identifiers that are compared with texts: `c/archetype_details/template_id = 'x'` means the value of the TEMPLATE_ID. */
import { isA } from '../../rm/index.ts'
import type { Condition, Containment, Expression, Path, Predicate, Query, Step } from '../syntax/tree.ts'
import { type Note, pathTypes, stepTypes, type Typing } from './path.ts'
import { declaredVariables, type Variable } from './scope.ts'

type Variables = ReadonlyMap<string, Variable>

/** The query with `/value` behind every path to an identifier that FROM or WHERE compares with something else than a path. */
export function compareIdsByValue(query: Query): Query {
  const variables = new Map(declaredVariables(query.from).map(variable => [variable.name, variable]))
  const from = inContainment(query.from)
  const where = query.where && inCondition(query.where, variables)
  return from === query.from && where === query.where ? query : { ...query, from, ...(where && { where }) }
}

function inContainment(from: Containment): Containment {
  if (from.kind !== 'class' && from.kind !== 'version') {
    const operands = mapped(from.operands, inContainment)
    return operands === from.operands ? from : Object.freeze({ ...from, operands })
  }
  const { predicate, contains } = from
  const type = from.kind === 'class' ? from.name : 'ORIGINAL_VERSION'
  const changed = predicate && inPredicate(predicate, type)
  const what = contains && inContainment(contains.what)
  if (changed === predicate && what === contains?.what) return from
  return Object.freeze({
    ...from,
    ...(changed && { predicate: changed }),
    ...(contains && what && { contains: Object.freeze({ ...contains, what }) }),
  })
}

function inPredicate(predicate: Predicate, type: string): Predicate {
  if (predicate.kind === 'predicateAnd' || predicate.kind === 'predicateOr') {
    const operands = mapped(predicate.operands, operand => inPredicate(operand, type))
    return operands === predicate.operands ? predicate : Object.freeze({ ...predicate, operands })
  }
  if (predicate.kind !== 'value' || predicate.operand.kind !== 'literal') return predicate
  const { path } = predicate
  if (!isIdentifier(stepTypes(path.steps, new Set([type]), quiet))) return predicate
  return Object.freeze({ ...predicate, path: withValue(path) })
}

function inCondition(condition: Condition, variables: Variables): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const operands = mapped(condition.operands, operand => inCondition(operand, variables))
      return operands === condition.operands ? condition : Object.freeze({ ...condition, operands })
    }
    case 'not': {
      const operand = inCondition(condition.operand, variables)
      return operand === condition.operand ? condition : Object.freeze({ ...condition, operand })
    }
    case 'exists':
      return condition
    case 'comparison': {
      // Two identifiers are compared as the objects that they are.
      if (condition.left.kind === 'path' && condition.right.kind === 'path') return condition
      const left = idValueOf(condition.left, variables)
      const right = idValueOf(condition.right, variables)
      if (left === condition.left && right === condition.right) return condition
      return Object.freeze({ ...condition, left, right })
    }
    case 'like':
    case 'matches': {
      const left = idValueOf(condition.left, variables)
      return left === condition.left ? condition : Object.freeze({ ...condition, left })
    }
  }
}

const idValueOf = (expression: Expression, variables: Variables): Expression =>
  expression.kind === 'path' && isIdentifier(pathTypes(expression, variables, quiet))
    ? withValue(expression)
    : expression

const quiet: Note = () => {}

const isIdentifier = (typing: Typing | undefined): boolean =>
  typing !== undefined && typing.types.size > 0 && [...typing.types].every(type => isA(type, 'OBJECT_ID'))

function withValue<T extends { readonly at: Path['at']; readonly steps: readonly Step[] }>(path: T): T {
  const step: Step = Object.freeze({ kind: 'step', at: path.at, attribute: 'value' })
  return Object.freeze({ ...path, steps: Object.freeze([...path.steps, step]) })
}

/** The same list where nothing in it has changed. */
function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change)
  return changed.every((item, at) => item === list[at]) ? list : Object.freeze(changed)
}
