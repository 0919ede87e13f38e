/** A query without its literals: what a plan is kept under, so that one plan serves all values. */
import type { Aql } from '@cairn/openehr/aql'
import type { Given, Scalar } from '../sql/fragment.ts'

export interface Shape {
  /** The same for queries that differ in literals only. */
  readonly key: string
  readonly literals: readonly Scalar[]
  /** How a plan comes by the value of a literal when it is run. */
  readonly reader: (literal: Literal) => (given: Given) => Scalar
}

type Literal = { readonly value: Scalar }

/**
 * How many rows are asked for is a value too. Literals in predicates of a path are none: two steps are the same node if they are
 * written the same, so the plan depends on them.
 */
export function shapeOf({ bound: _, ...query }: Aql.BoundQuery): Shape {
  const literals: Scalar[] = []
  const places = new Map<unknown, number>()
  const key = JSON.stringify(query, (name, node: unknown) => {
    if (name === 'at') return undefined
    if (!isNode(node)) return node
    if (node.kind === 'limit') return '?'
    if ((node.kind === 'step' || node.kind === 'path') && 'predicate' in node)
      return JSON.stringify(node, withoutPlace)
    if (!isLiteral(node)) return node
    places.set(node, literals.length)
    literals.push(node.value)
    return '?'
  })
  const reader = (literal: Literal) => {
    const place = places.get(literal)
    return place === undefined ? () => literal.value : (given: Given) => given.literals[place] ?? null
  }
  return { key, literals, reader }
}

const withoutPlace = (name: string, node: unknown): unknown => (name === 'at' ? undefined : node)

const isNode = (node: unknown): node is { readonly kind: string } =>
  typeof node === 'object' && node !== null && 'kind' in node

const isLiteral = (node: { readonly kind: string }): node is Aql.Literal => node.kind === 'literal'
