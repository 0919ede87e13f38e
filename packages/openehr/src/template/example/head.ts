/** The name and node id of a LOCATABLE, and the archetype details of a root. */

import { makeArchetyped, makeCodedText, makeText, type Rm, type Unvalidated } from '../../rm/index.ts'
import type { ComplexObject } from '../model.ts'
import { constrainedNames, type NodeName, termOf } from '../names.ts'
import type { InstanceContext } from './instance-context.ts'

/** The release of the reference model that instances are made for. */
const RM_VERSION = '1.1.0'

type Head = Omit<Unvalidated<Rm.Locatable>, '_type'>

/** The attribute that an object is made for, and the names that it may not have. */
export interface HeadPosition {
  readonly attribute: string
  /** Names of siblings with the same node id. */
  readonly taken: ReadonlySet<string>
}

/** `madeName` is a name made from a constraint that is no list of names. */
export function headOf(
  constraint: ComplexObject | undefined,
  at: HeadPosition,
  making: InstanceContext,
  madeName?: unknown,
): Head {
  const archetype = constraint?.archetype
  return {
    name: madeName ?? nameFor(constraint, at, making),
    archetype_node_id: archetype?.archetypeId ?? (constraint?.nodeId || 'at0000'),
    ...(archetype ? { archetype_details: detailsOf(archetype.archetypeId, constraint, making) } : {}),
  }
}

/** Only the root of the template names it. */
const detailsOf = (
  archetypeId: string,
  constraint: ComplexObject | undefined,
  { templateId }: InstanceContext,
): Rm.Archetyped => makeArchetyped(archetypeId, RM_VERSION, constraint?.path === '/' ? templateId : undefined)

function nameFor(
  constraint: ComplexObject | undefined,
  { attribute, taken }: HeadPosition,
  { chooser, language }: InstanceContext,
): unknown {
  const [first, ...rest] = constraint ? constrainedNames(constraint) : []
  if (first) return named(chooser.pick([first, ...rest]))
  const term =
    constraint &&
    (termOf(constraint.scope, constraint.nodeId, language) ?? termOf(constraint.scope, constraint.nodeId))
  const text = term?.text || constraint?.nodeId || attribute
  // A sibling with the same node id and a constrained name would be taken for the node with that name.
  return named({ text: taken.has(text) ? `${text} (2)` : text, constrained: false })
}

const named = ({ text, code }: NodeName): Rm.AnyDvText =>
  code ? makeCodedText(code.terminology, code.code, text) : makeText(text)

/** For an archetype in a slot, which is not part of the template. */
export function slotHead(archetypeId: string): Head {
  return {
    name: makeText(archetypeId.split('.')[1] ?? archetypeId),
    archetype_node_id: archetypeId,
    archetype_details: makeArchetyped(archetypeId, RM_VERSION),
  }
}
