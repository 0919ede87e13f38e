/** What every structure of the reference model carries besides its keys: name, node id, archetype details, defaults. */
import { compareOrdered, isA, type RmObject, rmClass } from '../../rm/index.ts'
import type { RmStep } from '../../template/index.ts'
import { codedText } from './codec.ts'
import { FILLINGS, type Filling } from './context.ts'
import { defaultName, type Frame } from './plan.ts'
import { type Draft, isDraft } from './table.ts'

/** The release that data made from FLAT claim: what every server reads; attributes newer than it are optional. */
export const RM_VERSION = '1.0.4'

/** The `archetype_details` of an archetype root where nothing else is said. The template is named at the top only. */
export function defaultDetails(step: RmStep, rmVersion: string, templateId?: string): Draft | undefined {
  if (step.archetype === undefined) return undefined
  return {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: step.nodeId },
    ...(templateId === undefined ? {} : { template_id: { _type: 'TEMPLATE_ID', value: templateId } }),
    rm_version: rmVersion,
  }
}

/** What an absent attribute of the class is filled with, attribute by attribute. */
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
    yield [attribute, codedText(expected.codes?.terminology ?? 'openehr', code, label ?? code)]
  }
  if (isA(type, 'COMPOSITION')) yield ['category', codedText('openehr', '433', 'event')]
}

/** Whether the class has the attribute: a subtype that the template allows besides may not. */
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
  for (const event of events) {
    const time = isDraft(event) ? event['time'] : undefined
    if (!isDraft(time)) continue
    if (earliest === undefined || (compareOrdered(asDateTime(time), asDateTime(earliest)) ?? 0) < 0)
      earliest = time
  }
  return earliest === undefined ? undefined : { _type: 'DV_DATE_TIME', value: earliest['value'] }
}

const asDateTime = (time: RmObject): RmObject => ({ _type: 'DV_DATE_TIME', value: time['value'] })

/** The same object with its attributes in the order of the reference model. */
export function inModelOrder(object: Draft, type: string): Draft {
  const ordered: Draft = {}
  if (object['_type'] !== undefined) ordered['_type'] = object['_type']
  for (const attribute of rmClass(type)?.attributes.keys() ?? [])
    if (object[attribute] !== undefined) ordered[attribute] = object[attribute]
  return ordered
}
