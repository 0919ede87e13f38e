/** Additions to nodes that an OPT has by path after its definition: annotations, hints for views, default values. */

import { readXml, type XmlElement } from '../../format/xml/index.ts'
import { type Path, type Predicate, parsePath, type Step } from '../../path/index.ts'
import { Problem } from '../../problem.ts'
import { isA, type RmObject } from '../../rm/index.ts'
import type { ComplexObject, ObjectConstraint } from '../model.ts'
import { byNodeId, constrainedNames, nodeIdOf, termName } from '../names.ts'
import { dictionary } from './description.ts'
import { childOf, childrenOf, textAt } from './element.ts'
import { type Faults, warn } from './faults.ts'

type Addition = Pick<ComplexObject, 'annotations' | 'viewConstraints'> & { readonly defaultValue?: RmObject }

/** A step to a node: the attribute, and the siblings that are meant: by id, and by name where siblings share the id. */
interface NodeStep {
  readonly attribute: string
  readonly id: string | undefined
  readonly name: string | undefined
}

/** An addition and the steps to its node. */
interface Overlay {
  readonly steps: readonly NodeStep[]
  readonly addition: Addition
}

/** Reads all additions. A malformed path gives a warning only: tools leave stale ones behind. */
export function readOverlays(template: XmlElement, faults: Faults): readonly Overlay[] {
  const annotations = childrenOf(template, 'annotations').flatMap(element =>
    overlayAt(element.attributes.get('path'), element, faults, {
      annotations: dictionary(childrenOf(element, 'items')),
    }),
  )
  const view = childOf(template, 'view')
  const views = (view ? childrenOf(view, 'constraints') : []).flatMap(element =>
    overlayAt(element.attributes.get('path'), element, faults, {
      viewConstraints: dictionary(childrenOf(element, 'items')),
    }),
  )
  const constraints = childOf(template, 'constraints')
  const defaults = constraints
    ? childrenOf(constraints, 'attributes').flatMap(one => defaultsIn(one, faults))
    : []
  return [...annotations, ...views, ...defaults]
}

function defaultsIn(attribute: XmlElement, faults: Faults): readonly Overlay[] {
  const path = `${textAt(attribute, 'differential_path') ?? ''}/${textAt(attribute, 'rm_attribute_name') ?? ''}`
  return childrenOf(attribute, 'children').flatMap(child => {
    const element = childOf(child, 'default_value')
    const defaultValue = element && valueIn(element, path, faults)
    return element && defaultValue ? overlayAt(path, element, faults, { defaultValue }) : []
  })
}

function valueIn(element: XmlElement, path: string, faults: Faults): RmObject | undefined {
  try {
    return readXml(element)
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    warn(
      faults,
      { path, element },
      { code: 'opt.default_value', message: `The default value is ignored: ${problem.message}` },
    )
    return undefined
  }
}

function overlayAt(
  path: string | undefined,
  element: XmlElement,
  faults: Faults,
  addition: Addition,
): readonly Overlay[] {
  const parsed = pathIn(path?.trim() ?? '')
  if (parsed) return [{ steps: parsed.steps.map(stepTo), addition }]
  warn(
    faults,
    { path: path ?? '', element },
    { code: 'opt.path', message: `"${path ?? ''}" is not a path: <${element.name}> is ignored` },
  )
  return []
}

function pathIn(text: string): Path | undefined {
  try {
    return parsePath(text)
  } catch (problem) {
    if (problem instanceof Problem) return undefined
    throw problem
  }
}

/** The tree with its additions, given those at or below a node of that depth; what they do not touch stays the same object. */
export function withOverlays<T extends ObjectConstraint>(
  node: T,
  overlays: readonly Overlay[],
  depth = 0,
): T {
  if (overlays.length === 0) return node
  const here = overlays.filter(({ steps }) => steps.length === depth).map(({ addition }) => addition)
  const added: T = Object.assign({}, node, ...here.map(addition => fitting(node, addition)))
  return added.kind === 'object' ? { ...added, ...withAttributes(added, overlays, depth) } : added
}

/** A default value belongs to the alternative of its type. */
function fitting(node: ObjectConstraint, { defaultValue, ...texts }: Addition): Partial<ComplexObject> {
  const fits = defaultValue !== undefined && isA(defaultValue._type ?? '', node.rmType)
  return { ...(node.kind === 'object' ? texts : {}), ...(fits ? { defaultValue } : {}) }
}

function withAttributes(
  node: ComplexObject,
  overlays: readonly Overlay[],
  depth: number,
): Pick<ComplexObject, 'attributes'> {
  const byAttribute = grouped(overlays, ({ steps }) => steps[depth]?.attribute)
  const attributes = node.attributes.map(attribute => {
    const below = byAttribute.get(attribute.name)
    if (below === undefined) return attribute
    // By id, so that many nodes and many annotations are not all compared with one another.
    const byId = grouped(below, ({ steps }) => steps[depth]?.id)
    const twins = byNodeId(attribute.children)
    const children = attribute.children.map(child => {
      const isAlone = twins.get(nodeIdOf(child))?.length === 1
      const near = [...(byId.get(nodeIdOf(child)) ?? NONE), ...(byId.get(undefined) ?? NONE)]
      const meant = near.filter(({ steps }) => {
        const name = steps[depth]?.name
        return name === undefined || isAlone || namesOf(child).includes(name)
      })
      return withOverlays(child, meant, depth + 1)
    })
    return { ...attribute, children }
  })
  return { attributes }
}

const NONE: readonly Overlay[] = []

function grouped<K, T>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

function stepTo({ attribute, predicate }: Step): NodeStep {
  const { id, name } = predicate === undefined ? {} : wanted(predicate)
  return { attribute, id, name }
}

function namesOf(node: ObjectConstraint): readonly string[] {
  const names = node.kind === 'object' ? constrainedNames(node) : []
  return (names.length === 0 ? [termName(node)] : names).map(({ text }) => text)
}

/** `[at0001, 'Name']` and `[at0001 and name/value='Name']`. */
function wanted(predicate: Predicate): Partial<Omit<NodeStep, 'attribute'>> {
  switch (predicate.kind) {
    case 'node':
      return {
        ...(predicate.id.kind === 'parameter' ? {} : { id: predicate.id.value }),
        ...(predicate.name?.kind === 'literal' ? { name: String(predicate.name.value) } : {}),
      }
    case 'predicateAnd':
      return Object.assign({}, ...predicate.operands.map(wanted))
    case 'value':
      return predicate.operator === '=' && predicate.operand.kind === 'literal'
        ? { name: String(predicate.operand.value) }
        : {}
    default:
      return {}
  }
}
