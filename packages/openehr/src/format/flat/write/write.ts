/** RM → FLAT: the keys of the template's nodes, and `_attribute` or `|raw` for everything that they cannot express. */
import { attributesOf, type Rm, type RmObject } from '../../../rm/index.ts'
import type { Template } from '../../../template/index.ts'
import { KeyList } from '../keys/key-list.ts'
import type { KeyPath } from '../keys/key-path.ts'
import type { Pair } from '../keys/pair.ts'
import { type HomeCounts, homeOf } from '../plan/homes.ts'
import { RM_VERSION } from '../plan/structure.ts'
import { asRaw } from '../tables/raw.ts'
import { isDraft } from '../tables/table.ts'
import { simplified } from './simple.ts'
import { writeOwn } from './write-own.ts'
import {
  type ClassPlan,
  classPlanFor,
  classPlanOf,
  type ElementPlan,
  type MemberPlan,
  type MembersPlan,
  type NodePlan,
  type StructurePlan,
  writePlanFor,
} from './write-plan.ts'
import { appendValue } from './write-value.ts'
import type { Writing } from './writing.ts'

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
  const list = writeKeys(template, composition)
  return profile === 'simple' ? objectOf(simplified(list.pairs())) : list.toObject()
}

/** No key is __proto__: each begins with the id of the root. */
function objectOf(pairs: readonly Pair[]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [key, value] of pairs) object[key] = value
  return object
}

/** `full` loses nothing; `simple` has the keys of the specification alone, for parsers that know no others. */
export type FlatProfile = 'full' | 'simple'

export function writeEntries(
  template: Template,
  composition: RmObject,
  profile: FlatProfile = 'full',
): readonly Pair[] {
  const pairs = writeKeys(template, composition).pairs()
  return profile === 'simple' ? simplified(pairs) : pairs
}

function writeKeys(template: Template, composition: RmObject): KeyList {
  const { root, templateId, keys } = writePlanFor(template)
  const { archetype_details, language } = attributesOf<Rm.Composition>(composition)
  const { rm_version } = attributesOf<Rm.Archetyped>(archetype_details)
  const list = new KeyList()
  const rmVersion = typeof rm_version === 'string' ? rm_version : RM_VERSION
  const below: Writing = { list, rmVersion, templateId: undefined, language, below: undefined }
  const top: Writing = { list, rmVersion: RM_VERSION, templateId, language: undefined, below }
  writeStructure(root, composition, keys.forDocument(), top)
  return list
}

type Fields = Readonly<Record<string, unknown>>

function writeStructure(structure: StructurePlan, object: Fields, path: KeyPath, writing: Writing): void {
  const { list } = writing
  const start = list.length
  const plan = classPlanOf(structure, object)
  if (plan === undefined || !writeAll(plan, object, path, writing)) {
    list.cutTo(start)
    list.put(path.key('|raw'), object)
  }
}

/** Writes a level without a segment; false where no key can express a part of it. */
function writeLevel(structure: StructurePlan, object: Fields, path: KeyPath, writing: Writing): boolean {
  const { list } = writing
  const start = list.length
  const plan = classPlanOf(structure, object)
  if (plan !== undefined && writeAll(plan, object, path, writing)) return true
  list.cutTo(start)
  return false
}

/** Writes attributes and members of a structure; false where no key can express one of them. */
function writeAll(plan: ClassPlan, object: Fields, path: KeyPath, writing: Writing): boolean {
  const { list } = writing
  const start = list.length
  const members = writeOwn(plan, object, path, writing)
  if (members === undefined) return false
  const below = writing.below ?? writing
  for (const attribute of members) writeMembers(attribute, object[attribute.name], path, below)
  for (const attribute of plan.empty)
    if (object[attribute] === undefined) list.put(path.key(`/_${attribute}|raw`), null)
  if (list.length === start || plan.type !== impliedClass(plan.structure, list, start, path))
    list.insert(start, path.key('|_type'), plan.type)
  return true
}

/** The class that reading would choose by the keys from `start` on. */
function impliedClass(structure: StructurePlan, { keys }: KeyList, start: number, path: KeyPath): string {
  if (structure.declared !== 'EVENT') return structure.concrete
  const { length } = path.plain.text
  for (let at = start; at < keys.length; at++) {
    const key = keys[at] ?? ''
    // The pattern alone would be tried on every key.
    const letter = key.charCodeAt(length + 1)
    if ((letter === 0x6d || letter === 0x77) && /^\/(math_function|width)\b/.test(key.slice(length)))
      return 'INTERVAL_EVENT'
  }
  return 'POINT_EVENT'
}

function writeElement(node: ElementPlan, element: Fields, path: KeyPath, writing: Writing): void {
  const { list } = writing
  const start = list.length
  const { value } = element
  if (value !== undefined) appendValue(list, path, node.value, value)
  const plan = classPlanFor(node.structure, 'ELEMENT')
  if (writeOwn(plan, element, path, writing) !== undefined && list.length > start) return
  list.cutTo(start)
  list.put(path.key('|raw'), element)
}

function writeMembers(plan: MembersPlan, value: unknown, path: KeyPath, writing: Writing): void {
  const attribute: AttributeWriting = { plan, path, writing }
  const isWritten = Array.isArray(value)
    ? value.length > 0 && writeList(attribute, value)
    : isDraft(value) && writeMember(attribute, value, plan.homes.noCounts) !== undefined
  if (!isWritten) writing.list.put(path.key(`/_${plan.name}|raw`), asRaw(value))
}

/** An attribute whose members are being written. */
interface AttributeWriting {
  readonly plan: MembersPlan
  readonly path: KeyPath
  readonly writing: Writing
}

function writeList(attribute: AttributeWriting, values: readonly unknown[]): true {
  const { plan, path, writing } = attribute
  const counts = plan.homes.noCounts.slice()
  const ids: string[] = []
  let lastRank = 0
  let isUsual = true
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    const member = isDraft(value) ? writeMember(attribute, value, counts) : undefined
    if (member === undefined) writing.list.put(path.key(`/_${plan.name}:${at}|raw`), value)
    else {
      counts[member.rank] = (counts[member.rank] ?? 0) + 1
      isUsual &&= member.rank >= lastRank
      lastRank = member.rank
      ids.push(member.id)
    }
  }
  if (!isUsual) writing.list.put(path.key('/_order'), ids.join(','))
  return true
}

/** Writes one member below the node or level that it belongs to; undefined where the template has none for it. */
function writeMember(
  { plan, path, writing }: AttributeWriting,
  value: Fields,
  counts: HomeCounts,
): MemberPlan | undefined {
  const home = homeOf(value, plan.homes, counts)
  const member = home && plan.members[home.rank]
  if (member === undefined) return undefined
  if (member.kind === 'level') {
    if (!writeLevel(member.structure, value, path.level(member.segment), writing)) return undefined
  } else {
    const own = member.repeats
      ? path.plain.occurrence(member.segment, counts[member.rank] ?? 0)
      : path.plain.member(member.segment)
    writeNode(member, value, own, writing)
  }
  return member
}

function writeNode(node: NodePlan, value: Fields, path: KeyPath, writing: Writing): void {
  if (node.kind === 'structure') writeStructure(node.structure, value, path, writing)
  else if (node.kind === 'element') writeElement(node, value, path, writing)
  else appendValue(writing.list, path, node.value, value)
}
