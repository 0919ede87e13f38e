/** What identifies a LOCATABLE: its name, its node id, and on archetype roots the archetype. */
import { isArchetypeId, isRmObject, type RmObject } from '../../rm/index.ts'
import { type ComplexObject, constrainedNames, nodeIdOf, termName } from '../../template/index.ts'
import { defaultName } from '../flat/plan.ts'
import { RM_VERSION } from '../flat/structure.ts'

type Head = Readonly<Record<string, unknown>>

/** A name that is given as a text becomes the coded one that the template has for it. */
function nameFor(given: RmObject, constraint: ComplexObject | undefined): unknown {
  const said = given['name']
  const text = isRmObject(said) ? said['value'] : undefined
  if (isRmObject(said) && said._type !== undefined) return said
  const names = constraint ? constrainedNames(constraint) : []
  const listed = text === undefined ? names[0] : names.find(name => name.text === text)
  if (listed !== undefined) return defaultName(listed)
  if (typeof text === 'string') return { _type: 'DV_TEXT', value: text }
  return defaultName(constraint ? termName(constraint) : { text: nameOfUnknown(given), constrained: false })
}

/** Of what the template does not know, there is no more to say than its id. */
function nameOfUnknown({ archetype_node_id: id }: RmObject): string {
  if (typeof id !== 'string') return 'unnamed'
  return isArchetypeId(id) ? (id.split('.')[1] ?? id).replaceAll('_', ' ') : id
}

export function headOf(
  given: RmObject,
  constraint: ComplexObject | undefined,
  type: string,
  templateId: string,
): Head {
  const id = given['archetype_node_id'] ?? (constraint && nodeIdOf(constraint))
  const isRoot = constraint?.archetype !== undefined || (typeof id === 'string' && isArchetypeId(id))
  const template = type === 'COMPOSITION' ? { template_id: { _type: 'TEMPLATE_ID', value: templateId } } : {}
  const details = {
    _type: 'ARCHETYPED',
    archetype_id: { _type: 'ARCHETYPE_ID', value: id },
    ...template,
    rm_version: RM_VERSION,
  }
  return {
    name: nameFor(given, constraint),
    ...(id === undefined || id === '' ? {} : { archetype_node_id: id }),
    ...(isRoot ? { archetype_details: given['archetype_details'] ?? details } : {}),
  }
}
