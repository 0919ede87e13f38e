/** FHIR data as the source of a mapping: elements with their types and parents, found by the paths of mappings. */
import type { FhirStep } from '../paths/fhir-path.ts'
import { choiceName, elementIn, isPrimitiveType, isResourceType } from '../r4/structure.ts'
import { isJson, isResource, type Json, listOf, type Resource } from './json.ts'

export interface FhirNode {
  readonly value: unknown
  /** The `_name` companion of a primitive value: its extensions. */
  readonly companion?: Json
  readonly type: string
  /** Identifies the node: `Patient/1.name[0].given[1]`. */
  readonly key: string
  readonly parent?: FhirNode
  /** The reference that led to it, of a resource. */
  readonly reference?: string
}

/** References that were followed to a node. */
export function referencesTo(node: FhirNode): readonly string[] {
  const found: string[] = []
  for (let at: FhirNode | undefined = node; at !== undefined; at = at.parent)
    if (at.reference !== undefined) found.push(at.reference)
  return found
}

/** Finds the resource that a reference names. */
export type Resolver = (reference: string, from: FhirNode) => Resource | undefined

export const resourceNode = (resource: Resource, key: string = resource.resourceType): FhirNode => ({
  value: resource,
  type: resource.resourceType,
  key,
})

/** Follows the steps of a path to every element. */
export function fhirNodesAt(
  from: FhirNode,
  steps: readonly FhirStep[],
  resolver: Resolver,
): readonly FhirNode[] {
  let found: readonly FhirNode[] = [from]
  for (const [at, step] of steps.entries()) {
    // `Condition.code` from a Condition: the first step names the resource itself.
    if (at === 0 && step.kind === 'element' && step.name === from.type && isResourceType(from.type)) continue
    found = stepFrom(found, step, resolver)
    if (found.length === 0) break
  }
  return found
}

function stepFrom(nodes: readonly FhirNode[], step: FhirStep, resolver: Resolver): readonly FhirNode[] {
  switch (step.kind) {
    case 'element':
      return nodes.flatMap(node => childrenOf(node, step.name))
    case 'as':
      return nodes.filter(({ type }) => isOfFhirType(type, step.type))
    case 'where':
      return nodes.filter(node =>
        fhirNodesAt(node, step.path, resolver).some(each => comparableFhir(each) === step.value),
      )
    case 'index':
      return nodes.slice(step.at, step.at < 0 ? undefined : step.at + 1)
    case 'resolve':
      return nodes.flatMap(node => resolvedNode(node, resolver) ?? [])
    case 'parent':
      return [
        ...new Map(nodes.flatMap(({ parent }) => (parent ? [[parent.key, parent] as const] : []))).values(),
      ]
  }
}

const PRIMITIVE_FAMILIES: Readonly<Record<string, readonly string[]>> = {
  string: ['string', 'markdown', 'code', 'id'],
  uri: ['uri', 'url', 'canonical', 'oid', 'uuid'],
  integer: ['integer', 'positiveInt', 'unsignedInt'],
  Quantity: ['Quantity', 'Age', 'Count', 'Distance', 'Duration', 'SimpleQuantity', 'MoneyQuantity'],
}

export const isOfFhirType = (type: string, wanted: string): boolean =>
  type === wanted || wanted === 'Resource' || (PRIMITIVE_FAMILIES[wanted]?.includes(type) ?? false)

export function childrenOf(node: FhirNode, name: string): readonly FhirNode[] {
  if (isPrimitiveType(node.type)) {
    if (name === 'value') return [node]
    return node.companion ? elementNodes({ ...node, value: node.companion, type: 'Element' }, node, name) : []
  }
  return elementNodes(node, node, name)
}

function elementNodes(owner: FhirNode, parent: FhirNode, name: string): readonly FhirNode[] {
  if (!isJson(owner.value)) return []
  const element = elementIn(owner.type, name)
  if (element === undefined) return []
  for (const type of element.types) {
    const key = element.choice ? choiceName(element.name, type) : element.name
    const values = listOf(owner.value[key])
    const companions = listOf(owner.value[`_${key}`])
    if (values.length === 0 && companions.length === 0) continue
    return Array.from({ length: Math.max(values.length, companions.length) }, (_, at): FhirNode[] => {
      const [value, companion] = [values[at], companions[at]]
      if ((value === undefined || value === null) && !isJson(companion)) return []
      const own = type === 'Resource' ? (isResource(value) ? value.resourceType : type) : type
      const place = `${parent.key}.${element.name}[${at}]`
      return [{ value, type: own, key: place, parent, ...(isJson(companion) ? { companion } : {}) }]
    }).flat()
  }
  return []
}

/** The resource that a Reference, its text, or an element that holds the resource itself leads to. */
export function resolvedNode(node: FhirNode, resolver: Resolver): FhirNode | undefined {
  if (isResource(node.value)) return node
  const reference = isJson(node.value) ? node.value['reference'] : node.value
  if (typeof reference !== 'string') return undefined
  const owner = isJson(node.value) ? node : (node.parent ?? node)
  const resource = resolver(reference, owner)
  return (
    resource && {
      value: resource,
      type: resource.resourceType,
      key: `${owner.key}→${reference}`,
      parent: owner,
      reference,
    }
  )
}

/** The value that conditions compare, as text. */
export function comparableFhir({ value }: FhirNode): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value)
}

/** Resolves references inside a Bundle, and to contained resources. */
export function bundleResolver(bundle: Resource): Resolver {
  const known = new Map<string, Resource>()
  for (const entry of listOf(bundle['entry'])) {
    if (!isJson(entry) || !isResource(entry['resource'])) continue
    const { resource, fullUrl } = entry as { resource: Resource; fullUrl?: unknown }
    if (typeof fullUrl === 'string') known.set(fullUrl, resource)
    if (typeof resource['id'] === 'string') known.set(`${resource.resourceType}/${resource['id']}`, resource)
  }
  return (reference, from) => {
    if (reference.startsWith('#')) return containedIn(from, reference.slice(1))
    const versionless = reference.replace(/\/_history\/[^/]+$/, '')
    return known.get(versionless) ?? known.get(versionless.split('/').slice(-2).join('/'))
  }
}

function containedIn(from: FhirNode, id: string): Resource | undefined {
  for (let at: FhirNode | undefined = from; at !== undefined; at = at.parent) {
    const contained = isResource(at.value) ? listOf(at.value['contained']) : []
    const found = contained.find(each => isResource(each) && each['id'] === id)
    if (isResource(found)) return found
  }
  return undefined
}
