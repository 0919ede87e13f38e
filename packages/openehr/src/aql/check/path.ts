/** Paths: is the variable declared, does each attribute exist, do the predicates make sense. */
import { isRegex, nearestName } from '../../path/index.ts'
import { rmClass } from '../../rm/index.ts'
import { printStep } from '../syntax/print.ts'
import type { Path, Position, Predicate, Step } from '../syntax/tree.ts'
import type { Variable } from './scope.ts'
import {
  archetypeClass,
  attributesOf,
  canHaveArchetype,
  isNode,
  narrow,
  type Types,
  typesOf,
} from './types.ts'

/** Codes of findings that do not make a query illegal begin with it. */
export const DOUBT = 'aql.doubt.'

/** `meant`: the name that a mistyped one probably stands for. */
export type Note = (at: Position, code: string, message: string, meant?: string) => void

/** The types that a value can have. */
export interface Typing {
  readonly types: Types
  /** Behind an abstract class the data decide: `value/magnitude` is missing where the value is a text. */
  readonly open: boolean
}

/** The types that a path can lead to; `undefined` where it was found wrong. */
export function pathTypes(
  path: Path,
  variables: ReadonlyMap<string, Variable>,
  note: Note,
): Typing | undefined {
  const variable = variables.get(path.variable)
  if (!variable) {
    const known = [...variables.keys()].join(', ')
    note(
      path.at,
      'aql.variable.unknown',
      `the variable ${path.variable} is not in FROM, which has ${known || 'none'}`,
      nearestName(path.variable, variables.keys()),
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

const isOpen = (types: Types): boolean => [...types].some(type => rmClass(type)?.abstract !== false)

/** The types that steps lead to from values of these types. */
export function stepTypes(steps: readonly Step[], from: Types, note: Note): Typing | undefined {
  let types = from
  let open = false
  for (const step of steps) {
    const found = typesOf(types, step.attribute)
    if (found.size === 0) {
      const message = `${[...types].join(' or ')} has no attribute ${step.attribute}`
      note(step.at, 'aql.attribute.unknown', message, nearestName(step.attribute, attributesOf(types)))
      return undefined
    }
    checkPredicate(step.predicate, found, note)
    open = isOpen(types)
    types = narrow(found, step.predicate)
  }
  return { types, open }
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
      } else if (predicate.id.kind === 'archetypeId' && !canHaveArchetype(types, predicate.id.value)) {
        const { value } = predicate.id
        note(
          predicate.at,
          `${DOUBT}class`,
          `${value} is an archetype of ${archetypeClass(value)} and never that of a ${[...types].join(' or ')}`,
        )
      }
      return
    case 'value':
      stepTypes(predicate.path.steps, types, note)
      if (predicate.operand.kind === 'objectPath') stepTypes(predicate.operand.steps, types, note)
      return
    case 'regex':
      stepTypes(predicate.path.steps, types, note)
      if (!isRegex(predicate.pattern)) {
        const text = predicate.path.steps.map(printStep).join('/')
        note(
          predicate.at,
          'aql.regex',
          `${text} is matched with /${predicate.pattern.slice(0, 200)}/, which is no regular expression, or too costly a one`,
        )
      }
  }
}
