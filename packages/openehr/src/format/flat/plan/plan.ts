/**
 * The web template arranged for conversion: for every node the tree of RM objects that it stands for, the levels
 * that the web template leaves out ("frames") included.
 */
import { isA, makeCodedText, makeText, type Rm, rmClass } from '../../../rm/index.ts'
import {
  type ComplexObject,
  codeTerminology,
  constrainedNames,
  nodeIdOf,
  type ObjectConstraint,
  primitiveAt,
  type RmStep,
  type StepName,
  type Template,
  termName,
  type WebTemplate,
  type WebTemplateInput,
  type WebTemplateNode,
  webTemplate,
} from '../../../template/index.ts'
import type { Expected } from '../read/read-value.ts'
import type { ProportionRules } from '../tables/table.ts'
import type { OfferedCode, OfferedCodes } from './codes.ts'

/** A node of the web template that has members of its own: a structure, an element, or one alternative of a choice. */
export interface PlanNode {
  readonly id: string
  readonly aliases: readonly string[]
  /** The attribute it stands in, its class, node id and name. */
  readonly step: RmStep
  /** It may occur more than once. */
  readonly repeats: boolean
  /** A structure's own members; absent on a value. */
  readonly frame?: Frame
  /** The value of an element that is merged with it, or of an alternative. */
  readonly value?: Expected
}

/** A value in an attribute of the RM that the web template shows under an id. */
interface Cell {
  readonly segments: readonly string[]
  readonly expected: Expected
}

/** An RM object: the one a node stands for, or a level between it and its children. */
export interface Frame {
  readonly step?: RmStep
  readonly rmType: string
  /** Levels that have no segment of their own, by attribute. */
  readonly frames: Map<string, Frame[]>
  readonly nodes: Map<string, PlanNode[]>
  readonly cells: Map<string, Cell>
  /** Mandatory levels below it that may be empty and have no keys of their own. */
  readonly empty: readonly RmStep[]
  /** On the frame of a node: the ids of all nodes directly below it, whatever levels lie between. */
  readonly shadow: Set<string>
}

export interface Plan {
  readonly root: PlanNode & { readonly frame: Frame }
  readonly templateId: string
}

const newFrame = (rmType: string, step?: RmStep): Frame => ({
  ...(step === undefined ? {} : { step }),
  rmType,
  frames: new Map(),
  nodes: new Map(),
  cells: new Map(),
  empty: emptySteps(step?.constraint),
  shadow: new Set(),
})

/** Structures that the model or the template demands: an event has data even where only its time is given. */
function emptySteps(constraint: ObjectConstraint | undefined): readonly RmStep[] {
  if (constraint?.kind !== 'object') return []
  const attributes = rmClass(constraint.rmType)?.attributes
  return constraint.attributes.flatMap(({ name, existence, children }) => {
    const [child, another] = children
    const isDemanded = attributes?.get(name)?.mandatory === true || (existence.lower ?? 0) > 0
    const mayBeEmpty =
      child?.kind === 'object' && isA(child.rmType, 'ITEM_STRUCTURE') && child.rmType !== 'ITEM_SINGLE'
    return isDemanded && mayBeEmpty && another === undefined ? [stepOf(name, child)] : []
  })
}

function stepOf(attribute: string, object: ComplexObject): RmStep {
  const [name = termName(object)] = constrainedNames(object)
  return {
    attribute,
    multiple: false,
    rmType: object.rmType,
    nodeId: nodeIdOf(object),
    name,
    repeats: false,
    constraint: object,
    ...(object.archetype === undefined ? {} : { archetype: object.archetype }),
  }
}

const plans = new WeakMap<Template, Plan>()

/** The plan of a template, made once. */
export function planFor(template: Template): Plan {
  const known = plans.get(template)
  if (known !== undefined) return known
  const made = planOf(webTemplate(template))
  plans.set(template, made)
  return made
}

function planOf(web: WebTemplate): Plan {
  const { tree } = web
  const step: RmStep = {
    attribute: '',
    multiple: false,
    rmType: tree.rmType,
    nodeId: tree.nodeId,
    name: { text: tree.name, constrained: false },
    repeats: false,
    ...(tree.constraint === undefined ? {} : { constraint: tree.constraint }),
    archetype: tree.scope,
  }
  const frame = frameOf(tree, step)
  return {
    templateId: web.templateId,
    root: { id: tree.id, aliases: tree.aliases, step, repeats: false, frame },
  }
}

function frameOf(node: WebTemplateNode, step: RmStep): Frame {
  const frame = newFrame(step.rmType, step)
  for (const child of node.children) addChild(frame, child)
  return frame
}

/** Structures are built node by node; every other class has a row in the mapping tables. */
const isStructure = (type: string): boolean => isA(type, 'LOCATABLE') || isA(type, 'EVENT_CONTEXT')

/** Puts a child where its steps lead, through levels that are made on the way. */
function addChild(frame: Frame, node: WebTemplateNode): void {
  const last = node.steps.at(-1)
  const before = node.steps.at(-2)
  if (last === undefined) return
  const merged = before !== undefined && last.attribute === 'value' && isA(before.rmType, 'ELEMENT')
  const own = merged ? before : last
  const repeats = node.max !== 1
  let at = frame
  for (const step of node.steps.slice(0, merged ? -2 : -1)) at = levelFor(at, step)
  const { id } = node
  // Better calls a context that the template names after its class.
  const aliases = own.rmType === 'EVENT_CONTEXT' ? [...node.aliases, 'event_context'] : node.aliases
  if (merged || isStructure(own.rmType)) frame.shadow.add(id)
  if (merged) append(at.nodes, own.attribute, { id, aliases, step: own, repeats, value: expectedOf(node) })
  else if (isStructure(own.rmType))
    append(at.nodes, own.attribute, { id, aliases, step: own, repeats, frame: frameOf(node, own) })
  else if (isA(at.rmType, 'ELEMENT') && own.attribute === 'value')
    append(at.nodes, 'value', {
      id,
      aliases: [...aliases, alternativeId(own.rmType)].filter(alias => alias !== id),
      step: own,
      repeats: false,
      value: expectedOf(node),
    })
  else at.cells.set(own.attribute, { segments: [id, ...aliases], expected: expectedOf(node) })
}

/** EHRbase's spelling of an alternative that is generic: `interval<dv_time>_value`. */
const alternativeId = (type: string): string => `${type.toLowerCase().replace(/^dv_/, '')}_value`

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [item])
  else known.push(item)
}

function levelFor(frame: Frame, step: RmStep): Frame {
  for (const known of frame.frames.get(step.attribute) ?? [])
    if (known.step?.nodeId === step.nodeId && known.step.name?.text === step.name?.text) return known
  const made = newFrame(step.rmType, step)
  append(frame.frames, step.attribute, made)
  return made
}

/** The values that the template expects at a node: class, codes, units, and those of its parts. */
function expectedOf(node: WebTemplateNode): Expected {
  const codes = codesOf(node)
  const units = node.inputs.find(({ suffix }) => suffix === 'unit')?.list?.map(({ value }) => value)
  const below: Record<string, Omit<Expected, 'type'>> = {}
  for (const child of node.children) {
    const attribute = child.steps.at(-1)?.attribute
    if (attribute !== undefined) below[attribute] = expectedOf(child)
  }
  const fixed = fixedDuration(node.constraint)
  return {
    type: node.rmType,
    ...(codes === undefined ? {} : { codes }),
    ...(node.rmType === 'DV_PROPORTION' ? { proportion: proportionRules(node) } : {}),
    ...(fixed === undefined ? {} : { fixed }),
    ...(units?.length === 1 ? { fill: { units: units[0] } } : {}),
    ...(node.children.length === 0 ? {} : { below }),
  }
}

/** A duration of which the template allows one value only, such as the width of a 24-hour total. */
function fixedDuration(constraint: ObjectConstraint | undefined): Rm.DvDuration | undefined {
  const value = constraint?.rmType === 'DV_DURATION' ? primitiveAt(constraint, 'value') : undefined
  if (value?.kind !== 'C_DURATION') return undefined
  const { lower, upper, lowerIncluded, upperIncluded } = value.range ?? {}
  const isOne = lower !== undefined && lower === upper && lowerIncluded === true && upperIncluded === true
  return isOne ? { _type: 'DV_DURATION', value: lower } : undefined
}

const PROPORTION_KINDS: readonly string[] = ['ratio', 'unitary', 'percent', 'fraction', 'integer_fraction']

function proportionRules(node: WebTemplateNode): ProportionRules {
  const named = node.proportionTypes ?? []
  const kinds =
    named.length === PROPORTION_KINDS.length ? [] : named.map(kind => PROPORTION_KINDS.indexOf(kind))
  const numerator = fixedNumber(node, 'numerator')
  const denominator = fixedNumber(node, 'denominator')
  return {
    kinds,
    ...(numerator === undefined ? {} : { numerator }),
    ...(denominator === undefined ? {} : { denominator }),
  }
}

/** The number that an input of the node must have. */
function fixedNumber(node: WebTemplateNode, part: string): number | undefined {
  const range = node.inputs.find(({ suffix }) => suffix === part)?.validation?.range
  const isOne = range?.min === range?.max && range?.minOp === '>=' && range.maxOp === '<='
  return isOne && typeof range?.min === 'number' ? range.min : undefined
}

/** The terminology of an input, unless that is only the address of a value set. */
function namedTerminology(
  { constraint }: WebTemplateNode,
  { terminology, list }: WebTemplateInput,
): string | undefined {
  const isAddress = terminology?.includes('//') === true && list === undefined
  return isAddress ? codeTerminology(constraint) : terminology
}

function codesOf(node: WebTemplateNode): OfferedCodes | undefined {
  const input = node.inputs.find(
    ({ suffix, list }) => suffix === 'code' || (suffix === undefined && list !== undefined),
  )
  if (input === undefined || !/CODE|ORDINAL|SCALE/.test(node.rmType)) return undefined
  const codes = new Map<string, OfferedCode>()
  for (const item of input.list ?? []) {
    const ordinal = item.ordinal ?? item.scale
    codes.set(item.value, {
      ...(item.label === undefined ? {} : { label: item.label }),
      ...(ordinal === undefined ? {} : { ordinal }),
      ...(item.currentStates === undefined ? {} : { currentStates: item.currentStates }),
    })
  }
  const terminology = namedTerminology(node, input)
  return {
    codes,
    open: input.listOpen === true || node.other !== undefined,
    ...(terminology === undefined ? {} : { terminology }),
  }
}

/** The name of a node in data that give no other. */
export const defaultName = ({ code, text }: StepName): Rm.AnyDvText =>
  code === undefined ? makeText(text) : makeCodedText(code.terminology, code.code, text)

/** The concrete class of a level where the template names an abstract one. */
export function concreteClass(type: string): string {
  const known = rmClass(type)
  if (known === undefined || !known.abstract) return type
  return CONCRETE[known.name] ?? type
}

const CONCRETE: Readonly<Record<string, string>> = {
  ITEM_STRUCTURE: 'ITEM_TREE',
  EVENT: 'POINT_EVENT',
  ITEM: 'CLUSTER',
}
