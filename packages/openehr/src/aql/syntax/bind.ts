/** Puts values in the place of parameters: as typed values in the tree, never as text. */
import type { Finding } from '../../problem.ts'
import { compareIdsByValue } from '../check/compared-ids.ts'
import { findingAt, refuse } from '../invalid.ts'
import { isArchetypeId, isCode } from './parse-predicate.ts'
import { isStorable } from './strings.ts'
import type { BoundQuery, Literal, Parameter, Query, Scalar } from './tree.ts'

/** A list is for `matches {$list}` alone. */
export type ParameterValue = Scalar | readonly Scalar[]

/** Names have no `$`. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>

/**
 * The query with every parameter replaced, and identifiers compared by their values. Values that no parameter asks for are left alone. Throws
 * Problem('aql.invalid') that names each parameter that has no value or one of the wrong type, and where it stands.
 */
export function bindParameters(query: Query, values: ParameterValues): BoundQuery {
  const findings: Finding[] = []
  const bound = substitute(query, '', '', { values, findings })
  refuse(findings)
  return Object.freeze({ ...compareIdsByValue(bound as Query), bound: true })
}

/** The names of all parameters, in the order in which they first appear. */
export function parameterNames(query: Query): readonly string[] {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isParameter(node)) names.add(node.name)
    for (const child of Object.values(node)) visit(child)
  }
  visit(query)
  return [...names]
}

interface Binding {
  readonly values: ParameterValues
  readonly findings: Finding[]
}

/** Turns a value into the node for one position of the tree, or says which values fit there. */
type Use = (value: ParameterValue) => { readonly replacement: unknown } | { readonly wanted: string }

const scalar: Use = value =>
  isList(value) ? { wanted: 'a single value' } : { replacement: literalOf(value) }

const textOnly: Use = value =>
  typeof value === 'string' ? { replacement: literalOf(value) } : { wanted: 'a string' }

const nodeId: Use = value => {
  if (typeof value === 'string' && isArchetypeId(value))
    return { replacement: { kind: 'archetypeId', value } }
  if (typeof value === 'string' && isCode(value)) return { replacement: { kind: 'code', value } }
  return { wanted: 'an archetype id or a node code' }
}

const scalarOrList: Use = value => {
  if (!isList(value)) return scalar(value)
  return value.length > 0
    ? { replacement: value.map(literalOf) }
    : { wanted: 'a list with at least one value' }
}

/** By the kind of the node that holds the parameter and the name of its field. */
const USES: ReadonlyMap<string, Use> = new Map([
  ['node.id', nodeId],
  ['node.name', textOnly],
  ['like.pattern', textOnly],
  ['matches.items', scalarOrList],
])

/** The same tree where it has no parameter; `kind` and `field` say where the node stands in its parent. */
function substitute(node: unknown, kind: string, field: string, binding: Binding): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) {
    const items = node.flatMap((item: unknown) => substitute(item, kind, field, binding))
    return items.length === node.length && items.every((item, at) => item === node[at])
      ? node
      : Object.freeze(items)
  }
  if (isParameter(node)) return valueFor(node, USES.get(`${kind}.${field}`) ?? scalar, binding)
  const own = 'kind' in node ? String(node.kind) : ''
  let changed: Record<string, unknown> | undefined
  for (const [name, child] of Object.entries(node)) {
    const put = name === 'at' ? child : substitute(child, own, name, binding)
    if (put !== child) {
      changed ??= { ...node }
      changed[name] = put
    }
  }
  return changed ? Object.freeze(changed) : node
}

function valueFor(parameter: Parameter, use: Use, { values, findings }: Binding): unknown {
  const { name, at } = parameter
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) {
    findings.push(
      findingAt(at, 'aql.parameter.missing', `no value was given for the parameter $${name}`, {
        path: `$${name}`,
      }),
    )
    return parameter
  }
  const used: ReturnType<Use> = isPrintable(value)
    ? use(value)
    : { wanted: 'text, a number, a boolean or null' }
  if ('wanted' in used) {
    const message = `the parameter $${name} must be ${used.wanted}, not ${shorten(value)}`
    findings.push(findingAt(at, 'aql.parameter.type', message, { path: `$${name}` }))
    return parameter
  }
  const withPosition = (fields: object) => Object.freeze({ ...fields, at })
  return Array.isArray(used.replacement)
    ? used.replacement.map(withPosition)
    : withPosition(used.replacement as object)
}

/** The literal that a value is written as, without its place. */
export function literalOf(value: Scalar): Omit<Literal, 'at'> {
  if (typeof value === 'string') return { kind: 'literal', type: 'string', value }
  if (typeof value === 'boolean') return { kind: 'literal', type: 'boolean', value }
  if (value === null) return { kind: 'literal', type: 'null', value }
  return { kind: 'literal', type: Number.isSafeInteger(value) ? 'integer' : 'real', value: value + 0 }
}

const isParameter = (node: object): node is Parameter => 'kind' in node && node.kind === 'parameter'

const isList = (value: ParameterValue): value is readonly Scalar[] => Array.isArray(value)

/** Values come from callers: those that have no literal in AQL are refused. */
function isPrintable(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(item => !Array.isArray(item) && isPrintable(item))
  if (typeof value === 'string') return isStorable(value)
  return typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value))
}

function shorten(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  return json.length > 40 ? `${json.slice(0, 40)}…` : json
}
