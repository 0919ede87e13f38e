/** Keys below one branch → one RM object, by the row of its class in the mapping tables. */

import { baseType, isA, isRmObject, type Rm, type RmDraft, rmClass } from '../../../rm/index.ts'
import { type Branch, type Leaf, leafAt, occurrences, take, takeAll } from '../keys/branch.ts'
import { completeCodedText, completeOrdinal, completeTransition } from '../plan/codes.ts'
import { Misfit } from '../tables/codec.ts'
import { isMapped, mappingOf } from '../tables/mapping.ts'
import { rawOf } from '../tables/raw.ts'
import { type Field, isDraft, type Part, type ProportionRules } from '../tables/table.ts'
import { type CodeSource, spellOutCode } from './bare-code.ts'
import { anyLeaf, fault, hasUnused, indexFault, type KeyFault, type Reading } from './reading.ts'
import { liftSuffixes } from './suffixes.ts'

/** The value that is expected at a node or attribute. */
export interface Expected extends CodeSource {
  readonly type: string
  readonly proportion?: ProportionRules
  /** The only value that the template allows, for a mandatory attribute that no key gives. */
  readonly fixed?: unknown
  /** Values of attributes that no key gives: the only unit that the template allows, the formalism of a timing. */
  readonly fill?: Readonly<Record<string, unknown>>
  /** The values that are expected in its parts, by attribute. */
  readonly below?: Readonly<Record<string, Omit<Expected, 'type'>>>
}

/** The class of the keys: `|_type`, else the choice of the table, within the declared class. */
export function chosenType(declared: string, branch: Branch, reading: Reading): string {
  const stated = take(branch, '_type')
  if (stated !== undefined) {
    if (
      typeof stated.value === 'string' &&
      isA(stated.value, declared) &&
      rmClass(stated.value)?.abstract === false
    )
      return stated.value
    fault(reading, stated, {
      code: 'flat.type',
      message: 'names no class that fits here',
      expected: declared,
    })
  }
  let type = declared
  // A choice may lead to a class that has a choice of its own, as PARTY_PROXY → PARTY_IDENTIFIED does.
  for (let step = 0; step < 3; step++) {
    const next = mappingOf(type).choose?.(branch) ?? type
    if (next === type) break
    const fits = isA(next, declared) || (declared === 'DV_CODED_TEXT' && next === 'DV_TEXT')
    if (!fits) break
    type = next
    if (declared === 'DV_CODED_TEXT') break
  }
  return type
}

/** Reads the RM object of a branch. Every key that it uses is marked as taken. */
export function readValue(expected: Expected, branch: Branch, reading: Reading): unknown {
  const raw = take(branch, 'raw')
  if (raw !== undefined) return readRaw(raw, expected.type, reading)
  if (!isMapped(expected.type) && !isA(expected.type, 'DATA_VALUE')) {
    fault(reading, anyLeaf(branch), {
      code: 'flat.structure',
      message: `can only be given as ${branch.path}|raw`,
      expected: '|raw',
    })
    takeAll(branch)
    return undefined
  }
  const declared = concreteOf(expected.type, branch)
  liftSuffixes(branch, declared)
  mappingOf(declared).respell?.read?.(branch)
  if (isCompanionOnly(branch, declared)) {
    takeAll(branch)
    return undefined
  }
  const type = chosenType(declared, branch, reading)
  const second = spellOutCode(branch, type, expected)
  if (second !== undefined)
    fault(reading, second, {
      code: 'flat.choice',
      message: 'is a second code',
      expected: 'one code for each value',
    })
  const object: RmDraft = { _type: baseType(type) }
  readOther(object, expected, branch, reading)
  readCells({ object, type, below: expected.below }, branchesOf(branch), reading)
  mappingOf(type).complete?.(object, reading.defaults, expected.proportion)
  checkCodes(object, expected, branch, reading)
  if (type === 'DV_DATE') cutToDate(object, branch, reading)
  if (type === 'ISM_TRANSITION') completeTransition(object, expected.below?.careflow_step?.codes)
  for (const [attribute, value] of Object.entries(expected.fill ?? {})) object[attribute] ??= value
  return withoutAbsent(object)
}

const DATE_OF_DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d/

/** Forms with one kind of date field send a date and time where the template has a date. */
function cutToDate(object: RmDraft<Rm.DvDate>, branch: Branch, reading: Reading): void {
  const [, date] = (typeof object.value === 'string' && DATE_OF_DATE_TIME.exec(object.value)) || []
  if (date === undefined) return
  object.value = date
  reading.warn(`${branch.path} has a time of day, which a DV_DATE cannot have. The date alone is stored.`)
}

/** Forms choose a unit before anybody enters a number: a unit alone is no quantity. */
function isCompanionOnly(branch: Branch, type: string): boolean {
  const companions = mappingOf(type).companions
  if (companions === undefined || branch.children.size > 0 || branch.leaves.size === 0) return false
  return [...branch.leaves.keys()].every(suffix => companions.includes(suffix))
}

/**
 * The branches that hold the keys of an object. They are the same branch for a value and for a node. A level that the template
 * leaves out has its plain names (an event's `time`) beside those of the node above it, and the others below `_data`.
 */
export interface KeyBranches {
  readonly plain: Branch
  readonly under: Branch
  /** Ids that mean nodes of the template here, and no attribute of the RM. */
  readonly shadow: ReadonlySet<string>
  /** The expected values of the object's attributes. */
  readonly cells: ReadonlyMap<string, { readonly segments: readonly string[]; readonly expected: Expected }>
}

const NONE: ReadonlySet<string> = new Set()

const branchesOf = (branch: Branch): KeyBranches => ({
  plain: branch,
  under: branch,
  shadow: NONE,
  cells: new Map(),
})

/** An object whose attributes are read. */
interface CellTarget {
  readonly object: RmDraft
  readonly type: string
  readonly below?: Expected['below']
  /** Attributes that are read otherwise. */
  readonly skip?: ReadonlySet<string>
}

/** Fields, parts and `_attribute|raw` of an object whose class is known; structures use it too. */
export function readCells(target: CellTarget, branches: KeyBranches, reading: Reading): void {
  const { object, type, skip = NONE } = target
  const mapping = mappingOf(type)
  for (const field of mapping.fields)
    if (!skip.has(field.at[0] ?? '')) readField(target, field, branches, reading)
  if (branches.plain.children.size === 0 && branches.under.children.size === 0) return
  for (const part of mapping.parts) if (!skip.has(part.at[0] ?? '')) readPart(target, part, branches, reading)
  for (const attribute of rmClass(type)?.attributes.keys() ?? []) {
    const leaf = branches.under.children.get(`_${attribute}`)?.get(0)?.leaves.get('raw')
    if (leaf === undefined || leaf.used || skip.has(attribute)) continue
    leaf.used = true
    const value = rawOf(leaf.value)
    if (value instanceof Misfit)
      fault(reading, leaf, { code: 'flat.value', message: MISFIT, expected: value.expected })
    // Marks the attribute as absent, so that neither complete() nor a default fills it.
    else object[attribute] = value === null ? ABSENT : value
  }
}

const MISFIT = 'has a value that does not fit'

function readField(
  { object, type }: CellTarget,
  field: Field,
  branches: KeyBranches,
  reading: Reading,
): void {
  for (const key of field.keys) {
    const plain = key.startsWith('/') && !key.startsWith('/_')
    if (plain && branches.shadow.has(key.slice(1))) continue
    const leaf = leafAt(plain ? branches.plain : branches.under, key)
    if (leaf === undefined || leaf.used) continue
    leaf.used = true
    const value = field.as.read(leaf.value)
    if (value instanceof Misfit)
      fault(reading, leaf, { code: 'flat.value', message: MISFIT, expected: value.expected })
    else setAt(object, type, field.at, value)
    return
  }
}

/** `_attribute|raw: null`: the attribute is absent, whatever default would fill it. Taken out by {@link withoutAbsent}. */
export const ABSENT: unique symbol = Symbol('absent')

/** The object without the attributes that were said to be absent. */
export function withoutAbsent(object: RmDraft): RmDraft {
  for (const [key, value] of Object.entries(object)) if (value === ABSENT) delete object[key]
  return object
}

function readPart(
  { object, type, below }: CellTarget,
  part: Part,
  branches: KeyBranches,
  reading: Reading,
): void {
  const attribute = part.at.at(-1) ?? ''
  const cell = branches.cells.get(attribute)
  for (const segment of cell === undefined ? part.segments : new Set([...cell.segments, ...part.segments])) {
    const plain = !segment.startsWith('_')
    if (plain && branches.shadow.has(segment) && cell?.segments.includes(segment) !== true) continue
    const from = plain ? branches.plain : branches.under
    if (!from.children.has(segment)) continue
    const found = occurrences(from, segment).filter(([, child]) => hasUnused(child))
    if (found.length === 0 || getAt(object, part.at) !== undefined) continue
    const expected: Expected = { ...partExpected(part, type), ...below?.[attribute], ...cell?.expected }
    if (part.many === true) {
      if (found.length === 1 && isWholeList(found[0]?.[1])) continue
      const members = found.map(([, child]) => readValue(expected, child, reading))
      setAt(
        object,
        type,
        part.at,
        members.filter(member => member !== undefined),
      )
      continue
    }
    for (const [index, child] of found) {
      if (index > 0) indexFault(reading, child)
      else if (child.leaves.get('raw')?.value !== null) {
        const value = readValue(expected, child, reading)
        if (value !== undefined) setAt(object, type, part.at, value)
      }
    }
  }
}

/** `_link|raw: [...]` is the list, `_link:0|raw: {...}` a member of it. */
function isWholeList(branch: Branch | undefined): boolean {
  const raw = branch?.leaves.get('raw')
  return raw !== undefined && (raw.value === null || Array.isArray(rawOf(raw.value)))
}

const expectedByPart = new WeakMap<Part, Map<string, Expected>>()

/** The value that the tables expect in a part, before the template narrows it. */
export function partExpected(part: Part, owner: string): Expected {
  // Type parameters come from documents: kept, they could fill the memory.
  if (owner.includes('<')) return makePartExpected(part, owner)
  const known = expectedByPart.get(part) ?? new Map<string, Expected>()
  expectedByPart.set(part, known)
  const found = known.get(owner) ?? makePartExpected(part, owner)
  known.set(owner, found)
  return found
}

const makePartExpected = (part: Part, owner: string): Expected => ({
  type: partType(part, owner),
  ...(part.group === undefined ? {} : { group: part.group }),
  ...(part.fill === undefined ? {} : { fill: part.fill }),
})

/** `T` is the parameter of the owner's type, or the owner itself where it has none (a quantity's normal range). */
function partType(part: Part, owner: string): string {
  if (!/\bT\b/.test(part.type)) return part.type
  const bracket = owner.indexOf('<')
  const parameter =
    bracket < 0 ? (isA(owner, 'DV_ORDERED') ? owner : 'DV_ORDERED') : owner.slice(bracket + 1, -1)
  return part.type.replace(/\bT\b/, parameter.trim())
}

/** The ordered type that the keys fit, where the template leaves it open. */
function concreteOf(type: string, branch: Branch): string {
  if (type !== 'DV_ORDERED' && type !== 'DATA_VALUE') return type
  const has = (suffix: string): boolean => branch.leaves.has(suffix)
  if (has('magnitude')) return 'DV_QUANTITY'
  if (has('numerator')) return 'DV_PROPORTION'
  if (has('ordinal')) return 'DV_ORDINAL'
  const bare = branch.leaves.get('')?.value
  if (typeof bare === 'number') return 'DV_COUNT'
  if (typeof bare !== 'string') return type
  if (/^-?P/.test(bare)) return 'DV_DURATION'
  if (bare.includes('T') && !bare.startsWith('T')) return 'DV_DATE_TIME'
  return bare.includes(':') || bare.startsWith('T') ? 'DV_TIME' : 'DV_DATE'
}

/** `|other` is free text where a code was expected (specification, "Open value-sets"). */
function readOther(
  object: RmDraft<Rm.AnyDvText>,
  expected: Expected,
  branch: Branch,
  reading: Reading,
): void {
  const other = branch.leaves.get('other')
  if (other === undefined || object._type !== 'DV_TEXT') return
  other.used = true
  const excluded = ['code', 'value', 'terminology', 'preferred_term', ''].filter(suffix =>
    branch.leaves.has(suffix),
  )
  if (excluded.length > 0) {
    fault(reading, other, {
      code: 'flat.other',
      message: `cannot stand beside |${excluded[0]}`,
      expected: 'one of them alone',
    })
    takeAll(branch)
    return
  }
  if (isA(expected.type, 'DV_CODED_TEXT') && expected.codes?.open !== true)
    fault(reading, other, {
      code: 'flat.other',
      message: 'is free text where the template allows its own codes only',
      expected: '|code',
    })
  if (typeof other.value === 'string') object.value = other.value
  else fault(reading, other, { code: 'flat.value', message: MISFIT, expected: 'a text' })
}

const ORDINALS = new Set(['DV_ORDINAL', 'DV_SCALE'])

function checkCodes(
  object: RmDraft<Rm.DvCodedText | Rm.DvOrdinal | Rm.DvScale>,
  expected: Expected,
  branch: Branch,
  reading: Reading,
): void {
  const type = String(object._type)
  let problem: KeyFault | undefined
  if (type === 'DV_CODED_TEXT') problem = completeCodedText(object, expected.codes, expected.group)
  if (ORDINALS.has(type)) problem = completeOrdinal(object, expected.codes)
  const at = branch.leaves.get('code') ?? anyLeaf(branch)
  if (problem !== undefined) fault(reading, at, problem)
  else if (type === 'DV_CODED_TEXT') checkCoded(object, expected, at, reading)
}

/** A DV_CODED_TEXT without a code is free text where the template allows that. */
function checkCoded(object: RmDraft<Rm.DvCodedText>, { codes }: Expected, at: Leaf, reading: Reading): void {
  if (isRmObject(object.defining_code)) return
  const isFree = codes?.open === true && typeof object.value === 'string'
  if (isFree) object._type = 'DV_TEXT'
  else if (object.defining_code === undefined)
    fault(reading, at, {
      code: 'flat.code',
      message: 'gives no code and no rubric that the template knows',
      expected: '|code',
    })
}

function readRaw(raw: Leaf, declared: string, reading: Reading): unknown {
  const value = rawOf(raw.value)
  if (value instanceof Misfit) {
    fault(reading, raw, { code: 'flat.value', message: MISFIT, expected: value.expected })
    return undefined
  }
  if (!isDraft(value)) return value === null ? undefined : value
  const { _type: type } = value
  const base = rmClass(declared)
  if (type === undefined && (base === undefined || base.abstract))
    fault(reading, raw, { code: 'flat.raw', message: 'needs a _type', expected: '_type' })
  reading.whole.add(value)
  return value
}

/** Sets a value at a path of attributes and makes the objects on the way, with their class where the model fixes it. */
function setAt(object: RmDraft, type: string, at: readonly string[], value: unknown): void {
  let target = object
  let owner: string | undefined = type
  for (const [depth, name] of at.entries()) {
    if (depth === at.length - 1) {
      target[name] = value
      return
    }
    owner = owner === undefined ? undefined : rmClass(owner)?.attributes.get(name)?.type
    const below: unknown = target[name]
    if (isDraft(below)) target = below
    else {
      const made: RmDraft = owner !== undefined && rmClass(owner)?.abstract === false ? { _type: owner } : {}
      target[name] = made
      target = made
    }
  }
}

export function getAt(object: unknown, at: readonly string[]): unknown {
  let value = object
  for (const name of at) {
    if (!isDraft(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}
