/** The parts of structures that need no keys: name, node id, archetype details, defaults. */
import {
  attributesOf,
  compareIso,
  type IsoSpan,
  isA,
  isRmObject,
  makeArchetyped,
  makeCodedText,
  parseDateTime,
  type Rm,
  type RmDraft,
  type RmObject,
  rmClass,
  type Unvalidated,
} from '../../../rm/index.ts'
import type { RmStep } from '../../../template/index.ts'
import { FILLINGS, type Filling } from '../read/context.ts'
import { defaultName, type Frame } from './plan.ts'

/** The release that compositions made from FLAT state: every server reads it, and newer attributes are optional. */
export const RM_VERSION = '1.0.4'

/** The `archetype_details` of an archetype root where nothing else is said. The template is named at the top only. */
export const defaultDetails = (
  step: RmStep,
  rmVersion: string,
  templateId?: string,
): Rm.Archetyped | undefined =>
  step.archetype === undefined ? undefined : makeArchetyped(step.nodeId, rmVersion, templateId)

/** The values that fill absent attributes of the class. */
export function* fillingsOf(type: string, filling: Filling): Generator<readonly [string, unknown]> {
  for (const ancestor of rmClass(type)?.ancestors ?? [])
    for (const [attribute, fill] of Object.entries(FILLINGS[ancestor] ?? {})) {
      const value = fill(filling)
      if (value !== undefined) yield [attribute, value]
    }
}

/** Mandatory codes that the template leaves no choice about; a composition is an event unless it says otherwise. */
export function* fixedBy(frame: Frame, type: string): Generator<readonly [string, unknown]> {
  for (const [attribute, { expected }] of frame.cells) {
    const [only, another] = expected.codes?.codes ?? []
    const mandatory = rmClass(type)?.attributes.get(attribute)?.mandatory === true
    if (mandatory && expected.fixed !== undefined) yield [attribute, expected.fixed]
    if (!mandatory || only === undefined || another !== undefined || expected.codes?.open === true) continue
    const [code, { label }] = only
    yield [attribute, makeCodedText(expected.codes?.terminology ?? 'openehr', code, label ?? code)]
  }
  if (isA(type, 'COMPOSITION')) yield ['category', makeCodedText('openehr', '433', 'event')]
}

/** True when the class has the attribute, which another subtype that the template allows may lack. */
export const hasAttribute = (type: string, attribute: string): boolean =>
  rmClass(type)?.attributes.has(attribute) === true

/** Name and node id as the template has them. */
export function* identityOf(step: RmStep | undefined, type: string): Generator<readonly [string, unknown]> {
  if (step === undefined || !isA(type, 'LOCATABLE')) return
  if (step.name !== undefined) yield ['name', defaultName(step.name)]
  if (step.nodeId !== '') yield ['archetype_node_id', step.nodeId]
}

/** A history begins with its earliest event (specification, OBSERVATION `/history_origin`). */
export function earliestTime(events: unknown): unknown {
  if (!Array.isArray(events)) return undefined
  let earliest: RmObject | undefined
  let earliestSpan: IsoSpan | undefined
  for (const event of events) {
    const { time } = attributesOf<Rm.Event>(event)
    if (!isRmObject(time)) continue
    const { value }: Unvalidated<Rm.DvDateTime> = time
    // Each text is read once: a list may have thousands of events.
    const span = typeof value === 'string' ? parseDateTime(value) : undefined
    if (earliest !== undefined && !isBefore(span, earliestSpan)) continue
    earliest = { _type: 'DV_DATE_TIME', value }
    earliestSpan = span
  }
  return earliest
}

/** False where the two cannot be compared. */
const isBefore = (a: IsoSpan | undefined, b: IsoSpan | undefined): boolean =>
  a !== undefined && b !== undefined && (compareIso(a, b) ?? 0) < 0

/** Compositions have a context unless they are persistent (RM ehr, COMPOSITION). */
export function isPersistent({ category }: Unvalidated<Rm.Composition>): boolean {
  const { defining_code } = attributesOf<Rm.DvCodedText>(category)
  return attributesOf<Rm.CodePhrase>(defining_code).code_string === '431'
}

/** The same object with its attributes in the order of the reference model. */
export function inModelOrder(object: RmDraft, type: string): RmDraft {
  const { _type } = object
  const ordered: RmDraft = _type === undefined ? {} : { _type }
  for (const attribute of rmClass(type)?.attributes.keys() ?? [])
    if (object[attribute] !== undefined) ordered[attribute] = object[attribute]
  return ordered
}
