/** Groups of the openEHR terminology by the attribute of the RM that takes its codes from them. */

import { terminologyGroup } from '../rm/index.ts'

/** Attribute → group of the openEHR terminology (RM, the `Group_id_…` invariants). */
const GROUPS: Readonly<Record<string, string>> = {
  category: 'composition category',
  setting: 'setting',
  math_function: 'event math function',
  current_state: 'instruction states',
  transition: 'instruction transitions',
  null_flavour: 'null flavours',
  relationship: 'subject relationship',
  function: 'participation function',
  mode: 'participation mode',
  purpose: 'term mapping purpose',
  change_type: 'audit change type',
  reason: 'attestation reason',
  lifecycle_state: 'version lifecycle state',
}

/** The codes an attribute may hold, with their English rubrics; undefined where the RM leaves it open. */
export function groupOf(attribute: string): ReadonlyMap<string, string> | undefined {
  const name = Object.hasOwn(GROUPS, attribute) ? GROUPS[attribute] : undefined
  return name === undefined ? undefined : terminologyGroup(name)
}
