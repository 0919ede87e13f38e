/** What an OPT says about its nodes by path, after the definition: annotations, hints for views, default values. */

import { readXml, type XmlElement } from '../../format/xml/index.ts'
import { type Path, type Predicate, parsePath, type Step } from '../../path/index.ts'
import { Problem } from '../../problem.ts'
import { isA, type RmObject } from '../../rm/index.ts'
import type { ComplexObject, ObjectConstraint } from '../model.ts'
import { constrainedNames, termName } from '../names.ts'
import { dictionary } from './description.ts'
import { childOf, childrenOf, textAt } from './element.ts'
import { type Faults, warn } from './faults.ts'

type Addition = Pick<ComplexObject, 'annotations' | 'viewConstraints'> & { readonly defaultValue?: RmObject }

/** An addition and the steps that are left until its node. */
interface Overlay {
  readonly steps: readonly Step[]
  readonly addition: Addition
}

/** Reads them all. A path that is none is worth a warning, no more: tools leave stale ones behind. */
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
    warn(faults, { path, element }, 'opt.default_value', `The default value is ignored: ${problem.message}`)
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
  if (parsed) return [{ steps: parsed.steps, addition }]
  warn(
    faults,
    { path: path ?? '', element },
    'opt.path',
    `"${path ?? ''}" is not a path: <${element.name}> is ignored`,
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

/** The tree with its additions; what they do not touch stays the same object. */
export function withOverlays<T extends ObjectConstraint>(node: T, overlays: readonly Overlay[]): T {
  if (overlays.length === 0) return node
  const here = overlays.filter(({ steps }) => steps.length === 0).map(({ addition }) => addition)
  const added: T = Object.assign({}, node, ...here.map(addition => fitting(node, addition)))
  return added.kind === 'object' ? { ...added, ...withAttributes(added, overlays) } : added
}

/** A default value belongs to the alternative of its type. */
function fitting(node: ObjectConstraint, { defaultValue, ...texts }: Addition): Partial<ComplexObject> {
  const fits = defaultValue !== undefined && isA(defaultValue._type ?? '', node.rmType)
  return { ...(node.kind === 'object' ? texts : {}), ...(fits ? { defaultValue } : {}) }
}

function withAttributes(
  node: ComplexObject,
  overlays: readonly Overlay[],
): Pick<ComplexObject, 'attributes'> {
  const attributes = node.attributes.map(attribute => {
    const below = overlays.filter(({ steps }) => steps[0]?.attribute === attribute.name)
    if (below.length === 0) return attribute
    const children = attribute.children.map(child =>
      withOverlays(
        child,
        below.flatMap(({ steps: [step, ...rest], addition }) =>
          step && matches(step, child, attribute.children) ? { steps: rest, addition } : [],
        ),
      ),
    )
    return { ...attribute, children }
  })
  return { attributes }
}

/** By id; by name where siblings share the id. */
function matches(
  { predicate }: Step,
  node: ObjectConstraint,
  siblings: readonly ObjectConstraint[],
): boolean {
  if (predicate === undefined) return true
  const { id, name } = wanted(predicate)
  if (id !== undefined && id !== idOf(node)) return false
  const twins = siblings.filter(sibling => idOf(sibling) === idOf(node))
  return name === undefined || twins.length === 1 || namesOf(node).includes(name)
}

const idOf = (node: ObjectConstraint): string =>
  node.kind === 'object' && node.archetype ? node.archetype.archetypeId : node.nodeId

function namesOf(node: ObjectConstraint): readonly string[] {
  const names = node.kind === 'object' ? constrainedNames(node) : []
  return (names.length === 0 ? [termName(node)] : names).map(({ text }) => text)
}

/** `[at0001, 'Name']` and `[at0001 and name/value='Name']`. */
function wanted(predicate: Predicate): { readonly id?: string; readonly name?: string } {
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
