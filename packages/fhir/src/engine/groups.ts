/** Hierarchy mappings: elements grouped by the values that must be unique, and a resource cut down to one group. */
import { isJson } from '../fhir/json.ts'
import { type FhirNode, resourceNode } from '../fhir/node.ts'

export type Group<N> = readonly N[]

export function groupsOf<N>(nodes: readonly N[], key: (node: N) => readonly string[]): readonly Group<N>[] {
  const groups = new Map<string, N[]>()
  for (const [at, node] of nodes.entries()) {
    const values = key(node)
    // Without unique paths every occurrence is a group of its own.
    const name = values.length === 0 ? String(at) : values.join('\u0000')
    groups.set(name, [...(groups.get(name) ?? []), node])
  }
  return [...groups.values()]
}

/** The resource with only these elements of their list. */
export function resourceWith(resource: FhirNode, group: Group<FhirNode>): FhirNode {
  const keep = new Set(group.map(({ value }) => value))
  const [first] = group
  if (first === undefined || !isJson(resource.value) || first.value === resource.value) return resource
  const value = Object.fromEntries(
    Object.entries(resource.value).map(([name, each]) => [
      name,
      Array.isArray(each) && each.some(one => keep.has(one)) ? each.filter(one => keep.has(one)) : each,
    ]),
  )
  const node = resourceNode({ ...value, resourceType: resource.type }, `${resource.key}@${first.key}`)
  return resource.parent === undefined ? node : { ...node, parent: resource.parent }
}
