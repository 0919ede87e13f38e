/** Evaluates a predicate as far as the dictionary can: it knows node ids, but names and values are in the rows. */
import type { Predicate } from '@cairn-ehr/openehr/path'

/** True, false, or the rest of the predicate, which must be evaluated for each row. */
export type Decision = boolean | Predicate

type Junction = Extract<Predicate, { readonly kind: 'predicateAnd' | 'predicateOr' }>

/** `nodeId` is undefined for a node without one. Parameters must have been replaced by their values. */
export function decide(predicate: Predicate | undefined, nodeId: string | undefined): Decision {
  if (predicate === undefined) return true
  switch (predicate.kind) {
    case 'predicateAnd':
    case 'predicateOr':
      return decideAll(predicate, nodeId)
    case 'node':
      if (predicate.id.kind === 'parameter') return predicate
      if (predicate.id.value !== nodeId) return false
      return predicate.name === undefined ? true : predicate
    case 'value': {
      const [step, more] = predicate.path.steps
      const { operator, operand } = predicate
      if (step?.attribute !== 'archetype_node_id' || more !== undefined || operand.kind !== 'literal')
        return predicate
      if (operator === '=') return nodeId === operand.value
      return operator === '!=' ? nodeId !== undefined && nodeId !== operand.value : predicate
    }
    case 'regex':
      return predicate
  }
}

function decideAll({ kind, operands }: Junction, nodeId: string | undefined): Decision {
  const ends = kind === 'predicateOr'
  const open: Predicate[] = []
  for (const operand of operands) {
    const decision = decide(operand, nodeId)
    if (decision === ends) return ends
    if (typeof decision === 'object') open.push(decision)
  }
  const [only, more] = open
  if (only === undefined) return !ends
  return more === undefined ? only : { kind, operands: open }
}
