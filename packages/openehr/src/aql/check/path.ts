/** Paths: is the variable declared, does each attribute exist, do the predicates make sense. */
import { RE2JS } from 're2js'
import { printStep } from '../syntax/print.ts'
import type { Path, Position, Predicate, Step } from '../syntax/tree.ts'
import type { Variable } from './scope.ts'
import { isNode, narrow, type Types, typesOf } from './types.ts'

export type Note = (at: Position, code: string, message: string) => void

/** The types that a path can lead to; `undefined` where it was found wrong. */
export function pathTypes(
  path: Path,
  variables: ReadonlyMap<string, Variable>,
  note: Note,
): Types | undefined {
  const variable = variables.get(path.variable)
  if (!variable) {
    const known = [...variables.keys()].join(', ')
    note(
      path.at,
      'aql.variable.unknown',
      `the variable ${path.variable} is not in FROM, which has ${known || 'none'}`,
    )
    return undefined
  }
  if (variable.negated) {
    const message = `the variable ${path.variable} stands under NOT CONTAINS and has no value`
    note(path.at, 'aql.variable.negated', message)
    return undefined
  }
  const types: Types = new Set([variable.type])
  checkPredicate(path.predicate, types, note)
  return stepTypes(path.steps, narrow(types, path.predicate), note)
}

function stepTypes(steps: readonly Step[], from: Types, note: Note): Types | undefined {
  let types = from
  for (const step of steps) {
    const found = typesOf(types, step.attribute)
    if (found.size === 0) {
      const message = `${[...types].join(' or ')} has no attribute ${step.attribute}`
      note(step.at, 'aql.attribute.unknown', message)
      return undefined
    }
    checkPredicate(step.predicate, found, note)
    types = narrow(found, step.predicate)
  }
  return types
}

/** `types` is what the node that the predicate stands on may be. */
export function checkPredicate(predicate: Predicate | undefined, types: Types, note: Note): void {
  switch (predicate?.kind) {
    case 'predicateAnd':
    case 'predicateOr':
      for (const operand of predicate.operands) checkPredicate(operand, types, note)
      return
    case 'node':
      if (!isNode(types)) {
        note(predicate.at, 'aql.predicate', `${[...types].join(' or ')} has no archetype node id`)
      }
      return
    case 'value':
      stepTypes(predicate.path.steps, types, note)
      if (predicate.operand.kind === 'objectPath') stepTypes(predicate.operand.steps, types, note)
      return
    case 'regex':
      stepTypes(predicate.path.steps, types, note)
      if (!isRegex(predicate.pattern)) {
        const shown = predicate.path.steps.map(printStep).join('/')
        note(
          predicate.at,
          'aql.regex',
          `${shown} is matched with /${predicate.pattern}/, which is no regular expression`,
        )
      }
  }
}

function isRegex(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}
