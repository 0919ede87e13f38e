/**
 * The plan of a template arranged for writing: for each node, level and class what becomes of each attribute, worked out when a
 * document first has it. A document is then one walk that looks up its attributes (decision 0047).
 */
import { isA, rmClass, typeOf } from '../../../rm/index.ts'
import type { RmStep, Template } from '../../../template/index.ts'
import { KeptKeys } from '../keys/key-path.ts'
import { type Home, type Homes, homesOf } from '../plan/homes.ts'
import { concreteClass, type Frame, type PlanNode, planFor } from '../plan/plan.ts'
import { hasAttribute } from '../plan/structure.ts'
import { type Expected, partExpected } from '../read/read-value.ts'
import type { Codec } from '../tables/codec.ts'
import { mappingOf } from '../tables/mapping.ts'
import type { Part } from '../tables/table.ts'
import { type OwnDefault, type OwnDefaults, ownDefaults } from './own-defaults.ts'
import { soleText } from './simple-objects.ts'
import { commonWriters } from './write-common.ts'
import type { ValuePlan } from './write-value.ts'

export interface WritePlan {
  readonly templateId: string
  readonly root: StructurePlan
  readonly keys: KeptKeys
}

/** A node, an element or a level of the template. */
export interface StructurePlan {
  readonly frame: Frame
  readonly step: RmStep | undefined
  /** The class that the template names. */
  readonly declared: string
  /** The class that reading chooses where no key names one; for an event its keys tell more. */
  readonly concrete: string
  /** Ids that name nodes of the template here, and no attributes of the RM. */
  readonly shadow: ReadonlySet<string>
  /** By the class of data, as far as documents had it. */
  readonly classes: Map<string, ClassPlan>
}

/** A class of data at a node, an element or a level. */
export interface ClassPlan {
  readonly type: string
  readonly structure: StructurePlan
  readonly defaults: OwnDefaults
  /** As far as documents had them. */
  readonly attributes: Map<string, AttributePlan>
  /** Attributes that reading fills, in the order in which their absence is written. */
  readonly filled: readonly string[]
  /** Levels that the template demands and that may be empty: reading makes them where they are absent. */
  readonly empty: readonly string[]
}

interface AnyAttribute {
  readonly name: string
  /** Reading fills it where it is absent. */
  readonly isFilled: boolean
}

/** An attribute of a class, by what becomes of it. */
export type AttributePlan =
  | (AnyAttribute & { readonly kind: 'class' })
  | MembersPlan
  | (AnyAttribute & { readonly kind: 'details' })
  | ImpliedPlan
  | (AnyAttribute & { readonly kind: 'written'; readonly keys: AttributeKeys })

/** An attribute whose members have nodes or levels of their own. */
export interface MembersPlan extends AnyAttribute {
  readonly kind: 'members'
  readonly homes: Homes
  /** By the rank of the home. */
  readonly members: readonly MemberPlan[]
}

/** An attribute that is left out where it is as reading would fill it. */
export interface ImpliedPlan extends AnyAttribute {
  readonly kind: 'implied'
  readonly declared: string
  readonly usual: OwnDefault | undefined
  /** The usual value, where it is a plain text. */
  readonly usualText: string | undefined
  readonly keys: AttributeKeys
}

/** The keys of an attribute: one scalar, one or many objects, or canonical JSON where the tables have none. */
export type AttributeKeys =
  | {
      readonly kind: 'field'
      readonly as: Codec
      readonly key: string | undefined
      readonly isPlain: boolean
    }
  | { readonly kind: 'part'; readonly part: PartPlan }
  | { readonly kind: 'raw' }

export interface PartPlan {
  readonly segment: string
  /** The segment stands beside those of nodes, and not below a level's underscore. */
  readonly isPlain: boolean
  readonly isMany: boolean
  readonly value: ValuePlan
}

interface AnyMember {
  /** The rank of its home. */
  readonly rank: number
  /** Empty for a level. */
  readonly id: string
  /** The segment of its keys; for a level, of those with an underscore. */
  readonly segment: string
  readonly repeats: boolean
}

interface LevelPlan extends AnyMember {
  readonly kind: 'level'
  readonly structure: StructurePlan
}

interface StructureNodePlan extends AnyMember {
  readonly kind: 'structure'
  readonly structure: StructurePlan
}

/** An element that is merged with its value. */
export interface ElementPlan extends AnyMember {
  readonly kind: 'element'
  readonly structure: StructurePlan
  readonly value: ValuePlan
}

interface ValueNodePlan extends AnyMember {
  readonly kind: 'value'
  readonly value: ValuePlan
}

export type NodePlan = StructureNodePlan | ElementPlan | ValueNodePlan

/** Members of an attribute that have the same home. */
export type MemberPlan = LevelPlan | NodePlan

const plans = new WeakMap<Template, WritePlan>()

/** The plan of a template, made once. */
export function writePlanFor(template: Template): WritePlan {
  const known = plans.get(template)
  if (known !== undefined) return known
  const { root, templateId } = planFor(template)
  const structure = structurePlan(root.frame, root.step, root.frame.shadow)
  const made = { templateId, root: structure, keys: new KeptKeys(root.id) }
  plans.set(template, made)
  return made
}

const structurePlan = (
  frame: Frame,
  step: RmStep | undefined,
  shadow: ReadonlySet<string>,
): StructurePlan => {
  const declared = step?.rmType ?? frame.rmType
  return { frame, step, declared, concrete: concreteClass(declared), shadow, classes: new Map() }
}

/** The plan for an object; undefined where its class is not one that the template allows here. */
export function classPlanOf(
  structure: StructurePlan,
  object: Readonly<Record<string, unknown>>,
): ClassPlan | undefined {
  const { _type: stated } = object
  const known = typeof stated === 'string' ? structure.classes.get(stated) : undefined
  if (known !== undefined) return known
  const type = typeOf(object, structure.declared)
  return type !== undefined && isA(type, structure.declared) ? classPlanFor(structure, type) : undefined
}

export function classPlanFor(structure: StructurePlan, type: string): ClassPlan {
  const known = structure.classes.get(type)
  if (known !== undefined) return known
  const { frame, step } = structure
  const defaults = ownDefaults(frame, step, type)
  const filled = [
    ...(step?.archetype === undefined ? [] : ['archetype_details']),
    ...defaults.keys(),
    ...(isA(type, 'HISTORY') ? ['origin'] : []),
  ]
  const attributes = new Map<string, AttributePlan>([
    ['_type', { kind: 'class', name: '_type', isFilled: false }],
  ])
  const empty = frame.empty.map(({ attribute }) => attribute).filter(one => hasAttribute(type, one))
  const made = { type, structure, defaults, attributes, filled, empty }
  if (rmClass(type) !== undefined) structure.classes.set(type, made)
  return made
}

/** The plan for an attribute; undefined where neither the template nor the class has it. */
export function attributePlanFor(plan: ClassPlan, name: string): AttributePlan | undefined {
  const known = plan.attributes.get(name)
  if (known !== undefined) return known
  const made = makeAttributePlan(plan, name)
  if (made !== undefined) plan.attributes.set(name, made)
  return made
}

/** Attributes that are left out where they are as reading would fill them; others are written for people to see. */
const IMPLIED: ReadonlySet<string> = new Set(['name', 'archetype_node_id', 'subject', 'origin'])

function makeAttributePlan(plan: ClassPlan, name: string): AttributePlan | undefined {
  const { type, structure, defaults, filled } = plan
  const { frame } = structure
  const isFilled = filled.includes(name)
  if (frame.nodes.has(name) || frame.frames.has(name)) return membersPlan(structure, name, isFilled)
  const declared = rmClass(type)?.attributes.get(name)
  if (declared === undefined) return undefined
  if (name === 'archetype_details') return { kind: 'details', name, isFilled }
  const keys = attributeKeys(structure, type, name)
  if (!IMPLIED.has(name)) return { kind: 'written', name, isFilled, keys }
  const usual = defaults.get(name)
  const usualText = usual?.isLanguage === false ? soleText(usual.constant, 'DV_TEXT') : undefined
  return { kind: 'implied', name, isFilled, declared: declared.type, usual, usualText, keys }
}

function membersPlan(structure: StructurePlan, name: string, isFilled: boolean): MembersPlan {
  const homes = homesOf(structure.frame, name)
  const members = homes.all.map(home => memberPlan(home, name, structure.shadow))
  return { kind: 'members', name, isFilled, homes, members }
}

/** An element has no levels; its value is written beside its own attributes. */
const ELEMENT_FRAME: Frame = {
  rmType: 'ELEMENT',
  frames: new Map(),
  nodes: new Map([['value', []]]),
  cells: new Map(),
  empty: [],
  shadow: new Set(),
}

function memberPlan({ rank, level, node }: Home, attribute: string, shadow: ReadonlySet<string>): MemberPlan {
  if (node !== undefined) return nodePlan(node, rank)
  const structure = structurePlan(level, level.step, shadow)
  return { kind: 'level', rank, id: '', segment: `/_${attribute}`, repeats: false, structure }
}

function nodePlan({ id, repeats, frame, step, value }: PlanNode, rank: number): NodePlan {
  const own = { rank, id, segment: `/${id}`, repeats }
  if (frame !== undefined)
    return { kind: 'structure', ...own, structure: structurePlan(frame, step, frame.shadow) }
  if (!isA(step.rmType, 'ELEMENT'))
    return { kind: 'value', ...own, value: valuePlan(value ?? { type: step.rmType }) }
  const structure = structurePlan(ELEMENT_FRAME, step, ELEMENT_FRAME.shadow)
  return { kind: 'element', ...own, structure, value: valuePlan(value ?? { type: 'DATA_VALUE' }) }
}

const valuePlan = (expected: Expected): ValuePlan => ({ expected, common: commonWriters(expected) })

function attributeKeys(structure: StructurePlan, type: string, name: string): AttributeKeys {
  const { fieldsByAttribute, partsByAttribute } = mappingOf(type)
  const field = fieldsByAttribute.get(name)
  if (field !== undefined) {
    const key = field.keys.find(one => !isPlainKey(one) || !structure.shadow.has(one.slice(1)))
    return { kind: 'field', as: field.as, key, isPlain: key !== undefined && isPlainKey(key) }
  }
  const part = partsByAttribute.get(name)
  return part === undefined ? { kind: 'raw' } : { kind: 'part', part: partPlan(part, structure, type, name) }
}

/** True for the key of a segment that has no underscore. */
const isPlainKey = (key: string): boolean => key.startsWith('/') && !key.startsWith('/_')

function partPlan(part: Part, { frame, shadow }: StructurePlan, type: string, name: string): PartPlan {
  const cell = frame.cells.get(name)
  const own = cell?.segments[0]
  const segment = own ?? part.segments.find(one => one.startsWith('_') || !shadow.has(one)) ?? `_${name}`
  return {
    segment: `/${segment}`,
    isPlain: own !== undefined || !segment.startsWith('_'),
    isMany: part.many === true,
    value: valuePlan({ ...partExpected(part, type), ...cell?.expected }),
  }
}
