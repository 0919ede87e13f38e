/** Looks up classes in the attribute table: their attributes, ancestors and descendants, and the class of a value. */
import type { RmAttribute, RmClass } from './model.ts'
import { RM_TABLE } from './table.generated.ts'

const classes = new Map<string, RmClass>()
const descendants = new Map<string, string[]>()

for (const row of RM_TABLE) {
  const ancestors = new Set<string>()
  const attributes = new Map<string, RmAttribute>()
  // The table has parents before children, so what is inherited is complete here. A redefined attribute keeps its place.
  for (const parent of row.parents) {
    for (const ancestor of classes.get(parent)?.ancestors ?? []) ancestors.add(ancestor)
    for (const [name, attribute] of classes.get(parent)?.attributes ?? []) attributes.set(name, attribute)
  }
  ancestors.add(row.name)
  for (const attribute of row.attributes) attributes.set(attribute.name, attribute)
  classes.set(row.name, { name: row.name, abstract: row.abstract, ancestors, attributes })
  for (const ancestor of ancestors) {
    const known = descendants.get(ancestor) ?? []
    descendants.set(ancestor, known)
    if (!row.abstract) known.push(row.name)
  }
}

/** `DV_INTERVAL<DV_QUANTITY>` → `DV_INTERVAL`. */
export function baseType(type: string): string {
  const bracket = type.indexOf('<')
  return bracket < 0 ? type : type.slice(0, bracket).trimEnd()
}

/** `DV_INTERVAL<DV_QUANTITY>` → `DV_QUANTITY`. */
export function parameterOf(type: string): string | undefined {
  const bracket = type.indexOf('<')
  return bracket < 0 ? undefined : type.slice(bracket + 1, type.lastIndexOf('>')).trim()
}

/** The class of that name; type parameters are accepted and ignored. */
export const rmClass = (name: string): RmClass | undefined => classes.get(name) ?? classes.get(baseType(name))

/** Every class of the table, parents before children. */
export const rmClasses = (): IterableIterator<RmClass> => classes.values()

/** True when a value of `type` may stand where `ancestor` is declared. Everything is an `Any`. */
export function isA(type: string, ancestor: string): boolean {
  if (type === ancestor || ancestor === 'Any') return true
  return rmClass(type)?.ancestors.has(baseType(ancestor)) ?? false
}

/** The class itself and its descendants, as far as they are not abstract. */
export const concreteTypes = (type: string): readonly string[] => descendants.get(baseType(type)) ?? []

/**
 * The class of a value: what its `_type` says, else the declared one where data may leave `_type` out: where it
 * is concrete, or has only one concrete descendant.
 */
export function typeOf(value: unknown, declared: string): string | undefined {
  const stated =
    typeof value === 'object' && value !== null && Object.hasOwn(value, '_type')
      ? (value as { readonly _type?: unknown })._type
      : undefined
  if (stated !== undefined) return typeof stated === 'string' ? baseType(stated) : undefined
  const known = rmClass(declared)
  if (known === undefined) return undefined
  if (!known.abstract) return known.name
  const kinds = concreteTypes(known.name)
  return kinds.length === 1 ? kinds[0] : undefined
}

/** `T` of `DV_INTERVAL<T>` and `REFERENCE_RANGE<T>`, as the attribute table has it. */
const OPEN_PARAMETER = 'DV_ORDERED'

/** True for an attribute whose declared type depends on the object that owns it. */
export const isGeneric = ({ type, generic, containerType }: RmAttribute): boolean =>
  type === OPEN_PARAMETER || (generic !== undefined && containerType !== 'Hash')

/**
 * The declared type of an attribute in an object of the type `owner`, with its type parameter: `normal_range` of a DV_QUANTITY is a
 * `DV_INTERVAL<DV_QUANTITY>`, and `lower` of that is a DV_QUANTITY. Where the model leaves the parameter open, the ranges of a
 * value are taken to be of the class of that value: other ranges cannot be compared with it.
 */
export function declaredIn(owner: string, attribute: RmAttribute): string {
  const { type, generic } = attribute
  if (!isGeneric(attribute)) return type
  const parameter = parameterIn(owner, generic?.[0] ?? OPEN_PARAMETER)
  if (type === OPEN_PARAMETER) return parameter
  return parameter === OPEN_PARAMETER ? type : `${type}<${parameter}>`
}

function parameterIn(owner: string, parameter: string): string {
  if (parameter !== OPEN_PARAMETER) return parameter
  return parameterOf(owner) ?? (isA(owner, OPEN_PARAMETER) ? owner : parameter)
}

/** As `typeOf`, with the type parameter that the value states, or else the declared one. */
export function genericTypeOf(value: unknown, declared: string): string | undefined {
  const type = typeOf(value, declared)
  const stated = (value as { readonly _type?: unknown } | undefined)?._type
  const parameter = (typeof stated === 'string' ? parameterOf(stated) : undefined) ?? parameterOf(declared)
  return type === undefined || parameter === undefined ? type : `${type}<${parameter}>`
}
