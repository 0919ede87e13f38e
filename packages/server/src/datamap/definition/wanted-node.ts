/** What the brackets of a step ask for: a node id, a name, or both. Everything else that a path may say is no place of a table. */
import type { Predicate, Step } from '@cairn/openehr/path'

export interface WantedNode {
  readonly id?: string
  readonly name?: string
  /** A name given as a code of the archetype: `[at0004, at0022]`. */
  readonly nameCode?: string
}

/** Undefined: the brackets say more than that. */
export function wantedNode({ predicate, position }: Step): WantedNode | undefined {
  if (position !== undefined) return undefined
  return predicate === undefined ? {} : wantedBy(predicate)
}

function wantedBy(predicate: Predicate): WantedNode | undefined {
  if (predicate.kind === 'predicateAnd') return together(predicate.operands.map(wantedBy))
  if (predicate.kind === 'node') return withId(predicate)
  if (predicate.kind !== 'value' || predicate.operator !== '=') return undefined
  const { operand, path } = predicate
  if (operand.kind !== 'literal' || typeof operand.value !== 'string') return undefined
  const attribute = path.steps.map(step => step.attribute).join('/')
  const plain = path.steps.every(step => step.predicate === undefined && step.position === undefined)
  const member = plain ? MEMBERS.get(attribute) : undefined
  return member === undefined ? undefined : { [member]: operand.value }
}

const MEMBERS: ReadonlyMap<string, 'id' | 'name'> = new Map([
  ['name/value', 'name'],
  ['archetype_node_id', 'id'],
])

function withId({ id, name }: Extract<Predicate, { kind: 'node' }>): WantedNode | undefined {
  if (id.kind === 'parameter') return undefined
  if (name === undefined) return { id: id.value }
  if (name.kind === 'literal')
    return typeof name.value === 'string' ? { id: id.value, name: name.value } : undefined
  if (name.kind === 'code') return { id: id.value, nameCode: name.value }
  return name.kind === 'termCode' ? { id: id.value, nameCode: name.code } : undefined
}

/** Several conditions are one where none is said twice. */
function together(parts: readonly (WantedNode | undefined)[]): WantedNode | undefined {
  const known = parts.filter(part => part !== undefined)
  const keys = known.flatMap(part => Object.keys(part))
  if (known.length < parts.length || new Set(keys).size < keys.length) return undefined
  return Object.assign({}, ...known) as WantedNode
}
