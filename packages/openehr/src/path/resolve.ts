/** Follows a path in a document to every match, each with the path that leads to it alone. */
import { RE2JS } from 're2js'
import { Problem } from '../problem.ts'
import {
  attributesOf,
  baseType,
  compareIso,
  isRmObject,
  memberPredicates,
  nodePredicate,
  parseDateTime,
  parseTerminologyId,
  parseTime,
  type Rm,
  type RmObject,
} from '../rm/index.ts'
import { parsePath } from './parse.ts'
import type {
  NodePredicate,
  Operator,
  Parameter,
  Path,
  Predicate,
  RegexPredicate,
  Step,
  TermCode,
  ValuePredicate,
} from './tree.ts'

export interface Match {
  /** An RM object or a primitive value. */
  readonly value: unknown
  /** Leads to this value and no other: see `memberPredicates`. */
  readonly path: string
}

/** Values of `$parameters`, without the dollar sign. */
export type Parameters = Readonly<Record<string, unknown>>

/**
 * Every value that the path leads to, in document order; a path into nothing has none. An absolute and a relative path
 * both start at `root`. Attribute names are looked up among the data's own keys only.
 */
export function resolve(path: Path | string, root: RmObject, parameters: Parameters = {}): readonly Match[] {
  const { predicate, steps } = typeof path === 'string' ? parsePath(path) : path
  if (predicate !== undefined && !holds(predicate, root, parameters)) return []
  const matches = resolveSteps(steps, [{ value: root, path: '' }], parameters)
  return steps.length === 0 ? matches.map(match => ({ ...match, path: '/' })) : matches
}

/** Follows steps from several nodes on; the steps of an AQL path have the same shape. */
export function resolveSteps(
  steps: readonly Step[],
  from: readonly Match[],
  parameters: Parameters = {},
): readonly Match[] {
  let found = from
  for (const step of steps) {
    if (found.length === 0) break
    found = found.flatMap(match => stepFrom(match, step, parameters))
  }
  return found
}

function stepFrom({ value, path }: Match, step: Step, parameters: Parameters): readonly Match[] {
  if (!isRmObject(value) || !Object.hasOwn(value, step.attribute)) return []
  const below = value[step.attribute]
  const start = `${path}/${step.attribute}`
  const candidates = Array.isArray(below)
    ? membersOf(below, start)
    : [{ value: below, path: start + nodePredicate(below) }]
  const { predicate, position } = step
  const fitting =
    predicate === undefined
      ? candidates
      : candidates.filter(({ value }) => holds(predicate, value, parameters))
  const chosen = position === undefined ? fitting : fitting.slice(position - 1, position)
  return chosen.filter(match => match.value !== undefined && match.value !== null)
}

function membersOf(members: readonly unknown[], start: string): readonly Match[] {
  const predicates = memberPredicates(members)
  return members.map((value, at) => ({ value, path: start + (predicates[at] ?? '') }))
}

function holds(predicate: Predicate, node: unknown, parameters: Parameters): boolean {
  switch (predicate.kind) {
    case 'predicateAnd':
      return predicate.operands.every(operand => holds(operand, node, parameters))
    case 'predicateOr':
      return predicate.operands.some(operand => holds(operand, node, parameters))
    case 'node':
      return isNode(predicate, node, parameters)
    case 'value':
      return compares(predicate, node, parameters)
    case 'regex': {
      const regex = regexOf(predicate)
      return valuesAt(predicate.path.steps, node, parameters).some(
        value => typeof value === 'string' && regex.matches(value),
      )
    }
  }
}

const patterns = new WeakMap<RegexPredicate, RE2JS>()

/** Compiled once for each predicate; RE2 matches in linear time, whatever the pattern. */
function regexOf(predicate: RegexPredicate): RE2JS {
  const known = patterns.get(predicate)
  if (known !== undefined) return known
  const regex = RE2JS.compile(predicate.pattern)
  patterns.set(predicate, regex)
  return regex
}

function parameterValue({ name }: Parameter, parameters: Parameters): unknown {
  if (Object.hasOwn(parameters, name)) return parameters[name]
  throw new Problem('path.malformed', `The parameter $${name} has no value`, [
    { path: `$${name}`, code: 'path.malformed', message: 'The parameter has no value' },
  ])
}

const valuesAt = (steps: readonly Step[], node: unknown, parameters: Parameters): readonly unknown[] =>
  resolveSteps(steps, [{ value: node, path: '' }], parameters).map(({ value }) => value)

function isNode({ id, name }: NodePredicate, node: unknown, parameters: Parameters): boolean {
  if (!isRmObject(node)) return false
  const wanted = id.kind === 'parameter' ? parameterValue(id, parameters) : id.value
  const { archetype_node_id, name: found } = attributesOf<Rm.Locatable>(node)
  if (archetype_node_id !== wanted) return false
  if (name === undefined) return true
  if (name.kind === 'code')
    return isCoded(found, { kind: 'termCode', terminology: 'local', code: name.value })
  if (name.kind === 'termCode') return isCoded(found, name)
  return scalar(found) === (name.kind === 'parameter' ? parameterValue(name, parameters) : name.value)
}

/** True for a DV_CODED_TEXT or CODE_PHRASE with that code; a version is compared where the path gives one. */
function isCoded(value: unknown, { terminology, version, code }: TermCode): boolean {
  const { defining_code } = attributesOf<Rm.DvCodedText>(value)
  const phrase = attributesOf<Rm.CodePhrase>(isRmObject(defining_code) ? defining_code : value)
  if (phrase.code_string !== code) return false
  const id = scalar(phrase.terminology_id)
  if (typeof id !== 'string' || id === '') return false
  if (id === terminology && version === undefined) return true
  try {
    const parsed = parseTerminologyId(id)
    return parsed.name === terminology && (version === undefined || parsed.version === version)
  } catch {
    return false
  }
}

function compares(
  { path, operator, operand }: ValuePredicate,
  node: unknown,
  parameters: Parameters,
): boolean {
  const left = valuesAt(path.steps, node, parameters)
  switch (operand.kind) {
    case 'termCode': {
      const coded = left.filter(value => isCoded(value, operand)).length
      return operator === '=' ? coded > 0 : operator === '!=' && left.length > coded
    }
    case 'objectPath': {
      const right = valuesAt(operand.steps, node, parameters)
      return left.some(a => right.some(b => compare(operator, scalar(a), scalar(b))))
    }
    case 'parameter': {
      const right = parameterValue(operand, parameters)
      return left.some(value => compare(operator, scalar(value), right))
    }
    default:
      return left.some(value => compare(operator, scalar(value), operand.value))
  }
}

/** The value that an object stands for in a comparison: `magnitude` where it has one, else `value`. */
function scalar(value: unknown): unknown {
  if (!isRmObject(value)) return value
  const type = typeof value._type === 'string' ? baseType(value._type) : ''
  if (type === 'DV_QUANTITY' || type === 'DV_COUNT')
    return attributesOf<Rm.DvQuantity | Rm.DvCount>(value).magnitude
  return attributesOf<{ readonly value: unknown }>(value).value
}

function compare(operator: Operator, a: unknown, b: unknown): boolean {
  if (operator === '=') return a === b
  if (operator === '!=') return a !== undefined && a !== b
  const order = orderOf(a, b)
  if (order === undefined) return false
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

/** Numbers by size; texts as dates or times where both are, else by their characters. */
function orderOf(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a !== 'string' || typeof b !== 'string') return undefined
  for (const parse of [parseDateTime, parseTime]) {
    const [x, y] = [parse(a), parse(b)]
    if (x !== undefined && y !== undefined) return compareIso(x, y)
  }
  return a < b ? -1 : a > b ? 1 : 0
}
