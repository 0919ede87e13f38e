/** FLAT → RM: walks the plan of the template along the keys, and reports every key that was not used. */
import { type Finding, Problem } from '../../problem.ts'
import { attributesOf, isA, isRmObject, type Rm, type RmDraft, type RmObject } from '../../rm/index.ts'
import { type Template, webTemplate } from '../../template/index.ts'
import { adoptContextKeys } from './aliases.ts'
import { type Branch, branchOf, emptyBranch, occurrences, take, takeAll, unused } from './branch.ts'
import { Misfit } from './codec.ts'
import { readContext } from './context.ts'
import { checkOffsets, defaultOrigin, type EventTimes, readOffset, type StatedOffset } from './event-times.ts'
import { resolveInstructionPaths } from './instruction-path.ts'
import { leastOffset } from './offset.ts'
import { concreteClass, type Frame, type Plan, type PlanNode, planOf } from './plan.ts'
import { rmPlaceAt } from './plan-path.ts'
import { rawOf } from './raw.ts'
import {
  ABSENT,
  anyLeaf,
  chosenType,
  fault,
  hasUnused,
  indexFault,
  type KeyBranches,
  newReading,
  readCells,
  readValue,
  withoutAbsent,
} from './read-value.ts'
import {
  defaultDetails,
  fillingsOf,
  fixedBy,
  hasAttribute,
  identityOf,
  inModelOrder,
  isPersistent,
  RM_VERSION,
} from './structure.ts'
import { isDraft } from './table.ts'
import { unknownKey } from './unknown-key.ts'

export interface ReadOptions {
  /** ISO 8601 date and time for data that give none: this library has no clock. */
  readonly now: string
  /** Values of `ctx/…` keys that the input does not have. */
  readonly defaults?: Readonly<Record<string, unknown>>
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

interface State extends EventTimes {
  readonly templateId: string
  readonly rmVersion: string
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
  const reading = newReading(findings, context)
  const state: State = {
    reading,
    filling: { context, now: options.now },
    templateId: plan.templateId,
    rmVersion: RM_VERSION,
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

/** A `|raw` that stands for the whole object, if it is one of that class. */
function wholeObject(branch: Branch, type: string): RmDraft | undefined {
  const raw = branch.leaves.get('raw')
  if (raw === undefined) return undefined
  const value = rawOf(raw.value)
  if (!isDraft(value) || !isA(String(value._type ?? type), type)) return undefined
  raw.used = true
  return value
}

/** Undefined where the keys give no value, such as a unit without a number. */
function readElement(node: PlanNode, branch: Branch, state: State): RmDraft | undefined {
  const whole = wholeObject(branch, 'ELEMENT')
  if (whole !== undefined) return whole
  const object: RmDraft<Rm.Element> = { _type: 'ELEMENT' }
  const branches: KeyBranches = { plain: branch, under: branch, shadow: new Set(), cells: new Map() }
  readCells(object, 'ELEMENT', undefined, branches, state.reading, new Set(['value']))
  if (node.value !== undefined && hasUnused(branch)) {
    const value = readValue(node.value, branch, state.reading)
    if (value !== undefined) object.value = value
  }
  if (Object.keys(object).length === 1) return undefined
  return finish(object, 'ELEMENT', node.step, state, false)
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
  const inner = readOwn(object, type, frame, branches, state, top)
  readMembers(object, frame, branches, inner)
  if (Object.keys(object).length === 1 && offset === undefined && !isStated) return undefined
  fill(object, type, frame, state, offset)
  addEmptyLevels(object, type, frame, inner)
  if (top) addContext(object, frame, inner)
  return finish(object, type, node.step, inner, top)
}

/** Reads the object's own attributes; returns the state for everything below it, which inherits from them. */
function readOwn(
  object: RmDraft,
  type: string,
  frame: Frame,
  branches: KeyBranches,
  state: State,
  top: boolean,
): State {
  const handled = new Set([...frame.nodes.keys(), ...frame.frames.keys()])
  readCells(object, type, undefined, branches, state.reading, handled)
  if (!top) return state
  if (state.filling.context.composerSelf === true) ownComposer(object)
  fill(object, type, frame, state)
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

function fill(object: RmDraft, type: string, frame: Frame, state: State, stated?: StatedOffset): void {
  const offset = stated?.duration ?? (isA(type, 'EVENT') ? leastOffset(frame.step?.constraint) : undefined)
  const filling = offset === undefined ? state.filling : { ...state.filling, offset }
  const { time } = attributesOf<Rm.Event>(object)
  const placed = offset !== undefined && time === undefined
  if (stated !== undefined && isRmObject(time)) state.offsets.set(time, stated)
  for (const [attribute, value] of fillingsOf(type, filling)) object[attribute] ??= value
  const { time: filled } = attributesOf<Rm.Event>(object)
  if (placed && isRmObject(filled)) state.placed.add(filled)
  for (const [attribute, value] of fixedBy(frame, type)) object[attribute] ??= value
}

const present = (value: unknown): unknown => (value === ABSENT ? undefined : value)

/** Adds mandatory structures without content, such as the data of an event of which only the time is given. */
function addEmptyLevels(object: RmDraft, type: string, frame: Frame, state: State): void {
  for (const step of frame.empty) {
    if (object[step.attribute] !== undefined || !hasAttribute(type, step.attribute)) continue
    const made = concreteClass(step.rmType)
    object[step.attribute] = finish({ _type: made }, made, step, state, false)
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
        fault(
          state.reading,
          anyLeaf(branch),
          'flat.raw',
          `is said by ${branches.under.path}/_${attribute}|raw too`,
          'one',
        )
    } else if (multiple) {
      const list = withExtras(inGivenOrder(members, branches), raw, state)
      if (list.length > 0) object[attribute] = list
    } else putOnly(object, attribute, members, state)
  }
}

interface Member {
  readonly id: string
  readonly value: unknown
  readonly branch: Branch
}

/** `_data|raw` of a single attribute, or the list or nothing of a multiple one. */
function takeWhole(raw: ReadonlyMap<number, Branch>, multiple: boolean): unknown {
  const leaf = raw.get(0)?.leaves.get('raw')
  if (leaf === undefined) return undefined
  const value = rawOf(leaf.value)
  if (value instanceof Misfit || (multiple && isDraft(value))) return undefined
  leaf.used = true
  return value
}

function readLevels(
  levels: readonly Frame[],
  attribute: string,
  branches: KeyBranches,
  state: State,
): Member[] {
  const members: Member[] = []
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
  const handled = new Set([...frame.nodes.keys(), ...frame.frames.keys()])
  readCells(object, type, undefined, branches, state.reading, handled)
  const offset = readOffset(type, frame, branches, state)
  const inner: State = isA(type, 'HISTORY')
    ? { ...state, filling: { ...state.filling, origin: present(attributesOf<Rm.History>(object).origin) } }
    : state
  readMembers(object, frame, branches, inner)
  if (Object.keys(object).length === 1 && !stated && offset === undefined) return undefined
  fill(object, type, frame, inner, offset)
  addEmptyLevels(object, type, frame, inner)
  return frame.step === undefined ? object : finish(object, type, frame.step, inner, false)
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

function readOccurrences(node: PlanNode, branches: KeyBranches, state: State): Member[] {
  const members: Member[] = []
  for (const id of [node.id, ...node.aliases]) {
    if (id !== node.id && branches.shadow.has(id)) continue
    for (const [index, branch] of occurrences(branches.plain, id)) {
      if (!hasUnused(branch)) continue
      if (members.length > 0 && !node.repeats) indexFault(state.reading, branch)
      else if (index > 0 && !node.repeats) indexFault(state.reading, branch)
      else members.push({ id: node.id, value: readNode(node, branch, state), branch })
    }
  }
  return members.filter(({ value }) => value !== undefined)
}

/** An attribute with one value: of several alternatives only one can be meant. */
function putOnly(object: RmDraft, attribute: string, members: readonly Member[], state: State): void {
  const [first, ...others] = members
  if (first === undefined) return
  object[attribute] = first.value
  for (const { branch } of others) {
    const leaf = anyLeaf(branch)
    fault(state.reading, leaf, 'flat.choice', `stands beside ${anyLeaf(first.branch).key}`, 'one alternative')
    takeAll(branch)
  }
}

/** `_order: "b,a,b"`: the members as data had them where that is not the order of the template. */
function inGivenOrder(members: readonly Member[], branches: KeyBranches): unknown[] {
  const order = take(branches.under.children.get('_order')?.get(0), '')?.value
  if (typeof order !== 'string') return members.map(({ value }) => value)
  const ranks = new Map<string, number[]>()
  const ids = order.split(',')
  for (let rank = ids.length - 1; rank >= 0; rank--) {
    const id = ids[rank] ?? ''
    const known = ranks.get(id)
    if (known === undefined) ranks.set(id, [rank])
    else known.push(rank)
  }
  const ranked = members.map(({ id, value }) => ({
    value,
    rank: ranks.get(id)?.pop() ?? Number.MAX_SAFE_INTEGER,
  }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ value }) => value)
}

/** `_items:3|raw`: a member that the template has no node for, at its position in the list. */
function withExtras(list: unknown[], raw: ReadonlyMap<number, Branch> | undefined, state: State): unknown[] {
  for (const [index, branch] of [...(raw ?? [])].sort(([a], [b]) => a - b)) {
    const leaf = branch.leaves.get('raw')
    if (leaf === undefined || leaf.used) continue
    leaf.used = true
    const value = rawOf(leaf.value)
    if (isDraft(value) && typeof value._type === 'string') list.splice(index, 0, value)
    else fault(state.reading, leaf, 'flat.raw', 'holds no object', 'an object with _type')
  }
  return list
}

/** Adds name, node id and archetype details, removes attributes that are marked as absent, and sorts by the model. */
function finish(object: RmDraft, type: string, step: PlanNode['step'], state: State, top: boolean): RmDraft {
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
