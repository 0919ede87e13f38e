/** What stands below a place of a template, each with the step that leads to it: for suggestions and hints. */
import { quoted } from '@cairn/openehr/rm'
import type { ObjectConstraint } from '@cairn/openehr/template'
import { grouped } from '../grouping.ts'
import { allowedChildren, attributeAt, dataNodeId, fixedNames, nameOf, type Place, placeOf } from './place.ts'

export interface Member {
  readonly attribute: string
  /** As a path has it: `items[at0004]`, `items[at0004, 'Systolic']`. */
  readonly step: string
  /** Alternatives of one attribute, or nodes that neither id nor name tells apart. */
  readonly places: readonly Place[]
  readonly name: string
}

/** What the template constrains below a place, slots left out: in its order. */
export function membersOf({ constraint }: Place): readonly Member[] {
  if (constraint?.kind !== 'object') return []
  return constraint.attributes.flatMap(attribute => {
    if (attributeAt(placeOf(constraint), attribute.name) === undefined) return []
    const nodes = allowedChildren(attribute).filter(child => child.kind !== 'slot')
    return [...grouped(nodes, child => dataNodeId(child) ?? '')].flatMap(([id, same]) =>
      id === '' ? [member(attribute.name, '', same)] : siblings(attribute.name, id, same),
    )
  })
}

function siblings(attribute: string, id: string, nodes: readonly ObjectConstraint[]): readonly Member[] {
  const named = grouped(nodes, nameOf)
  if (named.size === 1) return [member(attribute, `[${id}]`, nodes)]
  return [...named].flatMap(([name, same]) =>
    // A name that data may leave out cannot tell it from its siblings.
    same.every(node => fixedNames(node).length > 0)
      ? [member(attribute, `[${id}, ${quoted(name)}]`, same)]
      : [],
  )
}

const member = (attribute: string, brackets: string, nodes: readonly ObjectConstraint[]): Member => ({
  attribute,
  step: `${attribute}${brackets}`,
  places: nodes.map(placeOf),
  name: nodes[0] === undefined ? attribute : nameOf(nodes[0]),
})
