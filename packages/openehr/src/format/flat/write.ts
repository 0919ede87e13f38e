/** RM → FLAT: the keys of the template's nodes, and `_attribute` or `|raw` for everything that they cannot express. */
import { attributesOf, equal, isA, type Rm, type RmObject, rmClass, typeOf } from '../../rm/index.ts'
import type { RmStep, Template } from '../../template/index.ts'
import type { Filling } from './context.ts'
import { type HomeCounts, homeOf } from './homes.ts'
import { mappingOf } from './mapping.ts'
import { concreteClass, type Frame, type PlanNode, planFor } from './plan.ts'
import { asRaw } from './raw.ts'
import { partExpected } from './read-value.ts'
import { simplified } from './simple.ts'
import {
  defaultDetails,
  earliestTime,
  fillingsOf,
  fixedBy,
  hasAttribute,
  identityOf,
  RM_VERSION,
} from './structure.ts'
import { isDraft, type Part } from './table.ts'
import { type Pair, prefixed, writeValue } from './write-value.ts'

/**
 * The FLAT form of a composition. Nothing is lost: reading it gives an equal composition.
 *
 * Data that a node of the template cannot express are written below it: a run-time name as `_name`, an attribute of a level
 * that has no segment as `_data/_…`, a member that the template has no node for as `_items:3|raw`, an attribute that
 * reading would fill as `_attribute|raw: null`, an unusual order of members as `_order`.
 */
export function writeFlat(
  template: Template,
  composition: RmObject,
  profile: FlatProfile = 'full',
): Record<string, unknown> {
  return Object.fromEntries(writeEntries(template, composition, profile))
}

/** `full` loses nothing; `simple` has the keys of the specification alone, for parsers that know no others. */
export type FlatProfile = 'full' | 'simple'

export function writeEntries(
  template: Template,
  composition: RmObject,
  profile: FlatProfile = 'full',
): readonly Pair[] {
  const pairs = allEntries(template, composition)
  return profile === 'simple' ? simplified(pairs) : pairs
}

function allEntries(template: Template, composition: RmObject): readonly Pair[] {
  const { root, templateId } = planFor(template)
  const { archetype_details, language } = attributesOf<Rm.Composition>(composition)
  const { rm_version } = attributesOf<Rm.Archetyped>(archetype_details)
  const top: Writing = {
    templateId,
    rmVersion: RM_VERSION,
    filling: { context: { stated: false }, now: '' },
  }
  const inner: Writing = {
    rmVersion: typeof rm_version === 'string' ? rm_version : RM_VERSION,
    filling: { ...top.filling, language },
  }
  return writeStructure(root, composition, root.id, top, inner)
}

interface Writing {
  /** On the root only: the template that the composition says it is made with. */
  readonly templateId?: string
  readonly rmVersion: string
  readonly filling: Filling
}

/** The object that is being written, as the plan has it, and the prefixes of its keys. */
interface WritePosition {
  readonly frame: Frame
  /** Prefix of keys with plain names. */
  readonly plain: string
  /** Prefix of keys with an underscore, which a level without a segment has below `_attribute`. */
  readonly under: string
  /** Ids that name nodes of the template here, and no attributes of the RM. */
  readonly shadow: ReadonlySet<string>
  readonly writing: Writing
}

/** Stands for an object with a part that no key can express. */
const INEXPRESSIBLE: unique symbol = Symbol('inexpressible')
type WriteResult = Pair[] | typeof INEXPRESSIBLE

function writeStructure(
  node: PlanNode,
  object: Readonly<Record<string, unknown>>,
  prefix: string,
  writing: Writing,
  inner: Writing = writing,
): Pair[] {
  const raw: Pair[] = [[`${prefix}|raw`, object]]
  const type = typeOf(object, node.step.rmType)
  const { frame } = node
  if (type === undefined || frame === undefined || !isA(type, node.step.rmType)) return raw
  const at: WritePosition = { frame, plain: prefix, under: prefix, shadow: frame.shadow, writing }
  const own = writeOwn(object, type, node.step, at)
  const members = own === INEXPRESSIBLE ? own : writeMembers(object, type, { ...at, writing: inner })
  if (own === INEXPRESSIBLE || members === INEXPRESSIBLE) return raw
  const pairs = [...own, ...members]
  if (pairs.length === 0 || type !== implied(node.step.rmType, pairs, prefix))
    pairs.unshift([`${prefix}|_type`, type])
  return pairs
}

/** The class that reading would choose. */
function implied(declared: string, pairs: readonly Pair[], prefix: string): string {
  if (declared !== 'EVENT') return concreteClass(declared)
  const interval = pairs.some(([key]) => /^\/(math_function|width)\b/.test(key.slice(prefix.length)))
  return interval ? 'INTERVAL_EVENT' : 'POINT_EVENT'
}

function writeElement(
  node: PlanNode,
  element: Readonly<Record<string, unknown>>,
  prefix: string,
  writing: Writing,
): Pair[] {
  const { value, ...rest } = element
  const raw: Pair[] = [[`${prefix}|raw`, element]]
  const frame: Frame = {
    rmType: 'ELEMENT',
    frames: new Map(),
    nodes: new Map(),
    cells: new Map(),
    empty: [],
    shadow: new Set(),
  }
  const at: WritePosition = { frame, plain: prefix, under: prefix, shadow: frame.shadow, writing }
  const own = writeOwn(rest, 'ELEMENT', node.step, at)
  if (own === INEXPRESSIBLE) return raw
  if (value === undefined) return own.length === 0 ? raw : own
  const expected = node.value ?? { type: 'DATA_VALUE' }
  return [...prefixed(prefix, writeValue(expected, value)), ...own]
}

/** The attributes that are not filled by nodes or levels. */
function writeOwn(
  object: Readonly<Record<string, unknown>>,
  type: string,
  step: RmStep | undefined,
  at: WritePosition,
): WriteResult {
  const { frame, writing } = at
  const attributes = rmClass(type)?.attributes
  const pairs: Pair[] = []
  const defaults = new Map<string, unknown>([
    ...fixedBy(frame, type),
    ...fillingsOf(type, writing.filling),
    ...identityOf(step, type),
  ])
  if (isA(type, 'HISTORY')) defaults.set('origin', earliestTime(attributesOf<Rm.History>(object).events))
  for (const attribute of Object.keys(object)) {
    if (attribute === '_type' || frame.nodes.has(attribute) || frame.frames.has(attribute)) continue
    const declared = attributes?.get(attribute)
    if (declared === undefined) return INEXPRESSIBLE
    const value = object[attribute]
    if (attribute === 'archetype_details') pairs.push(...writeDetails(value, step, at))
    else if (IMPLIED.has(attribute) && equal(value, defaults.get(attribute), declared.type)) continue
    else pairs.push(...writeAttribute(attribute, value, type, at))
  }
  if (step?.archetype !== undefined && attributesOf<Rm.Locatable>(object).archetype_details === undefined)
    pairs.push([`${at.under}/_archetype_details|raw`, null])
  for (const [attribute, value] of defaults)
    if (value !== undefined && object[attribute] === undefined && attributes?.has(attribute) === true)
      pairs.push([`${at.under}/_${attribute}|raw`, null])
  return pairs
}

/** Attributes that are left out where they are as reading would fill them; others are written for people to see. */
const IMPLIED: ReadonlySet<string> = new Set(['name', 'archetype_node_id', 'subject', 'origin'])

const DETAILS = rmClass('ARCHETYPED')?.attributes

function writeDetails(value: unknown, step: RmStep | undefined, { under, writing }: WritePosition): Pair[] {
  const usual: RmObject | undefined =
    step === undefined ? undefined : defaultDetails(step, writing.rmVersion, writing.templateId)
  if (usual !== undefined && equal(value, usual, 'ARCHETYPED')) return []
  const path = `${under}/_archetype_details`
  const missing =
    isDraft(value) && Object.keys(usual ?? {}).some(key => key !== '_type' && value[key] === undefined)
  if (usual === undefined || !isDraft(value) || missing) return [[`${path}|raw`, value]]
  const unusual = Object.entries(value).filter(
    ([key, below]) => key === '_type' || !equal(below, usual[key], DETAILS?.get(key)?.type),
  )
  const pairs = writeValue({ type: 'ARCHETYPED' }, { ...Object.fromEntries(unusual), _type: 'ARCHETYPED' })
  return pairs.some(([key]) => key === '|raw') ? [[`${path}|raw`, value]] : prefixed(path, pairs)
}

/** One attribute by its cell in the tables, or else as canonical JSON. */
function writeAttribute(attribute: string, value: unknown, type: string, at: WritePosition): Pair[] {
  const { frame, shadow } = at
  const raw: Pair[] = [[`${at.under}/_${attribute}|raw`, asRaw(value)]]
  const mapping = mappingOf(type)
  const field = mapping.fields.find(one => one.at.length === 1 && one.at[0] === attribute)
  if (field !== undefined) {
    const written = field.as.write(value)
    const key = field.keys.find(
      one => !isPlain(one.slice(1)) || !one.startsWith('/') || !shadow.has(one.slice(1)),
    )
    const same = written !== undefined && written !== '' && equal(field.as.read(written), value)
    if (!same || key === undefined) return raw
    return [[`${key.startsWith('/') && isPlain(key.slice(1)) ? at.plain : at.under}${key}`, written]]
  }
  const part = mapping.parts.find(one => one.at.length === 1 && one.at[0] === attribute)
  if (part === undefined) return raw
  const path = pathOf(part, attribute, at)
  const expected = { ...partExpected(part, type), ...frame.cells.get(attribute)?.expected }
  if (part.many !== true) return value === null ? raw : prefixed(path, writeValue(expected, value))
  if (!Array.isArray(value) || value.length === 0) return raw
  return value.flatMap((member, index) => prefixed(`${path}:${index}`, writeValue(expected, member)))
}

const isPlain = (segment: string): boolean => !segment.startsWith('_')

function pathOf(part: Part, attribute: string, { frame, plain, under, shadow }: WritePosition): string {
  const own = frame.cells.get(attribute)?.segments[0]
  if (own !== undefined) return `${plain}/${own}`
  const segment = part.segments.find(one => !isPlain(one) || !shadow.has(one)) ?? `_${attribute}`
  return `${isPlain(segment) ? plain : under}/${segment}`
}

function writeMembers(
  object: Readonly<Record<string, unknown>>,
  type: string,
  at: WritePosition,
): WriteResult {
  const { frame, writing } = at
  const inner: WritePosition = isA(type, 'HISTORY')
    ? { ...at, writing: { ...writing, filling: { ...writing.filling, origin: undefined } } }
    : at
  const pairs: Pair[] = []
  for (const attribute of Object.keys(object)) {
    if (!frame.nodes.has(attribute) && !frame.frames.has(attribute)) continue
    const value = object[attribute]
    const raw: Pair = [`${at.under}/_${attribute}|raw`, asRaw(value)]
    if (Array.isArray(value)) pairs.push(...(value.length === 0 ? [raw] : writeList(attribute, value, inner)))
    else if (isDraft(value)) {
      const written = writeMember(attribute, value, inner, new Map())
      pairs.push(...(written?.pairs ?? [raw]))
    } else pairs.push(raw)
  }
  for (const { attribute } of frame.empty)
    if (object[attribute] === undefined && hasAttribute(type, attribute))
      pairs.push([`${at.under}/_${attribute}|raw`, null])
  return pairs
}

interface Member {
  /** Position of its node among those of the attribute; ids of levels are empty. */
  readonly rank: number
  readonly id: string
  readonly pairs: Pair[]
}

function writeList(attribute: string, list: readonly unknown[], at: WritePosition): Pair[] {
  const pairs: Pair[] = []
  const members: Member[] = []
  const counts: HomeCounts = new Map()
  for (const [index, value] of list.entries()) {
    const member = isDraft(value) ? writeMember(attribute, value, at, counts) : undefined
    if (member === undefined) pairs.push([`${at.under}/_${attribute}:${index}|raw`, value])
    else {
      members.push(member)
      pairs.push(...member.pairs)
    }
  }
  const usual = [...members].sort((a, b) => a.rank - b.rank)
  if (usual.some((member, place) => member !== members[place]))
    pairs.push([`${at.under}/_order`, members.map(({ id }) => id).join(',')])
  return pairs
}

/** The keys of one member below the node or level that it belongs to; nothing where the template has none for it. */
function writeMember(
  attribute: string,
  value: Readonly<Record<string, unknown>>,
  at: WritePosition,
  counts: HomeCounts,
): Member | undefined {
  const home = homeOf(attribute, value, at.frame, counts)
  if (home === undefined) return undefined
  const { rank } = home
  if (home.node === undefined) {
    const pairs = writeLevel(home.level, attribute, value, at)
    if (pairs === undefined) return undefined
    counts.set(home.level, 1)
    return { rank, id: '', pairs }
  }
  const { node, index } = home
  counts.set(node, index + 1)
  const prefix = `${at.plain}/${node.id}${node.repeats ? `:${index}` : ''}`
  return { rank, id: node.id, pairs: writeNode(node, value, prefix, at.writing) }
}

function writeNode(
  node: PlanNode,
  value: Readonly<Record<string, unknown>>,
  prefix: string,
  writing: Writing,
): Pair[] {
  if (node.frame !== undefined) return writeStructure(node, value, prefix, writing)
  if (isA(node.step.rmType, 'ELEMENT')) return writeElement(node, value, prefix, writing)
  return prefixed(prefix, writeValue(node.value ?? { type: node.step.rmType }, value))
}

/** Writes a level without a segment; undefined where no key can express a part of it. */
function writeLevel(
  level: Frame,
  attribute: string,
  value: Readonly<Record<string, unknown>>,
  at: WritePosition,
): Pair[] | undefined {
  const type = typeOf(value, level.rmType)
  if (type === undefined) return undefined
  const here: WritePosition = { ...at, frame: level, under: `${at.under}/_${attribute}` }
  const own = writeOwn(value, type, level.step, here)
  const members = own === INEXPRESSIBLE ? own : writeMembers(value, type, here)
  if (own === INEXPRESSIBLE || members === INEXPRESSIBLE) return undefined
  const pairs = [...own, ...members]
  if (pairs.length === 0 || type !== implied(level.rmType, pairs, at.plain))
    pairs.unshift([`${here.under}|_type`, type])
  return pairs
}
