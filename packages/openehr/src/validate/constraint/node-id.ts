/** Node ids of constraints: the archetype's id on a root, the at-code elsewhere. */
import type { ObjectConstraint } from '../../template/index.ts'

export const nodeIdIn = (node: ObjectConstraint): string =>
  node.kind === 'object' && node.archetype !== undefined ? node.archetype.archetypeId : node.nodeId

/** The predicate that a path has for a node: its id, or its class where it has none. */
export const predicateOf = (node: ObjectConstraint): string => `[${nodeIdIn(node) || node.rmType}]`

/**
 * A test for ids of specialisations of an archetype: `openEHR-EHR-OBSERVATION.lab-hba1c.v1` is allowed where the template has
 * `openEHR-EHR-OBSERVATION.lab.v1`. An at-code has no specialisations.
 */
export const specialisationsOf = (id: string): ((other: string) => boolean) => {
  const [, concept, version] = /^([^.]+\.[^.]+)\.(v\d+)/.exec(id) ?? []
  if (concept === undefined || version === undefined) return () => false
  const prefix = `${concept}-`
  return other => other.startsWith(prefix) && versionOf(other) === version
}

/** `v1` of `….v1` and `….v1.0.2`. */
const versionOf = (id: string): string | undefined => /\.(v\d+)[^.]*(?:\.\d+)*$/.exec(id)?.[1]
