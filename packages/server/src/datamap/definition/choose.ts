/** Picks the nodes that one step of a path means among what the template has in an attribute. */
import { isA, isArchetypeId, parseArchetypeId } from '@cairn/openehr/rm'
import { constrainedNames, type ObjectConstraint, type Slot } from '@cairn/openehr/template'
import { compileSlot } from '@cairn/openehr/validate'
import { dataNodeId, fixedNames, nameOf, type Place, placeOf } from './place.ts'
import type { WantedNode } from './wanted-node.ts'

interface Chosen {
  readonly places: readonly Place[]
  readonly nodeId?: string
  readonly name?: string
}

/** Why no node could be chosen. */
interface NotChosen {
  readonly code: 'unknown' | 'ambiguous' | 'slot' | 'name'
  readonly message: string
}

export type Choice = Chosen | NotChosen

const listed = (texts: readonly string[]): string => {
  const shown = texts.slice(0, 20).join(', ')
  return texts.length > 20 ? `${shown} and ${texts.length - 20} more` : shown
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

export function chooseAmong(
  children: readonly ObjectConstraint[],
  wanted: WantedNode,
  attribute: string,
): Choice {
  const nodes = children.filter(child => child.kind !== 'slot')
  const slots = children.filter(child => child.kind === 'slot')
  if (wanted.id === undefined) return chooseById(nodes, slots, wanted, attribute)
  const found = nodes.filter(child => dataNodeId(child) === wanted.id)
  return found.length > 0
    ? chooseByName(found, wanted, wanted.id)
    : fillSlot(slots, { ...wanted, id: wanted.id }, attribute)
}

/** Without an id: fine where there is nothing to choose. */
function chooseById(
  nodes: readonly ObjectConstraint[],
  slots: readonly Slot[],
  wanted: WantedNode,
  attribute: string,
): Choice {
  const named = wanted.name === undefined ? [] : nodes.filter(node => nameOf(node) === wanted.name)
  const found = named.length > 0 ? named : nodes
  const ids = distinct(found.map(node => dataNodeId(node) ?? ''))
  if (ids.length > 1)
    return {
      code: 'ambiguous',
      message: `${attribute} has several nodes: say which by its id, one of ${listed(found.map(described))}`,
    }
  if (found.length === 0)
    return slots.length > 0
      ? {
          code: 'slot',
          message: `${attribute} is a slot: say which archetype fills it, as ${attribute}[openEHR-EHR-…]`,
        }
      : { code: 'unknown', message: `the template has nothing in ${attribute}` }
  return chooseByName(found, wanted, ids[0] || undefined)
}

const described = (node: ObjectConstraint): string => `${dataNodeId(node) ?? node.rmType} (${nameOf(node)})`

/** Several siblings share the id: their names tell them apart, and the first is never taken silently. */
function chooseByName(
  nodes: readonly ObjectConstraint[],
  wanted: WantedNode,
  nodeId: string | undefined,
): Choice {
  const id = nodeId === undefined ? {} : { nodeId }
  const name = wanted.name ?? codedName(nodes, wanted.nameCode)
  if (name === undefined && wanted.nameCode !== undefined)
    return { code: 'name', message: `no node is named by the code ${wanted.nameCode}` }
  if (name === undefined) {
    const names = distinct(nodes.map(nameOf))
    if (names.length > 1 && nodeId !== undefined)
      return {
        code: 'ambiguous',
        message: `several nodes have the id ${nodeId}: say which by its name, as [${nodeId}, 'name'], one of ${listed(names)}`,
      }
    return { places: nodes.map(placeOf), ...id }
  }
  if (nodeId === undefined) return { code: 'name', message: 'what stands there has no name to tell it by' }
  const exact = nodes.filter(node => fixedNames(node).includes(name))
  const found = exact.length > 0 ? exact : nodes.filter(node => fixedNames(node).length === 0)
  if (found.length > 0) return { places: found.map(placeOf), ...id, name }
  return {
    code: 'name',
    message: `the template does not call ${nodeId} "${name}", but ${listed(distinct(nodes.flatMap(fixedNames)))}`,
  }
}

const codedName = (nodes: readonly ObjectConstraint[], code: string | undefined): string | undefined =>
  code === undefined
    ? undefined
    : nodes
        .flatMap(node => (node.kind === 'object' ? constrainedNames(node) : []))
        .find(name => name.code?.code === code)?.text

/** An archetype that a slot lets in; what is inside it, only data know. */
function fillSlot(
  slots: readonly Slot[],
  wanted: WantedNode & { readonly id: string },
  attribute: string,
): Choice {
  const { id, name } = wanted
  const filled = openPlace(id)
  if (filled === undefined || slots.length === 0)
    return { code: 'unknown', message: `the template has no ${id} in ${attribute}` }
  const fitting = slots.filter(slot => isA(filled.rmType, slot.rmType) && compileSlot(slot).fits(id))
  if (fitting.length === 0)
    return {
      code: 'slot',
      message: `the template has no ${id} in ${attribute}, and its slots want ${listed(distinct(slots.map(slot => compileSlot(slot).expected)))}`,
    }
  return { places: [filled], nodeId: id, ...(name === undefined ? {} : { name }) }
}

/** The root of an archetype that the template does not know. */
export const openPlace = (archetypeId: string): Place | undefined =>
  isArchetypeId(archetypeId) ? { rmType: parseArchetypeId(archetypeId).entity, open: true } : undefined
