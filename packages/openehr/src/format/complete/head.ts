/** The name and node id of a LOCATABLE, and the archetype details of a root. */
import {
  attributesOf,
  isArchetypeId,
  isRmObject,
  makeArchetyped,
  makeText,
  type Rm,
  type RmObject,
  type Unvalidated,
} from '../../rm/index.ts'
import { type ComplexObject, constrainedNames, nodeIdOf, termName } from '../../template/index.ts'
import { defaultName } from '../flat/plan/plan.ts'
import { RM_VERSION } from '../flat/plan/structure.ts'

type Head = Readonly<Record<string, unknown>>

/** A name that is given as a text becomes the coded one that the template has for it. */
function nameFor(given: RmObject, constraint: ComplexObject | undefined): unknown {
  const { name: said } = attributesOf<Rm.Locatable>(given)
  const text = attributesOf<Rm.DvText>(said).value
  if (isRmObject(said) && said._type !== undefined) return said
  const names = constraint ? constrainedNames(constraint) : []
  const listed = text === undefined ? names[0] : names.find(name => name.text === text)
  if (listed !== undefined) return defaultName(listed)
  if (typeof text === 'string') return makeText(text)
  return defaultName(constraint ? termName(constraint) : { text: nameOfUnknown(given), constrained: false })
}

/** The name of a node that the template does not have is made from its id. */
function nameOfUnknown({ archetype_node_id: id }: Unvalidated<Rm.Locatable>): string {
  if (typeof id !== 'string') return 'unnamed'
  return isArchetypeId(id) ? (id.split('.')[1] ?? id).replaceAll('_', ' ') : id
}

export function headOf(given: RmObject, constraint: ComplexObject | undefined, templateId: string): Head {
  const { archetype_node_id, archetype_details } = attributesOf<Rm.Locatable>(given)
  const id = archetype_node_id ?? (constraint && nodeIdOf(constraint))
  const isRoot = constraint?.archetype !== undefined || (typeof id === 'string' && isArchetypeId(id))
  // Only the root of the template names it.
  const details = () =>
    makeArchetyped(String(id), RM_VERSION, constraint?.path === '/' ? templateId : undefined)
  return {
    name: nameFor(given, constraint),
    ...(id === undefined || id === '' ? {} : { archetype_node_id: id }),
    ...(isRoot ? { archetype_details: archetype_details ?? details() } : {}),
  }
}
