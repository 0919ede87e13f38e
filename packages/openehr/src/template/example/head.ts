/** What identifies a LOCATABLE in data: its name, its node id, and on archetype roots the archetype. */

import type { ArchetypeScope, ComplexObject } from '../model.ts'
import { constrainedNames, type NodeName, termOf } from '../names.ts'
import type { Making } from './making.ts'
import { codePhrase } from './values.ts'

/** The release of the reference model that instances are made for. */
const RM_VERSION = '1.1.0'

type Head = Readonly<Record<string, unknown>>

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
    ...(archetype
      ? { archetype_details: detailsOf(archetype, constraint?.path === '/' ? making.templateId : undefined) }
      : {}),
  }
}

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
  const text = term?.['text'] || constraint?.nodeId || place
  // A twin that the template names would claim a member that has its name.
  return named({ text: taken.has(text) ? `${text} (2)` : text, constrained: false })
}

function named({ text, code }: NodeName): unknown {
  return code
    ? { _type: 'DV_CODED_TEXT', value: text, defining_code: codePhrase({ ...code, text }) }
    : { _type: 'DV_TEXT', value: text }
}

function detailsOf(
  { archetypeId }: Pick<ArchetypeScope, 'archetypeId'>,
  templateId: string | undefined,
): Head {
  return {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: archetypeId },
    ...(templateId === undefined ? {} : { template_id: { _type: 'TEMPLATE_ID', value: templateId } }),
    rm_version: RM_VERSION,
  }
}

/** Of an archetype that is not part of the template, in a slot. */
export function slotHead(archetypeId: string): Head {
  return {
    name: { _type: 'DV_TEXT', value: archetypeId.split('.')[1] ?? archetypeId },
    archetype_node_id: archetypeId,
    archetype_details: detailsOf({ archetypeId }, undefined),
  }
}
