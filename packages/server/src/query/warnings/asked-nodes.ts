/** The archetypes and nodes that a query asks for by their ids. */
import { type Aql, visitNodes } from '@cairn-ehr/openehr/aql'

/** An archetype, or a node inside one; a node without archetype may be in any. */
export interface AskedNode {
  readonly archetype: string | undefined
  readonly code: string | undefined
}

/** The ids of a predicate that pick a node by themselves: not the names beside them, nor what stands in further paths. */
function idsIn(predicate: Aql.Predicate | undefined): readonly (Aql.Code | Aql.ArchetypeId)[] {
  switch (predicate?.kind) {
    case 'predicateAnd':
    case 'predicateOr':
      return predicate.operands.flatMap(idsIn)
    case 'node':
      return predicate.id.kind === 'parameter' ? [] : [predicate.id]
    default:
      return []
  }
}

/** The node that a predicate asks for below `archetype`, and the archetype for the steps after it. */
function step(
  predicate: Aql.Predicate | undefined,
  archetype: string | undefined,
  asked: AskedNode[],
): string | undefined {
  const ids = idsIn(predicate)
  for (const { kind, value } of ids)
    asked.push(kind === 'code' ? { archetype, code: value } : { archetype: value, code: undefined })
  const roots = ids.filter(({ kind }) => kind === 'archetypeId')
  if (roots.length === 0) return archetype
  return roots.length === 1 ? roots[0]?.value : undefined
}

/** All of them, each once. */
export function askedNodes({ from, columns, where, orderBy }: Aql.Query): readonly AskedNode[] {
  const asked: AskedNode[] = []
  const archetypes = new Map<string, string | undefined>()
  const visit = (containment: Aql.Containment, above: string | undefined): void => {
    if ('operands' in containment) {
      for (const operand of containment.operands) visit(operand, above)
      return
    }
    const { predicate, variable, contains } = containment
    const own = step(predicate, above, asked)
    // Below a class that is given by no id, a code may be that of any archetype.
    const archetype = idsIn(predicate).length === 0 ? undefined : own
    if (variable !== undefined) archetypes.set(variable, archetype)
    if (contains) visit(contains.what, archetype)
  }
  visit(from, undefined)
  visitNodes([columns, where, orderBy], node => {
    if (node.kind !== 'path') return true
    const { variable, predicate, steps } = node as Aql.Path
    let archetype = step(predicate, archetypes.get(variable), asked)
    for (const each of steps) archetype = step(each.predicate, archetype, asked)
    return false
  })
  return [...new Map(asked.map(each => [keyOf(each), each])).values()]
}

export const keyOf = ({ archetype, code }: AskedNode): string => `${archetype ?? ''} ${code ?? ''}`
