/** What `archetype_node_id` must be in the data of a node: the archetype's id on a root, the at-code elsewhere. */
import type { ObjectConstraint } from '../../template/index.ts'

export const nodeIdIn = (node: ObjectConstraint): string =>
  node.kind === 'object' && node.archetype !== undefined ? node.archetype.archetypeId : node.nodeId

/** How a path names a node among its siblings: by id, or by class where it has none. */
export const predicateOf = (node: ObjectConstraint): string => `[${nodeIdIn(node) || node.rmType}]`

/** `openEHR-EHR-OBSERVATION.lab-hba1c.v1` where `openEHR-EHR-OBSERVATION.lab.v1` is wanted: a specialisation will do. */
export const isSpecialisation = (id: string, of: string): boolean => {
  const [parent, child] = [parts(of), parts(id)]
  if (parent === undefined || child === undefined) return false
  return (
    parent.type === child.type &&
    parent.version === child.version &&
    child.concept.startsWith(`${parent.concept}-`)
  )
}

const ARCHETYPE_ID = /^([^.]+)\.([^.]+)\.(v\d+)/

const parts = (id: string): { type: string; concept: string; version: string } | undefined => {
  const [, type, concept, version] = ARCHETYPE_ID.exec(id) ?? []
  return type === undefined || concept === undefined || version === undefined
    ? undefined
    : { type, concept, version }
}
