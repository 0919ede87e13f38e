/** What identifies a LOCATABLE in data: its name, its node id, and on archetype roots the archetype. */

import { makeArchetyped, makeCodedText, makeText, type Rm, type Unvalidated } from '../../rm/index.ts'
import type { ComplexObject } from '../model.ts'
import { constrainedNames, type NodeName, termOf } from '../names.ts'
import type { Making } from './making.ts'

/** The release of the reference model that instances are made for. */
const RM_VERSION = '1.1.0'

type Head = Omit<Unvalidated<Rm.Locatable>, '_type'>

/** `madeName`: what the template's constraint on the name gave, where that is no list of names. */
export function headOf(
  constraint: ComplexObject | undefined,
  place: string,
  taken: ReadonlySet<string>,
  making: Making,
  madeName?: unknown,
): Head {
  const archetype = constraint?.archetype
  return {
    name: madeName ?? nameFor(constraint, place, taken, making),
    archetype_node_id: archetype?.archetypeId ?? (constraint?.nodeId || 'at0000'),
    ...(archetype ? { archetype_details: detailsOf(archetype.archetypeId, constraint, making) } : {}),
  }
}

/** Only the root of the template names it. */
const detailsOf = (
  archetypeId: string,
  constraint: ComplexObject | undefined,
  { templateId }: Making,
): Rm.Archetyped => makeArchetyped(archetypeId, RM_VERSION, constraint?.path === '/' ? templateId : undefined)

function nameFor(
  constraint: ComplexObject | undefined,
  place: string,
  taken: ReadonlySet<string>,
  { chooser, language }: Making,
): unknown {
  const [first, ...rest] = constraint ? constrainedNames(constraint) : []
  if (first) return named(chooser.pick([first, ...rest]))
  const term =
    constraint &&
    (termOf(constraint.scope, constraint.nodeId, language) ?? termOf(constraint.scope, constraint.nodeId))
  const text = term?.text || constraint?.nodeId || place
  // A twin that the template names would claim a member that has its name.
  return named({ text: taken.has(text) ? `${text} (2)` : text, constrained: false })
}

const named = ({ text, code }: NodeName): Rm.AnyDvText =>
  code ? makeCodedText(code.terminology, code.code, text) : makeText(text)

/** Of an archetype that is not part of the template, in a slot. */
export function slotHead(archetypeId: string): Head {
  return {
    name: makeText(archetypeId.split('.')[1] ?? archetypeId),
    archetype_node_id: archetypeId,
    archetype_details: makeArchetyped(archetypeId, RM_VERSION),
  }
}
