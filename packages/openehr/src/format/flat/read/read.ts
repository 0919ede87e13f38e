/** FLAT → RM: walks the plan of the template along the keys, and reports every key that was not used. */

import { type Finding, Problem } from '../../../problem.ts'
import { attributesOf, isA, isRmObject, type Rm, type RmDraft, type RmObject } from '../../../rm/index.ts'
import type { Template } from '../../../template/index.ts'
import { type Branch, branchOf, emptyBranch, occurrences, unused } from '../keys/branch.ts'
import { leastOffset } from '../plan/offset.ts'
import { concreteClass, type Frame, type Plan, type PlanNode, planFor } from '../plan/plan.ts'
import { rmPlaceAt } from '../plan/plan-path.ts'
import {
  defaultDetails,
  fillingsOf,
  fixedBy,
  hasAttribute,
  identityOf,
  inModelOrder,
  isPersistent,
  RM_VERSION,
} from '../plan/structure.ts'
import { unknownKey } from '../plan/unknown-key.ts'
import { rawOf } from '../tables/raw.ts'
import { isDraft } from '../tables/table.ts'
import { adoptContextKeys } from './aliases.ts'
import { readContext } from './context.ts'
import { checkOffsets, defaultOrigin, type EventTimes, readOffset, type StatedOffset } from './event-times.ts'
import { formDefaults } from './form-defaults.ts'
import { resolveInstructionPaths } from './instruction-path.ts'
import { inGivenOrder, putOnly, type ReadMember, takeWhole, withExtras } from './read-members.ts'
import { ABSENT, chosenType, type KeyBranches, readCells, readValue, withoutAbsent } from './read-value.ts'
import { anyLeaf, fault, hasUnused, indexFault, newReading, type Warn } from './reading.ts'

export interface ReadOptions {
  /** ISO 8601 date and time for data that give none: this library has no clock. */
  readonly now: string
  /** Values of `ctx/…` keys that the input does not have. */
  readonly defaults?: Readonly<Record<string, unknown>>
  /** Numbers the names of repeated siblings, as other form servers do: `Pulse`, `Pulse #2`. */
  readonly numberNames?: boolean
  /** Called with a sentence for each value that is stored otherwise than it was given, and for each default of a form. */
  readonly warn?: Warn
}

interface State extends EventTimes {
  readonly templateId: string
  readonly rmVersion: string
  readonly numberNames: boolean
}

/**
 * The composition of FLAT data, in canonical form. Attributes that the reference model demands and FLAT leaves out are filled:
 * names and node ids from the template, times, language, parties from `ctx/…`.
 *
 * Throws Problem('format.invalid') with a finding for every key that is unknown, misplaced or does not fit. It does not validate
 * the result: use `compileValidator` for that.
 */
export function readFlat(
  template: Template,
  flat: Readonly<Record<string, unknown>>,
  options: ReadOptions,
): RmObject {
  return readEntries(template, Object.entries(flat), options)
}

export function readEntries(
  template: Template,
  entries: readonly (readonly [string, unknown])[],
  options: ReadOptions,
): RmObject {
  const findings: Finding[] = []
  const plan = planFor(template)
  const given = new Set(entries.map(([key]) => key))
  const defaults = Object.entries(options.defaults ?? {})
    .map(([key, value]) => [`ctx/${key}`, value] as const)
    .filter(([key]) => !given.has(key))
  const tree = branchOf([...entries, ...defaults], findings)
  const context = readContext(tree, newReading(findings))
  const reading = newReading(findings, context, options.warn)
  const state: State = {
    reading,
    filling: { context, now: options.now },
    templateId: plan.templateId,
    rmVersion: RM_VERSION,
    numberNames: options.numberNames === true,
    placed: new WeakSet(),
    offsets: new WeakMap(),
  }
  const { root } = plan
  const branch = tree.children.get(root.id)?.get(0) ?? emptyBranch(root.id)
  adoptContextKeys(branch, root)
  resolveInstructionPaths(branch, plan, reading)
  const composition = readStructure(root, branch, state, true) ?? {}
  for (const leaf of unused(tree)) findings.push(unknownKey(plan, leaf.key, findings.length))
  if (findings.length > 0) throw refusal(plan, findings)
  return composition
}

/** A bound for the work, since finding the path of a key costs a search through the template. */
const MOST_PLACED = 100

function refusal(plan: Plan, findings: readonly Finding[]): Problem {
  const [first] = findings
  const more = findings.length === 1 ? '' : ` (and ${findings.length - 1} more)`
  return new Problem(
    'format.invalid',
    `The FLAT data do not fit the template: ${first?.message}${more}`,
    findings.map((finding, at) => {
      const position = at < MOST_PLACED ? rmPlaceAt(plan, finding.path) : undefined
      return position === undefined ? finding : { ...finding, rm_path: position.path }
    }),
  )
}

/** One occurrence of a node: a structure, an element with its value, or one alternative of a choice. */
function readNode(node: PlanNode, branch: Branch, state: State): unknown {
  if (node.frame !== undefined) return readStructure(node, branch, state, false)
  if (!isA(node.step.rmType, 'ELEMENT'))
    return node.value === undefined ? undefined : readValue(node.value, branch, state.reading)
  return readElement(node, branch, state)
}

/** The class of an object that is being read, which is made with it. */
const classOf = ({ _type }: RmDraft): string => String(_type)

/** A `|raw` that stands for the whole object, if it is one of that class. */
function wholeObject(branch: Branch, type: string): RmDraft | undefined {
  const raw = branch.leaves.get('raw')
  if (raw === undefined) return undefined
  const value = rawOf(raw.value)
  if (!isDraft(value) || !isA(String(value._type ?? type), type)) return undefined
  raw.used = true
  return value
}

const VALUE: ReadonlySet<string> = new Set(['value'])

/** Undefined where the keys give no value, such as a unit without a number. */
function readElement(node: PlanNode, branch: Branch, state: State): RmDraft | undefined {
  const whole = wholeObject(branch, 'ELEMENT')
  if (whole !== undefined) return whole
  const object: RmDraft<Rm.Element> = { _type: 'ELEMENT' }
  const branches: KeyBranches = { plain: branch, under: branch, shadow: new Set(), cells: new Map() }
  readCells({ object, type: 'ELEMENT', skip: VALUE }, branches, state.reading)
  if (node.value !== undefined && hasUnused(branch)) {
    const value = readValue(node.value, branch, state.reading)
    if (value !== undefined) object.value = value
  }
  if (Object.keys(object).length === 1) return undefined
  return finish(object, node.step, state)
}

/** Undefined where no key belongs to the object or its members. */
function readStructure(node: PlanNode, branch: Branch, state: State, top: boolean): RmDraft | undefined {
  const whole = wholeObject(branch, node.step.rmType)
  if (whole !== undefined) return whole
  const isStated = top || branch.leaves.has('_type') || !hasUnused(branch)
  const type = concreteClass(chosenType(node.step.rmType, branch, state.reading))
  const object: RmDraft = { _type: type }
  const frame = node.frame
  if (frame === undefined) return object
  const branches: KeyBranches = { plain: branch, under: branch, shadow: frame.shadow, cells: frame.cells }
  const offset = readOffset(type, frame, branches, state)
  readCells({ object, type, skip: memberNames(frame) }, branches, state.reading)
  const inner = top ? stateBelow(object, frame, state, branch.path) : state
  readMembers(object, frame, branches, inner)
  if (Object.keys(object).length === 1 && offset === undefined && !isStated) return undefined
  fill(object, frame, state, { path: branch.path, offset })
  addEmptyLevels(object, frame, inner)
  if (top) addContext(object, frame, inner)
  return finish(object, node.step, inner, top)
}

/** The attributes that are read as members, by nodes or levels. */
const memberNames = ({ nodes, frames }: Frame): ReadonlySet<string> =>
  new Set([...nodes.keys(), ...frames.keys()])

/** Completes the composition's own attributes; returns the state for everything below it, which inherits from them. */
function stateBelow(object: RmDraft, frame: Frame, state: State, path: string): State {
  if (state.filling.context.composerSelf === true) ownComposer(object)
  fill(object, frame, state, { path })
  const { archetype_details, language } = attributesOf<Rm.Composition>(object)
  const { rm_version } = attributesOf<Rm.Archetyped>(archetype_details)
  return {
    ...state,
    rmVersion: typeof rm_version === 'string' ? rm_version : state.rmVersion,
    filling: { ...state.filling, language: present(language) },
  }
}

/** `ctx/composer_self` with `composer|id`: the reference is the patient's own (specification, PARTY_SELF). */
function ownComposer({ composer }: RmDraft<Rm.Composition>): void {
  if (!isDraft<Rm.PartyIdentified>(composer)) return
  if (composer.name === undefined && composer.identifiers === undefined) composer._type = 'PARTY_SELF'
}

/** The FLAT path of an object, and the offset that its keys state. */
interface FilledPlace {
  readonly path: string
  readonly offset?: StatedOffset | undefined
}

function fill(object: RmDraft, frame: Frame, state: State, { path, offset: stated }: FilledPlace): void {
  const type = classOf(object)
  const offset = stated?.duration ?? (isA(type, 'EVENT') ? leastOffset(frame.step?.constraint) : undefined)
  const filling = offset === undefined ? state.filling : { ...state.filling, offset }
  const { time } = attributesOf<Rm.Event>(object)
  const placed = offset !== undefined && time === undefined
  if (stated !== undefined && isRmObject(time)) state.offsets.set(time, stated)
  for (const [attribute, value] of fillingsOf(type, filling)) object[attribute] ??= value
  const { time: filled } = attributesOf<Rm.Event>(object)
  if (placed && isRmObject(filled)) state.placed.add(filled)
  for (const [attribute, value] of fixedBy(frame, type)) object[attribute] ??= value
  for (const [attribute, { value, text }] of formDefaults(frame, type, filling)) {
    if (object[attribute] !== undefined) continue
    object[attribute] = value
    state.reading.warn(`${path}/${attribute} is not given, so "${text}" is stored.`)
  }
}

const present = (value: unknown): unknown => (value === ABSENT ? undefined : value)

/** Adds mandatory structures without content, such as the data of an event of which only the time is given. */
function addEmptyLevels(object: RmDraft, frame: Frame, state: State): void {
  for (const step of frame.empty) {
    if (object[step.attribute] !== undefined || !hasAttribute(classOf(object), step.attribute)) continue
    const made = concreteClass(step.rmType)
    object[step.attribute] = finish({ _type: made }, step, state)
  }
}

/** Adds the context of an event where the input has `ctx/…` keys; other data give it themselves or have none. */
function addContext(object: RmDraft<Rm.Composition>, frame: Frame, state: State): void {
  const [node] = frame.nodes.get('context') ?? []
  if (node === undefined || object.context !== undefined || !state.filling.context.stated) return
  if (!isPersistent(object)) object.context = readStructure(node, emptyBranch(''), state, false)
}

/** Reads the attributes that the template fills with nodes or levels. */
function readMembers(object: RmDraft, frame: Frame, branches: KeyBranches, state: State): void {
  for (const attribute of new Set([...frame.frames.keys(), ...frame.nodes.keys()])) {
    const raw = branches.under.children.get(`_${attribute}`)
    const levels = frame.frames.get(attribute) ?? []
    const nodes = frame.nodes.get(attribute) ?? []
    const multiple = (levels[0]?.step ?? nodes[0]?.step)?.multiple === true
    const whole = raw === undefined ? undefined : takeWhole(raw, multiple)
    const members = readLevels(levels, attribute, branches, state)
    for (const node of nodes) members.push(...readOccurrences(node, branches, state))
    if (whole !== undefined) {
      object[attribute] = whole === null ? ABSENT : whole
      for (const { branch } of members)
        fault(state.reading, anyLeaf(branch), {
          code: 'flat.raw',
          message: `is said by ${branches.under.path}/_${attribute}|raw too`,
          expected: 'one',
        })
    } else if (multiple) {
      const list = withExtras(inGivenOrder(members, branches), raw, state.reading)
      if (list.length > 0) object[attribute] = list
    } else putOnly(object, attribute, members, state.reading)
  }
}

function readLevels(
  levels: readonly Frame[],
  attribute: string,
  branches: KeyBranches,
  state: State,
): ReadMember[] {
  const members: ReadMember[] = []
  for (const level of levels) {
    const under = branches.under.children.get(`_${attribute}`)?.get(0) ?? emptyBranch('')
    const here: KeyBranches = { plain: branches.plain, under, shadow: branches.shadow, cells: level.cells }
    const value = readLevel(level, here, state)
    if (value !== undefined) members.push({ id: '', value, branch: branches.plain })
  }
  return members
}

/** Reads a level without a segment, which exists where a part of it does. */
function readLevel(frame: Frame, branches: KeyBranches, state: State): RmDraft | undefined {
  const stated = branches.under.leaves.has('_type')
  const chosen = stated ? chosenType(frame.rmType, branches.under, state.reading) : levelType(frame, branches)
  const type = concreteClass(chosen)
  const object: RmDraft = { _type: type }
  readCells({ object, type, skip: memberNames(frame) }, branches, state.reading)
  const offset = readOffset(type, frame, branches, state)
  const inner: State = isA(type, 'HISTORY')
    ? { ...state, filling: { ...state.filling, origin: present(attributesOf<Rm.History>(object).origin) } }
    : state
  readMembers(object, frame, branches, inner)
  if (Object.keys(object).length === 1 && !stated && offset === undefined) return undefined
  fill(object, frame, inner, { path: branches.plain.path, offset })
  addEmptyLevels(object, frame, inner)
  return frame.step === undefined ? object : finish(object, frame.step, inner)
}

/** An event that the web template leaves out is an interval where a key says how its values were computed. */
function levelType(frame: Frame, branches: KeyBranches): string {
  if (frame.rmType !== 'EVENT') return frame.rmType
  const interval = ['math_function', 'width'].some(id => {
    const segments = frame.cells.get(id)?.segments ?? [id]
    return segments.some(segment => branches.plain.children.has(segment) && !branches.shadow.has(segment))
  })
  return interval ? 'INTERVAL_EVENT' : 'POINT_EVENT'
}

function readOccurrences(node: PlanNode, branches: KeyBranches, state: State): ReadMember[] {
  const members: ReadMember[] = []
  for (const id of [node.id, ...node.aliases]) {
    if (id !== node.id && branches.shadow.has(id)) continue
    for (const [index, branch] of occurrences(branches.plain, id)) {
      if (!hasUnused(branch)) continue
      if (members.length > 0 && !node.repeats) indexFault(state.reading, branch)
      else if (index > 0 && !node.repeats) indexFault(state.reading, branch)
      else {
        const value = readNode(node, branch, state)
        if (state.numberNames && isDraft(value)) numberName(value, members.length + 1, branch)
        members.push({ id: node.id, value, branch })
      }
    }
  }
  return members.filter(({ value }) => value !== undefined)
}

/** `Pulse #2`: the name of a sibling that is not the first, unless a key gives its name. */
function numberName(sibling: RmDraft<Rm.Locatable>, number: number, branch: Branch): void {
  const { name } = sibling
  if (number === 1 || !isDraft<Rm.DvText>(name) || typeof name.value !== 'string') return
  if (['_name', 'name'].some(segment => branch.children.has(segment))) return
  sibling.name = { ...name, value: `${name.value} #${number}` }
}

/** Adds name, node id and archetype details, removes attributes that are marked as absent, and sorts by the model. */
function finish(object: RmDraft, step: PlanNode['step'], state: State, top = false): RmDraft {
  const type = classOf(object)
  for (const [attribute, value] of identityOf(step, type)) object[attribute] ??= value
  const details = defaultDetails(step, state.rmVersion, top ? state.templateId : undefined)
  if (details !== undefined) addDetails(object, details, state)
  if (isA(type, 'HISTORY')) addOrigin(object, state)
  return inModelOrder(withoutAbsent(object), type)
}

function addDetails(locatable: RmDraft<Rm.Locatable>, details: Rm.Archetyped, state: State): void {
  const given = locatable.archetype_details
  if (given === undefined) locatable.archetype_details = details
  else if (isRmObject(given) && !state.reading.whole.has(given))
    locatable.archetype_details = { ...details, ...given }
}

function addOrigin(history: RmDraft<Rm.History>, state: State): void {
  history.origin ??= defaultOrigin(history.events, state)
  if (history.origin === undefined) delete history.origin
  checkOffsets(history, state)
}
