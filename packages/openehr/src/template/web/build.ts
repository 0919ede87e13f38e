/** Compiled template → web template tree: walks the constraints, leaves out levels, links every node back. */

import { isA, rmClass } from '../../rm/index.ts'
import type { Attribute, ComplexObject, ObjectConstraint, PrimitiveObject, Template } from '../model.ts'
import { constrainedNames, type NodeName, termName } from '../names.ts'
import { withTransitions } from './action.ts'
import type { BuildPosition } from './build-position.ts'
import { describe, rmDescription } from './describe.ts'
import { elementDraft } from './element.ts'
import { idOf } from './ids.ts'
import { attributeInputs, proportionTypes } from './inputs.ts'
import type { RmStep, WebTemplate, WebTemplateNode } from './model.ts'
import { type CardinalityDraft, countOf, finish, type NodeDraft } from './node-draft.ts'
import { LEFT_OUT, type WebAttribute, webAttribute, webAttributes } from './rm-attributes.ts'

/** The nodes and cardinalities that a level adds to the node above it. */
interface Lifted {
  readonly drafts: readonly NodeDraft[]
  readonly cardinalities: readonly CardinalityDraft[]
}

const NOTHING: Lifted = { drafts: [], cardinalities: [] }

export function webTemplate(template: Template): WebTemplate {
  const { definition, languages, language } = template
  const semVer = template.description.otherDetails.get('sem_ver')
  return {
    templateId: template.templateId,
    ...(semVer === undefined ? {} : { semVer }),
    version: '2.3',
    defaultLanguage: language,
    languages,
    tree: rootNode(definition, languages),
  }
}

function rootNode(definition: ComplexObject, languages: readonly string[]): WebTemplateNode {
  const [name = termName(definition)] = constrainedNames(definition)
  const at: BuildPosition = { path: '', steps: [], dependsOn: [], languages, budget: { left: MOST_NODES } }
  const draft = structureDraft(definition, name, at, at)
  return finish(draft, idOf(draft.name))
}

/** More nodes than any real template has: several names on several levels multiply. */
const MOST_NODES = 20_000

/** Everything below an object that is shown as a node of its own. */
function structureDraft(
  object: ComplexObject,
  name: NodeName,
  at: BuildPosition,
  inside: BuildPosition,
): NodeDraft {
  const lifted = childrenIn(object, { ...inside, steps: [], dependsOn: [] })
  return {
    ...describe(object, name, at.languages),
    rmType: object.rmType,
    ...countOf(object),
    aqlPath: inside.path,
    inputs: [],
    children: lifted.drafts,
    steps: inside.steps,
    constraint: object,
    scope: object.scope,
    dependsOn: at.dependsOn,
    cardinalities: lifted.cardinalities,
  }
}

function childrenIn(object: ComplexObject, at: BuildPosition): Lifted {
  const constrained = object.attributes
    .filter(attribute => attribute.name !== 'name')
    .map(attribute => attributeIn(object, attribute, at))
  const present = new Set(object.attributes.map(attribute => attribute.name))
  const added = webAttributes(object.rmType)
    .filter(attribute => !present.has(attribute.name))
    .map(attribute => rmDraft(object, attribute, at))
  return {
    drafts: [...constrained.flatMap(lifted => lifted.drafts), ...added],
    cardinalities: constrained.flatMap(lifted => lifted.cardinalities),
  }
}

function attributeIn(owner: ComplexObject, attribute: Attribute, above: BuildPosition): Lifted {
  const at = {
    ...above,
    dependsOn: [...above.dependsOn, ...dependencies(owner.rmType, attribute.name, above.path)],
  }
  if (owner.rmType === 'ACTION' && attribute.name === 'ism_transition')
    return {
      drafts: [withTransitions(transitionDraft(owner, at), attribute.children, at.languages)],
      cardinalities: [],
    }
  const parts = attribute.children.map(child => objectIn(owner, attribute, child, at))
  const drafts = parts.flatMap(part => part.drafts)
  return {
    drafts,
    cardinalities: [
      ...cardinalityOf(attribute, drafts.length, at.path),
      ...parts.flatMap(part => part.cardinalities),
    ],
  }
}

const transitionDraft = (action: ComplexObject, at: BuildPosition): NodeDraft =>
  rmDraft(action, { name: 'ism_transition', rmType: 'ISM_TRANSITION', min: 1, inContext: true }, at)

/** State and protocol depend on the data; the protocol of an instruction depends on its activities. */
function dependencies(ownerType: string, attribute: string, path: string): readonly string[] {
  if (attribute === 'protocol' && ownerType === 'INSTRUCTION') return [`${path}/activities`]
  if (attribute === 'protocol' && isA(ownerType, 'CARE_ENTRY') && ownerType !== 'ACTION')
    return [`${path}/data`]
  if (attribute === 'state' && (ownerType === 'OBSERVATION' || isA(ownerType, 'EVENT')))
    return [`${path}/data`]
  return []
}

/** Only what says more than the occurrences of the members do. */
function cardinalityOf(
  { cardinality, name }: Attribute,
  members: number,
  path: string,
): readonly CardinalityDraft[] {
  if (cardinality === undefined) return []
  const min = cardinality.interval.lower ?? 0
  const max = cardinality.interval.upper ?? -1
  return min > 1 || (max >= 0 && max < members) ? [{ min, max, path: `${path}/${name}` }] : []
}

function objectIn(
  owner: ComplexObject,
  attribute: Attribute,
  object: ObjectConstraint,
  at: BuildPosition,
): Lifted {
  if (object.kind === 'slot' || object.occurrences.upper === 0) return NOTHING
  if (object.kind === 'primitive') return primitiveIn(owner, attribute, object, at)
  if (object.kind === 'object' && isA(object.rmType, 'LOCATABLE')) {
    const all = constrainedNames(object)
    at.budget.left -= Math.max(all.length, 1)
    const names = at.budget.left > 0 ? all : all.slice(0, 1)
    const multiple = isMultiple(owner.rmType, attribute)
    const parts = (names.length === 0 ? [termName(object)] : names).map(name =>
      locatableIn(attribute, object, name, stepInto({ attribute, multiple, object, name }, at)),
    )
    return {
      drafts: parts.flatMap(part => part.drafts),
      cardinalities: parts.flatMap(part => part.cardinalities),
    }
  }
  return isHidden(owner, attribute, object)
    ? NOTHING
    : { drafts: [rmChild(owner, attribute, object, at)], cardinalities: [] }
}

/** Plain values are fields of their owner, but for those that are shown as nodes (`action_archetype_id`). */
function primitiveIn(
  owner: ComplexObject,
  attribute: Attribute,
  object: PrimitiveObject,
  at: BuildPosition,
): Lifted {
  const shown = webAttribute(owner.rmType, attribute.name)
  return shown ? { drafts: [rmDraft(owner, shown, at, object)], cardinalities: [] } : NOTHING
}

function locatableIn(attribute: Attribute, object: ComplexObject, name: NodeName, at: BuildPosition): Lifted {
  if (LEFT_OUT.has(object.rmType) || isOnlyEvent(attribute, object)) return childrenIn(object, at)
  if (object.rmType === 'ELEMENT')
    return {
      drafts: [
        elementDraft(object, name, at, (value, rmType, inside) =>
          valueChildren(value, rmType, object, inside),
        ),
      ],
      cardinalities: [],
    }
  return { drafts: [structureDraft(object, name, at, at)], cardinalities: [] }
}

/** An event that can occur once and has no sibling adds nothing to its observation, so it gets no node. */
function isOnlyEvent(attribute: Attribute, object: ComplexObject): boolean {
  if (!isA(object.rmType, 'EVENT') || object.occurrences.upper !== 1) return false
  return attribute.children.every(other => other === object || !isA(other.rmType, 'EVENT'))
}

/** A child of an attribute under one of the names that the template allows for it. */
interface NamedChild {
  readonly attribute: Attribute
  readonly multiple: boolean
  readonly object: ComplexObject
  readonly name: NodeName
}

/** The same position one step further down; the path names the node where the template constrains its name. */
function stepInto({ attribute, multiple, object, name }: NamedChild, at: BuildPosition): BuildPosition {
  const nodeId = object.archetype?.archetypeId ?? object.nodeId
  const named = name.constrained ? `,'${name.text.replaceAll("'", "\\'")}'` : ''
  const predicate = nodeId === '' ? '' : `[${nodeId}${named}]`
  const step: RmStep = {
    attribute: attribute.name,
    multiple,
    rmType: object.rmType,
    nodeId,
    name,
    repeats: !LEFT_OUT.has(object.rmType) && !isOnlyEvent(attribute, object),
    constraint: object,
    ...(object.archetype ? { archetype: object.archetype } : {}),
  }
  return { ...at, path: `${at.path}/${attribute.name}${predicate}`, steps: [...at.steps, step] }
}

function isMultiple(ownerType: string, attribute: Attribute): boolean {
  return rmClass(ownerType)?.attributes.get(attribute.name)?.container ?? attribute.cardinality !== undefined
}

/** Optional attributes of the RM are reached by `_name` in FLAT, not by nodes of their own. */
function isHidden(owner: ComplexObject, attribute: Attribute, object: ObjectConstraint): boolean {
  if (webAttribute(owner.rmType, attribute.name) !== undefined) return false
  if (isA(owner.rmType, 'DV_INTERVAL')) return attribute.name !== 'lower' && attribute.name !== 'upper'
  return (attribute.existence.lower ?? 0) === 0 || (object.occurrences.lower ?? 0) === 0
}

/** An attribute of the RM that the template constrains: `context`, `category`, `width`, … */
function rmChild(
  owner: ComplexObject,
  attribute: Attribute,
  object: ObjectConstraint,
  at: BuildPosition,
): NodeDraft {
  const shown = webAttribute(owner.rmType, attribute.name)
  const multiple = isMultiple(owner.rmType, attribute)
  const min = (object.occurrences.lower ?? 0) === 0 ? 0 : 1
  const made = {
    name: attribute.name,
    rmType: object.rmType,
    min,
    inContext: shown?.inContext ?? false,
  } as const
  const draft = rmDraft(owner, made, at, object)
  return multiple ? { ...draft, ...countOf(object) } : draft
}

/** A node for an attribute of the RM, constrained or not. */
function rmDraft(
  owner: ComplexObject,
  { name: attribute, rmType, min, inContext }: Omit<WebAttribute, 'owner'>,
  at: BuildPosition,
  constraint?: ObjectConstraint,
): NodeDraft {
  const path = `${at.path}/${attribute}`
  const multiple = rmClass(owner.rmType)?.attributes.get(attribute)?.container ?? false
  const step: RmStep = {
    attribute,
    multiple,
    rmType,
    nodeId: '',
    repeats: multiple,
    ...(constraint ? { constraint } : {}),
  }
  const inside: BuildPosition = { ...at, path, steps: [], dependsOn: [] }
  const structure = isStructure(rmType)
  const lifted = structure ? childrenIn(asObject(constraint, rmType, owner), inside) : NOTHING
  return {
    ...rmDescription(attribute),
    rmType,
    min,
    max: 1,
    aqlPath: path,
    ...(inContext ? { inContext: true } : {}),
    inputs: structure ? [] : attributeInputs(attribute, rmType, constraint, at.languages),
    children: lifted.drafts,
    cardinalities: lifted.cardinalities,
    dependsOn: at.dependsOn,
    steps: [...at.steps, step],
    ...(constraint ? { constraint } : {}),
    ...(rmType === 'DV_PROPORTION' ? { proportionTypes: proportionTypes(constraint) } : {}),
    scope: owner.scope,
  }
}

/** Data values are leaves, but for intervals; so are codes, parties and references. */
function isStructure(rmType: string): boolean {
  return isA(rmType, 'PATHABLE') || isA(rmType, 'DV_INTERVAL') || isA(rmType, 'PARTICIPATION')
}

/** The constraint as an object, or an object that constrains nothing. */
function asObject(
  constraint: ObjectConstraint | undefined,
  rmType: string,
  near: ComplexObject,
): ComplexObject {
  if (constraint?.kind === 'object') return constraint
  return { ...near, rmType, nodeId: '', attributes: [] }
}

/** A value of an ELEMENT: a leaf, or an interval with its ends. */
function valueChildren(
  value: ObjectConstraint | undefined,
  rmType: string,
  near: ComplexObject,
  at: BuildPosition,
): readonly NodeDraft[] {
  if (!isA(rmType, 'DV_INTERVAL')) return []
  const object = asObject(value, rmType, near)
  const inside: BuildPosition = { ...at, steps: [], dependsOn: [] }
  const ends = childrenIn(object, inside).drafts
  const present = new Set(ends.map(end => end.steps[0]?.attribute))
  const parameter = /<(.+)>/.exec(rmType)?.[1] ?? 'DV_ORDERED'
  const missing = ['upper', 'lower'].filter(end => !present.has(end))
  return [
    ...ends,
    ...missing.map(end =>
      rmDraft(object, { name: end, rmType: parameter, min: 1, inContext: false }, inside),
    ),
  ]
}
