/** Picks the nodes of an attribute in the template that a step of a path means. */
import { isA, isArchetypeId, parseArchetypeId } from '@cairn-ehr/openehr/rm'
import { constrainedNames, type ObjectConstraint, type Slot } from '@cairn-ehr/openehr/template'
import { compileSlot } from '@cairn-ehr/openehr/validate'
import { dataNodeId, fixedNames, nameOf, positionOf, type TemplatePosition } from './template-position.ts'
import type { WantedNode } from './wanted-node.ts'

interface Chosen {
  readonly places: readonly TemplatePosition[]
  readonly nodeId?: string
  readonly name?: string
}

/** The fault, if no node could be chosen. */
interface NotChosen {
  readonly code: 'unknown' | 'ambiguous' | 'slot' | 'name'
  readonly message: string
}

export type Choice = Chosen | NotChosen

const printList = (texts: readonly string[]): string => {
  const shown = texts.slice(0, 20).join(', ')
  return texts.length > 20 ? `${shown} and ${texts.length - 20} more` : shown
}

const distinctTexts = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

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

/** Chooses without an id, which is possible only if there is a single node. */
function chooseById(
  nodes: readonly ObjectConstraint[],
  slots: readonly Slot[],
  wanted: WantedNode,
  attribute: string,
): Choice {
  const named = wanted.name === undefined ? [] : nodes.filter(node => nameOf(node) === wanted.name)
  const found = named.length > 0 ? named : nodes
  const ids = distinctTexts(found.map(node => dataNodeId(node) ?? ''))
  if (ids.length > 1)
    return {
      code: 'ambiguous',
      message: `${attribute} has several nodes: say which by its id, one of ${printList(found.map(describeNode))}`,
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

const describeNode = (node: ObjectConstraint): string =>
  `${dataNodeId(node) ?? node.rmType} (${nameOf(node)})`

/** Several siblings share the id, so a name must choose; the first is never taken silently. */
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
    const names = distinctTexts(nodes.map(nameOf))
    if (names.length > 1 && nodeId !== undefined)
      return {
        code: 'ambiguous',
        message: `several nodes have the id ${nodeId}: say which by its name, as [${nodeId}, 'name'], one of ${printList(names)}`,
      }
    return { places: nodes.map(positionOf), ...id }
  }
  if (nodeId === undefined)
    return { code: 'name', message: 'a node without an id has no name: leave out its brackets' }
  const exact = nodes.filter(node => fixedNames(node).includes(name))
  const found = exact.length > 0 ? exact : nodes.filter(node => fixedNames(node).length === 0)
  if (found.length > 0) return { places: found.map(positionOf), ...id, name }
  return {
    code: 'name',
    message: `the template does not name ${nodeId} "${name}", but ${printList(distinctTexts(nodes.flatMap(fixedNames)))}`,
  }
}

const codedName = (nodes: readonly ObjectConstraint[], code: string | undefined): string | undefined =>
  code === undefined
    ? undefined
    : nodes
        .flatMap(node => (node.kind === 'object' ? constrainedNames(node) : []))
        .find(name => name.code?.code === code)?.text

/** Chooses an archetype that a slot allows; only data know its content. */
function fillSlot(
  slots: readonly Slot[],
  wanted: WantedNode & { readonly id: string },
  attribute: string,
): Choice {
  const { id, name } = wanted
  const filled = openPosition(id)
  if (filled === undefined || slots.length === 0)
    return { code: 'unknown', message: `the template has no ${id} in ${attribute}` }
  const fitting = slots.filter(slot => isA(filled.rmType, slot.rmType) && compileSlot(slot).fits(id))
  if (fitting.length === 0)
    return {
      code: 'slot',
      message: `the template has no ${id} in ${attribute}, and its slots want ${printList(distinctTexts(slots.map(slot => compileSlot(slot).expected)))}`,
    }
  return { places: [filled], nodeId: id, ...(name === undefined ? {} : { name }) }
}

/** The root of an archetype that is not in the template. */
export const openPosition = (archetypeId: string): TemplatePosition | undefined =>
  isArchetypeId(archetypeId) ? { rmType: parseArchetypeId(archetypeId).entity, open: true } : undefined
