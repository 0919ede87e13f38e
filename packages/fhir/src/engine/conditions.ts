/** Conditions of mappings, the same for both standards: which of the nodes fulfil them. */
import type { FhirCondition, OpenehrCondition, Operator } from '../mapping/model.ts'

/** Questions about the nodes of one standard. */
export interface Lens<N> {
  /** True where one node holds the other, or they are the same. */
  readonly related: (a: N, b: N) => boolean
  readonly text: (node: N) => string | undefined
  readonly isType: (node: N, types: readonly string[]) => boolean
}

interface Question<N> {
  readonly operator: Operator
  readonly criteria: readonly string[]
  /** Nodes that the condition's root leads to. */
  readonly roots: readonly N[]
  /** For each attribute, its nodes below a root; none where the root itself is meant. */
  readonly attributes: readonly ((root: N) => readonly N[])[]
}

/**
 * The occurrences for which a condition holds. Where its root is on the path of the occurrences, each is judged by its own
 * roots; otherwise the condition is true or false for all (FHIRconnect, Conditions).
 */
function fulfilling<N>(occurrences: readonly N[], question: Question<N>, lens: Lens<N>): readonly N[] {
  const own = occurrences.map(node => question.roots.filter(root => lens.related(root, node)))
  if (own.some(roots => roots.length > 0))
    return occurrences.filter((_, at) => holds(own[at] ?? [], question, lens))
  return holds(question.roots, question, lens) ? occurrences : []
}

type Condition = FhirCondition | OpenehrCondition

/** Finds nodes by the paths of conditions. */
export interface Finder<C extends Condition, N> {
  readonly roots: (root: C['root']) => readonly N[]
  /** Those of the mapping around. Published mappings mean in `manual` the node of the mapping, or that of its parent. */
  readonly outerRoots?: ((root: C['root']) => readonly N[]) | undefined
  readonly below: (node: N, path: C['attributes'][number]) => readonly N[]
}

/** The occurrences for which all conditions hold. */
export function filtered<C extends Condition, N>(
  occurrences: readonly N[],
  conditions: readonly C[],
  { roots, outerRoots, below }: Finder<C, N>,
  lens: Lens<N>,
): readonly N[] {
  let left = occurrences
  for (const { root, attributes, operator, criteria } of conditions) {
    const own = roots(root)
    const question = {
      operator,
      criteria,
      roots: own.length > 0 || outerRoots === undefined ? own : outerRoots(root),
      attributes: attributes.map(path => (node: N) => below(node, path)),
    }
    left = fulfilling(left, question, lens)
  }
  return left
}

function holds<N>(
  roots: readonly N[],
  { operator, criteria, attributes }: Question<N>,
  lens: Lens<N>,
): boolean {
  const groups = attributes.length === 0 ? [roots] : attributes.map(at => roots.flatMap(at))
  const hasOne = (nodes: readonly N[]) => nodes.some(node => criteria.includes(lens.text(node) ?? ''))
  switch (operator) {
    case 'one of':
      return groups.some(hasOne)
    case 'not of':
      return !groups.some(hasOne)
    case 'empty':
      return groups.every(nodes => nodes.length === 0)
    case 'not empty':
      return groups.every(nodes => nodes.length > 0)
    case 'type':
      return groups.some(nodes => nodes.some(node => lens.isType(node, criteria)))
  }
}
