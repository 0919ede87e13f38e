/** A query without its literals: what a plan is kept under, so that one plan serves all values. */
import { createHash } from 'node:crypto'
import type { Aql } from '@cairn-ehr/openehr/aql'
import type { Given, Scalar } from '../../relation/index.ts'

export interface Shape {
  /** The same for queries that differ in literals only. */
  readonly key: string
  /** SHA-256 of the key, which is found faster: the key of a usual query has thousands of characters. */
  readonly digest: string
  readonly literals: readonly Scalar[]
  /** Their nodes in the tree, in the same order. */
  readonly nodes: readonly Aql.Literal[]
  /** Gives a plan the value of a literal when it is run. */
  readonly reader: (literal: Literal) => (given: Given) => Scalar
}

type Literal = { readonly value: Scalar }

/**
 * The number of rows that are asked for is a value too. Literals in predicates of a path are none: two steps are the same node if they are
 * written the same, so the plan depends on them.
 */
export function shapeOf(query: Aql.BoundQuery): Shape {
  const literals: Scalar[] = []
  const nodes: Aql.Literal[] = []
  const places = new Map<unknown, number>()
  const write = (node: unknown): string => {
    if (typeof node !== 'object' || node === null)
      return typeof node === 'string' ? JSON.stringify(node) : `${node}`
    if (Array.isArray(node)) return `[${node.map(write).join()}]`
    if (!isNode(node)) return JSON.stringify(node)
    if (isStep(node) && node.predicate) return JSON.stringify(node, withoutPlace)
    if (isLiteral(node)) {
      places.set(node, literals.length)
      literals.push(node.value)
      nodes.push(node)
      return '?'
    }
    // By hand, since this is done for every query: a replacer of JSON.stringify takes four times as long.
    let text = ''
    for (const name in node) if (!UNSEEN.has(name)) text += `${name}:${write(node[name])},`
    return `{${text}}`
  }
  const key = write(query)
  const reader = (literal: Literal) => {
    const place = places.get(literal)
    return place === undefined ? () => literal.value : (given: Given) => given.literals[place] ?? null
  }
  const digest = createHash('sha256').update(key).digest('base64url')
  return { key, digest, literals, nodes, reader }
}

/** Members that do not change a plan: positions in the text, and the number of rows. */
const UNSEEN = new Set(['at', 'bound', 'limit'])

const withoutPlace = (name: string, node: unknown): unknown => (name === 'at' ? undefined : node)

type Node = { readonly kind: string } & Readonly<Record<string, unknown>>

const isNode = (node: object): node is Node => 'kind' in node

const isStep = (node: Node): node is Node & (Aql.Step | Aql.Path) =>
  node.kind === 'step' || node.kind === 'path'

const isLiteral = (node: Node): node is Node & Aql.Literal => node.kind === 'literal'
