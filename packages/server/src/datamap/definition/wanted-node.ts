/** Reads the brackets of a step: a node id, a name, or both. A datamap allows nothing else in brackets. */
import type { Predicate, Step } from '@cairn-ehr/openehr/path'

export interface WantedNode {
  readonly id?: string
  readonly name?: string
  /** A name given as a code of the archetype: `[at0004, at0022]`. */
  readonly nameCode?: string
}

/** Returns undefined if the brackets have anything else. */
export function wantedNode({ predicate, position }: Step): WantedNode | undefined {
  if (position !== undefined) return undefined
  return predicate === undefined ? {} : wantedBy(predicate)
}

function wantedBy(predicate: Predicate): WantedNode | undefined {
  if (predicate.kind === 'predicateAnd') return combine(predicate.operands.map(wantedBy))
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

/** Combines conditions; undefined if one occurs twice. */
function combine(parts: readonly (WantedNode | undefined)[]): WantedNode | undefined {
  const known = parts.filter(part => part !== undefined)
  const keys = known.flatMap(part => Object.keys(part))
  if (known.length < parts.length || new Set(keys).size < keys.length) return undefined
  return Object.assign({}, ...known) as WantedNode
}
