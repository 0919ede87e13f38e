/** RM → FLAT: the keys of the template's nodes, and `_attribute` or `|raw` for everything that they cannot express. */
import {
  attributesOf,
  equal,
  isA,
  type Rm,
  type RmObject,
  rmClass,
  typeOf,
  type Unvalidated,
} from '../../rm/index.ts'
import type { RmStep, Template } from '../../template/index.ts'
import type { Filling } from './context.ts'
import { type HomeCounts, homeOf } from './homes.ts'
import { mappingOf } from './mapping.ts'
import { defaultOf, ownDefaults } from './own-defaults.ts'
import type { Pair } from './pair.ts'
import { concreteClass, type Frame, type PlanNode, planFor } from './plan.ts'
import { asRaw } from './raw.ts'
import { partExpected } from './read-value.ts'
import { simplified } from './simple.ts'
import { defaultDetails, earliestTime, hasAttribute, RM_VERSION } from './structure.ts'
import { type Field, isDraft, type Part } from './table.ts'
import { appendValue, writeValue } from './write-value.ts'

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
  // Setting keys one by one takes six to eight tenths of the time of Object.fromEntries. No key is __proto__: each begins with the id of the root.
  const flat: Record<string, unknown> = {}
  for (const [key, value] of writeEntries(template, composition, profile)) flat[key] = value
  return flat
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
  const pairs: Pair[] = []
  const filling: Filling = { context: { stated: false }, now: '' }
  const below: Writing = {
    pairs,
    rmVersion: typeof rm_version === 'string' ? rm_version : RM_VERSION,
    filling: { ...filling, language },
  }
  const top: Writing = { pairs, templateId, rmVersion: RM_VERSION, filling, below }
  writeStructure(root, composition, root.id, top)
  return pairs
}

interface Writing {
  /** All keys so far: what has no keys of its own is taken back by shortening the list. */
  readonly pairs: Pair[]
  /** On the root only: the template that the composition says it is made with. */
  readonly templateId?: string
  readonly rmVersion: string
  readonly filling: Filling
  /** On the root only: for everything below it, which inherits from the root. */
  readonly below?: Writing
}

type Fields = Readonly<Record<string, unknown>>

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

function writeStructure(node: PlanNode, object: Fields, prefix: string, writing: Writing): void {
  const { pairs } = writing
  const start = pairs.length
  const type = typeOf(object, node.step.rmType)
  const { frame } = node
  const isFitting = type !== undefined && frame !== undefined && isA(type, node.step.rmType)
  const at = frame && { frame, plain: prefix, under: prefix, shadow: frame.shadow, writing }
  if (!isFitting || at === undefined || !writeOwn(object, type, node.step, at)) {
    pairs.length = start
    pairs.push([`${prefix}|raw`, object])
    return
  }
  writeMembers(object, type, writing.below === undefined ? at : { ...at, writing: writing.below })
  if (pairs.length === start || type !== implied(node.step.rmType, pairs, start, prefix))
    pairs.splice(start, 0, [`${prefix}|_type`, type])
}

/** The class that reading would choose by the keys from `start` on. */
function implied(declared: string, pairs: readonly Pair[], start: number, prefix: string): string {
  if (declared !== 'EVENT') return concreteClass(declared)
  for (let at = start; at < pairs.length; at++) {
    const key = pairs[at]?.[0] ?? ''
    // The pattern alone would be tried on every key.
    const letter = key.charCodeAt(prefix.length + 1)
    const isInterval =
      (letter === 0x6d || letter === 0x77) && /^\/(math_function|width)\b/.test(key.slice(prefix.length))
    if (isInterval) return 'INTERVAL_EVENT'
  }
  return 'POINT_EVENT'
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

function writeElement(node: PlanNode, element: Fields, prefix: string, writing: Writing): void {
  const { pairs } = writing
  const start = pairs.length
  const { value } = element
  if (value !== undefined) appendValue(pairs, prefix, node.value ?? { type: 'DATA_VALUE' }, value)
  const at = { frame: ELEMENT_FRAME, plain: prefix, under: prefix, shadow: ELEMENT_FRAME.shadow, writing }
  if (writeOwn(element, 'ELEMENT', node.step, at) && pairs.length > start) return
  pairs.length = start
  pairs.push([`${prefix}|raw`, element])
}

/** Writes the attributes that are not filled by nodes or levels; false where no key can express one of them. */
function writeOwn(object: Fields, type: string, step: RmStep | undefined, at: WritePosition): boolean {
  const { frame, writing } = at
  const attributes = rmClass(type)?.attributes
  const defaults = ownDefaults(frame, step, type)
  for (const attribute of Object.keys(object)) {
    if (attribute === '_type' || frame.nodes.has(attribute) || frame.frames.has(attribute)) continue
    const declared = attributes?.get(attribute)
    if (declared === undefined) return false
    const value = object[attribute]
    if (attribute === 'archetype_details') writeDetails(value, step, at)
    else if (!IMPLIED.has(attribute)) writeAttribute(attribute, value, type, at)
    else {
      const usual =
        attribute === 'origin' ? originOf(object, type) : defaultOf(defaults, attribute, writing.filling)
      if (!equal(value, usual, declared.type)) writeAttribute(attribute, value, type, at)
    }
  }
  if (step?.archetype !== undefined && attributesOf<Rm.Locatable>(object).archetype_details === undefined)
    writeAbsent('archetype_details', at)
  for (const attribute of defaults.keys())
    if (object[attribute] === undefined && defaultOf(defaults, attribute, writing.filling) !== undefined)
      writeAbsent(attribute, at)
  if (attributesOf<Rm.History>(object).origin === undefined && originOf(object, type) !== undefined)
    writeAbsent('origin', at)
  return true
}

/** The origin that reading gives to a history. */
const originOf = (object: Unvalidated<Rm.History>, type: string): unknown =>
  isA(type, 'HISTORY') ? earliestTime(object.events) : undefined

/** Says that an attribute is absent which reading would fill. */
function writeAbsent(attribute: string, { under, writing }: WritePosition): void {
  writing.pairs.push([`${under}/_${attribute}|raw`, null])
}

/** Attributes that are left out where they are as reading would fill them; others are written for people to see. */
const IMPLIED: ReadonlySet<string> = new Set(['name', 'archetype_node_id', 'subject', 'origin'])

const DETAILS = rmClass('ARCHETYPED')?.attributes

function writeDetails(value: unknown, step: RmStep | undefined, { under, writing }: WritePosition): void {
  const { pairs } = writing
  const usual: RmObject | undefined =
    step === undefined ? undefined : defaultDetails(step, writing.rmVersion, writing.templateId)
  if (usual !== undefined && equal(value, usual, 'ARCHETYPED')) return
  const path = `${under}/_archetype_details`
  const missing =
    isDraft(value) && Object.keys(usual ?? {}).some(key => key !== '_type' && value[key] === undefined)
  if (usual === undefined || !isDraft(value) || missing) {
    pairs.push([`${path}|raw`, value])
    return
  }
  const unusual = Object.entries(value).filter(
    ([key, below]) => key === '_type' || !equal(below, usual[key], DETAILS?.get(key)?.type),
  )
  const written = writeValue({ type: 'ARCHETYPED' }, { ...Object.fromEntries(unusual), _type: 'ARCHETYPED' })
  if (written.some(([key]) => key === '|raw')) pairs.push([`${path}|raw`, value])
  else for (const [key, below] of written) pairs.push([path + key, below])
}

/** One attribute by its cell in the tables, or else as canonical JSON. */
function writeAttribute(attribute: string, value: unknown, type: string, at: WritePosition): void {
  const { frame, writing } = at
  const { fieldsByAttribute, partsByAttribute } = mappingOf(type)
  const field = fieldsByAttribute.get(attribute)
  const part = partsByAttribute.get(attribute)
  if (field !== undefined) {
    if (!writeField(field, value, at)) writeRaw(attribute, value, at)
  } else if (part === undefined || value === null || (part.many === true && !isFilledList(value)))
    writeRaw(attribute, value, at)
  else {
    const path = pathOf(part, attribute, at)
    const cell = frame.cells.get(attribute)?.expected
    const expected = cell === undefined ? partExpected(part, type) : { ...partExpected(part, type), ...cell }
    if (part.many !== true) appendValue(writing.pairs, path, expected, value)
    else if (Array.isArray(value))
      for (const [index, member] of value.entries())
        appendValue(writing.pairs, `${path}:${index}`, expected, member)
  }
}

const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

function writeRaw(attribute: string, value: unknown, { under, writing }: WritePosition): void {
  writing.pairs.push([`${under}/_${attribute}|raw`, asRaw(value)])
}

/** False where the scalar would lose a part of the value, or its keys mean nodes of the template. */
function writeField({ keys, as }: Field, value: unknown, at: WritePosition): boolean {
  const written = as.write(value)
  if (written === undefined || written === '' || !equal(as.read(written), value)) return false
  const key = keys.find(one => !isPlain(one) || !at.shadow.has(one.slice(1)))
  if (key === undefined) return false
  at.writing.pairs.push([`${isPlain(key) ? at.plain : at.under}${key}`, written])
  return true
}

/** True for the key of a segment that has no underscore. */
const isPlain = (key: string): boolean => key.startsWith('/') && !key.startsWith('/_')

function pathOf(part: Part, attribute: string, { frame, plain, under, shadow }: WritePosition): string {
  const own = frame.cells.get(attribute)?.segments[0]
  if (own !== undefined) return `${plain}/${own}`
  const segment = part.segments.find(one => one.startsWith('_') || !shadow.has(one)) ?? `_${attribute}`
  return `${segment.startsWith('_') ? under : plain}/${segment}`
}

function writeMembers(object: Fields, type: string, at: WritePosition): void {
  const { frame } = at
  for (const attribute of Object.keys(object)) {
    if (!frame.nodes.has(attribute) && !frame.frames.has(attribute)) continue
    const value = object[attribute]
    const isWritten = Array.isArray(value)
      ? value.length > 0 && writeList(attribute, value, at)
      : isDraft(value) && writeMember(attribute, value, at, new Map()) !== undefined
    if (!isWritten) writeRaw(attribute, value, at)
  }
  for (const { attribute } of frame.empty)
    if (object[attribute] === undefined && hasAttribute(type, attribute)) writeAbsent(attribute, at)
}

interface Member {
  /** Position of its node among those of the attribute. */
  readonly rank: number
  /** Empty for a level. */
  readonly id: string
}

function writeList(attribute: string, list: readonly unknown[], at: WritePosition): true {
  const { pairs } = at.writing
  const members: Member[] = []
  const counts: HomeCounts = new Map()
  let isUsual = true
  for (const [index, value] of list.entries()) {
    const member = isDraft(value) ? writeMember(attribute, value, at, counts) : undefined
    if (member === undefined) pairs.push([`${at.under}/_${attribute}:${index}|raw`, value])
    else {
      isUsual &&= member.rank >= (members.at(-1)?.rank ?? 0)
      members.push(member)
    }
  }
  if (!isUsual) pairs.push([`${at.under}/_order`, members.map(({ id }) => id).join(',')])
  return true
}

/** Writes one member below the node or level that it belongs to; undefined where the template has none for it. */
function writeMember(
  attribute: string,
  value: Fields,
  at: WritePosition,
  counts: HomeCounts,
): Member | undefined {
  const home = homeOf(attribute, value, at.frame, counts)
  if (home === undefined) return undefined
  const { rank } = home
  if (home.node === undefined) {
    if (!writeLevel(home.level, attribute, value, at)) return undefined
    counts.set(home.level, 1)
    return { rank, id: '' }
  }
  const { node, index } = home
  counts.set(node, index + 1)
  writeNode(node, value, `${at.plain}/${node.id}${node.repeats ? `:${index}` : ''}`, at.writing)
  return { rank, id: node.id }
}

function writeNode(node: PlanNode, value: Fields, prefix: string, writing: Writing): void {
  if (node.frame !== undefined) writeStructure(node, value, prefix, writing)
  else if (isA(node.step.rmType, 'ELEMENT')) writeElement(node, value, prefix, writing)
  else appendValue(writing.pairs, prefix, node.value ?? { type: node.step.rmType }, value)
}

/** Writes a level without a segment; false where no key can express a part of it. */
function writeLevel(level: Frame, attribute: string, value: Fields, at: WritePosition): boolean {
  const { pairs } = at.writing
  const start = pairs.length
  const type = typeOf(value, level.rmType)
  if (type === undefined) return false
  const here: WritePosition = { ...at, frame: level, under: `${at.under}/_${attribute}` }
  if (!writeOwn(value, type, level.step, here)) {
    pairs.length = start
    return false
  }
  writeMembers(value, type, here)
  if (pairs.length === start || type !== implied(level.rmType, pairs, start, at.plain))
    pairs.splice(start, 0, [`${here.under}|_type`, type])
  return true
}
