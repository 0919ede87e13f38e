/** Lists the children of a template node, each with its step, for suggestions and hints. */
import { quoted } from '@cairn-ehr/openehr/rm'
import type { ObjectConstraint } from '@cairn-ehr/openehr/template'
import { groupBy } from '../../collections/index.ts'
import {
  allowedChildren,
  attributeAt,
  dataNodeId,
  fixedNames,
  nameOf,
  positionOf,
  type TemplatePosition,
} from './template-position.ts'

export interface Member {
  readonly attribute: string
  /** The step as text: `items[at0004]`, `items[at0004, 'Systolic']`. */
  readonly step: string
  /** Alternatives of one attribute, or nodes with the same id and name. */
  readonly places: readonly TemplatePosition[]
  readonly name: string
}

/** Lists what the template constrains below a node, without slots, in template order. */
export function membersOf({ constraint }: TemplatePosition): readonly Member[] {
  if (constraint?.kind !== 'object') return []
  return constraint.attributes.flatMap(attribute => {
    if (attributeAt(positionOf(constraint), attribute.name) === undefined) return []
    const nodes = allowedChildren(attribute).filter(child => child.kind !== 'slot')
    return [...groupBy(nodes, child => dataNodeId(child) ?? '')].flatMap(([id, same]) =>
      id === '' ? [member(attribute.name, '', same)] : siblings(attribute.name, id, same),
    )
  })
}

function siblings(attribute: string, id: string, nodes: readonly ObjectConstraint[]): readonly Member[] {
  const named = groupBy(nodes, nameOf)
  if (named.size === 1) return [member(attribute, `[${id}]`, nodes)]
  return [...named].flatMap(([name, same]) =>
    // A name that data may leave out cannot distinguish siblings.
    same.every(node => fixedNames(node).length > 0)
      ? [member(attribute, `[${id}, ${quoted(name)}]`, same)]
      : [],
  )
}

const member = (attribute: string, brackets: string, nodes: readonly ObjectConstraint[]): Member => ({
  attribute,
  step: `${attribute}${brackets}`,
  places: nodes.map(positionOf),
  name: nodes[0] === undefined ? attribute : nameOf(nodes[0]),
})
