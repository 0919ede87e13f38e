/** Reads the tree of the definition from the root down: object constraints with their attributes. It collects all faults. */

import type { XmlElement } from '../../format/xml/index.ts'
import { isA, rmClass } from '../../rm/index.ts'
import type { ArchetypeScope, Attribute, ComplexObject, Interval, ObjectConstraint } from '../model.ts'
import { type AttributeShape, readAttributeShape } from './attribute.ts'
import { readCodes, readOrdinal, readQuantity, readStates } from './domain.ts'
import { childOf, childrenOf, textAt, typeName } from './element.ts'
import { error, type Faults, type OptPosition, warn } from './faults.ts'
import { INTEGER_BOUND, readInterval } from './interval.ts'
import { type Ontologies, readScope } from './ontology.ts'
import { readPrimitive } from './primitive.ts'
import { findTarget } from './reference.ts'
import { conforms, type Expected } from './rm-conformance.ts'
import { checkShape, type ShapeName } from './shape.ts'
import { readSlot } from './slot.ts'

/** The values that stay the same while one template is read. */
export interface OptReading {
  readonly faults: Faults
  readonly language: string
  readonly ontologies: Ontologies
  /** The constraints and references that may still be made: internal references can multiply constraints. */
  readonly budget: { constraints: number; references: number }
}

/** The position of an object: its path, its attribute and its archetype. */
interface Position {
  readonly path: string
  readonly scope: ArchetypeScope | undefined
  /** The C_ARCHETYPE_ROOT around it: internal references are looked up in it. */
  readonly root: XmlElement
  readonly expected: Expected | undefined
  /** The constraints around it, those that internal references led through too. */
  readonly inside: Around | undefined
}

/** A constraint and those around it, the innermost first: shared by all that is inside, and never copied. */
interface Around {
  readonly element: XmlElement
  readonly outside: Around | undefined
}

function isInside(target: XmlElement, { inside }: Position): boolean {
  for (let at = inside; at; at = at.outside) if (at.element === target) return true
  return false
}

type Base = Pick<ComplexObject, 'rmType' | 'nodeId' | 'occurrences' | 'path' | 'line'>
type Inside = { readonly base: Base; readonly scope: ArchetypeScope; readonly place: OptPosition }
type Reader = (
  element: XmlElement,
  at: Position,
  inside: Inside,
  reading: OptReading,
) => ObjectConstraint | undefined

/** Real templates have some thousands of constraints, and tools replace references before they write an OPT. */
export const fullBudget = (): OptReading['budget'] => ({ constraints: 50_000, references: 1_000 })

const READERS: Readonly<Record<string, Reader>> = {
  C_COMPLEX_OBJECT: readComplex,
  ARCHETYPE_SLOT: (element, _at, { base, scope }, { faults }) => ({
    kind: 'slot',
    ...base,
    scope,
    ...readSlot(element, base.path, faults),
  }),
  CONSTRAINT_REF: readConstraintReference,
  C_PRIMITIVE_OBJECT: readPrimitiveObject,
  C_CODE_PHRASE: readCodePhrase,
  C_CODE_REFERENCE: readCodePhrase,
  C_DV_QUANTITY: (element, _at, { base, scope }, { faults }) => ({
    kind: 'C_DV_QUANTITY',
    ...base,
    scope,
    ...readQuantity(element, base.path, faults),
  }),
  C_DV_ORDINAL: (element, _at, { base, scope }, { faults }) => ({
    kind: 'C_DV_ORDINAL',
    ...base,
    scope,
    ...readOrdinal(element, 'C_DV_ORDINAL', base.path, faults),
  }),
  C_DV_SCALE: (element, _at, { base, scope }, { faults }) => ({
    kind: 'C_DV_SCALE',
    ...base,
    scope,
    ...readOrdinal(element, 'C_DV_SCALE', base.path, faults),
  }),
  C_DV_STATE: (element, _at, { base, scope }, { faults }) => ({
    kind: 'C_DV_STATE',
    ...base,
    scope,
    ...readStates(element, base.path, faults),
  }),
}

/** Reads the `<definition>`, which is a C_ARCHETYPE_ROOT even where it does not say so. */
export function readDefinition(element: XmlElement, reading: OptReading): ComplexObject | undefined {
  const at: Position = { path: '', scope: undefined, root: element, expected: undefined, inside: undefined }
  return readRoot(element, at, reading)
}

function readObject(element: XmlElement, at: Position, reading: OptReading): ObjectConstraint | undefined {
  const kind = typeName(element) ?? ''
  if (reading.budget.constraints <= 0) return undefined
  reading.budget.constraints -= 1
  if (kind === 'C_ARCHETYPE_ROOT') return readRoot(element, at, reading)
  if (kind === 'ARCHETYPE_INTERNAL_REF') return readInternalReference(element, at, reading)
  const read = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined
  const nodeId = textAt(element, 'node_id') ?? ''
  const path = nodeId === '' ? at.path : `${at.path}[${nodeId}]`
  const place = { path, element }
  if (read === undefined || at.scope === undefined) {
    error(reading.faults, place, {
      code: 'opt.unknown_type',
      message: `"${kind}" is not a kind of constraint`,
      found: kind,
      expected: [...Object.keys(READERS), 'C_ARCHETYPE_ROOT', 'ARCHETYPE_INTERNAL_REF'].join(', '),
    })
    return undefined
  }
  checkShape(element, kind as ShapeName, path, reading.faults)
  if (nodeId !== '' && !at.scope.terms.has(nodeId))
    warn(reading.faults, place, {
      code: 'opt.missing_term',
      message: `"${nodeId}" has no term in ${at.scope.archetypeId}`,
    })
  const base = readBase(place, nodeId, at, reading.faults)
  return read(element, at, { base, scope: at.scope, place }, reading)
}

function readBase(place: OptPosition, nodeId: string, at: Position, faults: Faults): Base {
  const { path, element } = place
  const rmType = (textAt(element, 'rm_type_name') ?? '').replace(/\s+/g, '')
  const primitive = typeName(element) === 'C_PRIMITIVE_OBJECT'
  if (!primitive && rmClass(rmType) === undefined)
    error(faults, place, {
      code: 'opt.rm_type',
      message: `"${rmType}" is not a class of the reference model`,
      found: rmType,
    })
  else if (!primitive && at.expected && !conforms(rmType, at.expected))
    error(faults, place, {
      code: 'opt.rm_type',
      message: `${rmType} cannot stand in "${at.expected.attribute}", which takes ${at.expected.type}`,
      found: rmType,
      expected: at.expected.type,
    })
  else if (at.expected?.parameter !== undefined && !isA(rmType, at.expected.parameter))
    warn(faults, place, {
      code: 'opt.rm_type',
      message: `${rmType} is not the ${at.expected.parameter} that the interval is of`,
    })
  const occurrences = childOf(element, 'occurrences')
  return {
    rmType,
    nodeId,
    occurrences: occurrences ? readCount(occurrences, path, faults) : ONCE,
    path,
    line: element.line,
  }
}

/** ADL 1.4: occurrences that are not given are {1..1}. */
const ONCE: Interval = { lower: 1, upper: 1, lowerIncluded: true, upperIncluded: true }

/** An interval of counts: whole and not negative. */
function readCount(element: XmlElement, path: string, faults: Faults): Interval {
  const interval = readInterval(element, INTEGER_BOUND, path, faults)
  if ((interval.lower ?? 0) < 0 || (interval.upper ?? 0) < 0)
    error(
      faults,
      { path, element },
      { code: 'opt.interval', message: `<${element.name}> counts, so it cannot be negative` },
    )
  return interval
}

function readRoot(element: XmlElement, at: Position, reading: OptReading): ComplexObject {
  const { faults } = reading
  const archetypeId = textAt(element, 'archetype_id', 'value') ?? ''
  const path = at.path === '' ? '/' : `${at.path}[${archetypeId}]`
  const place = { path, element }
  checkShape(element, 'C_ARCHETYPE_ROOT', path, faults)
  const rmType = textAt(element, 'rm_type_name') ?? ''
  if (archetypeId.length > 255 || !ARCHETYPE_ID.test(archetypeId))
    error(faults, place, {
      code: 'opt.archetype_id',
      message: `"${archetypeId}" is not an archetype id`,
      found: archetypeId,
    })
  else if (archetypeId.split('.')[0]?.split('-')[2] !== rmType)
    error(faults, place, {
      code: 'opt.archetype_id',
      message: `${archetypeId} is no archetype of ${rmType}`,
      found: archetypeId,
    })
  const scope = readScope(element, archetypeId, reading.language, reading.ontologies)
  const base = readBase(place, textAt(element, 'node_id') ?? '', at, faults)
  const inner: Position = { ...at, path, scope, root: element, inside: { element, outside: at.inside } }
  return {
    kind: 'object',
    ...base,
    attributes: readAttributes(element, inner, reading),
    archetype: scope,
    scope,
  }
}

/** `openEHR-EHR-CLUSTER.device-special.v1`, with any of the version forms in use. */
const ARCHETYPE_ID = /^[\w]+-[\w]+-[\w]+\.[^.\s]+\.v\d+[\w.+-]*$/

function readComplex(
  element: XmlElement,
  at: Position,
  { base, scope }: Inside,
  reading: OptReading,
): ComplexObject {
  const attributes = readAttributes(
    element,
    { ...at, path: base.path, inside: { element, outside: at.inside } },
    reading,
  )
  return { kind: 'object', ...base, attributes, scope }
}

function readAttributes(element: XmlElement, at: Position, reading: OptReading): readonly Attribute[] {
  const owner = textAt(element, 'rm_type_name') ?? ''
  const seen = new Set<string>()
  const attributes: Attribute[] = []
  for (const attribute of childrenOf(element, 'attributes')) {
    const shape = readAttributeShape(attribute, owner, at.path, reading.faults)
    if (shape === undefined) continue
    const path = `${at.path === '/' ? '' : at.path}/${shape.name}`
    if (seen.has(shape.name))
      error(
        reading.faults,
        { path, element: attribute },
        { code: 'opt.repeated_attribute', message: `"${shape.name}" is constrained twice` },
      )
    seen.add(shape.name)
    attributes.push(readMembers(attribute, shape, { ...at, path, expected: shape.expected }, reading))
  }
  return attributes
}

/** The attribute with the constraints in it, given its own part and the position of its members. */
function readMembers(
  element: XmlElement,
  { name, existence, cardinality }: AttributeShape,
  at: Position,
  reading: OptReading,
): Attribute {
  const children: ObjectConstraint[] = []
  let needed = 0
  for (const child of childrenOf(element, 'children')) {
    const read = readObject(child, at, reading)
    if (read === undefined) continue
    children.push(read)
    needed += read.occurrences.lower ?? 0
  }
  const most = cardinality?.interval.upper
  if (most !== undefined && needed > most)
    warn(
      reading.faults,
      { path: at.path, element },
      {
        code: 'opt.cardinality',
        message: `"${name}" takes ${most} at most, but its members must be ${needed}: no data can have it`,
      },
    )
  return cardinality === undefined
    ? { name, existence, children }
    : { name, existence, cardinality, children }
}

/** Replaces an internal reference by the constraint that it refers to, with the path and occurrences of the reference. */
function readInternalReference(
  element: XmlElement,
  at: Position,
  reading: OptReading,
): ObjectConstraint | undefined {
  const place = { path: at.path, element }
  checkShape(element, 'ARCHETYPE_INTERNAL_REF', at.path, reading.faults)
  reading.budget.references -= 1
  if (reading.budget.references < 0) return undefined
  const path = textAt(element, 'target_path') ?? ''
  const target = findTarget(at.root, path)
  if (target === undefined) {
    error(reading.faults, place, {
      code: 'opt.reference',
      message: `"${path}" is nowhere in the same archetype`,
      found: path,
    })
    return undefined
  }
  if (isInside(target, at)) {
    error(reading.faults, place, {
      code: 'opt.reference',
      message: `The reference to "${path}" leads back to itself`,
      found: path,
    })
    return undefined
  }
  const read = readObject(target, at, reading)
  const occurrences = childOf(element, 'occurrences')
  return read && occurrences
    ? { ...read, occurrences: readCount(occurrences, at.path, reading.faults) }
    : read
}

function readConstraintReference(
  element: XmlElement,
  _at: Position,
  { base, scope, place }: Inside,
  { faults }: OptReading,
): ObjectConstraint {
  const reference = textAt(element, 'reference') ?? ''
  if (!scope.constraintBindings.has(reference))
    warn(faults, place, {
      code: 'opt.unbound_constraint',
      message: `"${reference}" is bound to no terminology: any code passes`,
    })
  return { kind: 'CONSTRAINT_REF', ...base, scope, reference }
}

function readPrimitiveObject(
  element: XmlElement,
  _at: Position,
  { base, scope }: Inside,
  { faults }: OptReading,
): ObjectConstraint | undefined {
  const item = childOf(element, 'item')
  const primitive = item && readPrimitive(item, base.path, faults)
  return primitive && { kind: 'primitive', ...base, scope, item: primitive }
}

function readCodePhrase(
  element: XmlElement,
  _at: Position,
  { base, scope, place }: Inside,
  { faults }: OptReading,
): ObjectConstraint {
  const part = readCodes(element)
  const isOpen = part.terminology === undefined && part.codes.length === 0
  if (typeName(element) === 'C_CODE_REFERENCE' && part.referenceSetUri === undefined && isOpen)
    warn(faults, place, {
      code: 'opt.no_value_set',
      message: 'The C_CODE_REFERENCE names no value set: any code passes',
    })
  if (part.terminology === 'local')
    for (const code of part.codes)
      if (!scope.terms.has(code))
        warn(faults, place, {
          code: 'opt.missing_term',
          message: `"${code}" has no term in ${scope.archetypeId}`,
          found: code,
        })
  return { kind: 'C_CODE_PHRASE', ...base, scope, ...part }
}
