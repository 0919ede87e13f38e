/** Invariants of LOCATABLE, the data structures and the EHR's content (RM common 3, data_structures, ehr). */
import {
  attributesOf,
  isA,
  isArchetypeId,
  isRmObject,
  parseDateTime,
  parseDuration,
  type Rm,
  typeOf,
} from '../../rm/index.ts'
import { nodeIdOf, show } from '../visit.ts'
import {
  about,
  inCodeSet,
  inGroup,
  isThere,
  members,
  notEmpty,
  type RuleTable,
  rule,
  textOf,
} from './invariant.ts'

/** at-codes and the id-codes of ADL 2 name inner nodes, the id of an archetype its root. */
const isRoot = (object: object): boolean => isArchetypeId(nodeIdOf(object) ?? '')

export const rootRequired = rule<Rm.Locatable>(
  'Is_archetype_root',
  'an archetype id as archetype_node_id',
  object => (nodeIdOf(object) === undefined || isRoot(object) ? undefined : show(nodeIdOf(object))),
  about('archetype_node_id'),
)

/** Members that must all be of one class, such as the elements of an ITEM_LIST. */
const onlyElements = (list: unknown): string | undefined => {
  if (!Array.isArray(list)) return undefined
  const other = list.find(member => isRmObject(member) && !isA(typeOf(member, 'ELEMENT') ?? '', 'ELEMENT'))
  return other === undefined ? undefined : show(other)
}

const secondsOf = (duration: unknown): number | undefined => parseDuration(textOf(duration) ?? '')?.magnitude

export const STRUCTURE_RULES: RuleTable = {
  LOCATABLE: [
    notEmpty('Archetype_node_id_valid', 'archetype_node_id'),
    members('Links_valid', 'links'),
    // Real data leave out the details of roots inside a composition, where archetype_node_id says it all: that is let
    // pass (docs/decisions/0013). A COMPOSITION must have its own.
    rule(
      'Archetyped_valid',
      'archetype_details on archetype roots only, of the archetype that archetype_node_id names',
      object => {
        const details = object.archetype_details
        const nodeId = nodeIdOf(object)
        if (!isRmObject(details) || nodeId === undefined) return undefined
        if (!isRoot(object)) return 'details on an inner node'
        const own = textOf(attributesOf<Rm.Archetyped>(details).archetype_id)
        return own === undefined || own === nodeId ? undefined : show(own)
      },
      about('archetype_details', 'archetype_node_id'),
    ),
  ],
  ARCHETYPED: [notEmpty('Rm_version_valid', 'rm_version')],
  COMPOSITION: [
    rootRequired,
    rule(
      'Archetyped_valid',
      'archetype_details, which name the archetype and the template',
      object => (!isRoot(object) || isThere(object.archetype_details) ? undefined : 'nothing'),
      { attribute: 'archetype_details', when: [{ absent: ['archetype_details'] }] },
    ),
    inGroup('Category_validity', 'category', 'composition category'),
    inCodeSet('Language_valid', 'language', 'languages'),
    inCodeSet('Territory_valid', 'territory', 'countries'),
    members('Content_valid', 'content'),
  ],
  EVENT_CONTEXT: [
    inGroup('Setting_valid', 'setting', 'setting'),
    members('Participations_validity', 'participations'),
    notEmpty('Location_valid', 'location'),
  ],
  SECTION: [members('Items_valid', 'items')],
  ENTRY: [
    rootRequired,
    inCodeSet('Language_valid', 'language', 'languages'),
    inCodeSet('Encoding_valid', 'encoding', 'character sets'),
    members('Other_participations_valid', 'other_participations'),
  ],
  INSTRUCTION: [members('Activities_valid', 'activities')],
  ACTIVITY: [notEmpty('Action_archetype_id_valid', 'action_archetype_id')],
  INSTRUCTION_DETAILS: [notEmpty('Activity_path_valid', 'activity_id')],
  ISM_TRANSITION: [
    inGroup('Current_state_valid', 'current_state', 'instruction states'),
    inGroup('Transition_valid', 'transition', 'instruction transitions'),
  ],
  HISTORY: [
    rule(
      'Events_valid',
      'at least one event, or a summary',
      object => {
        const { events, summary } = object
        const some = Array.isArray(events) ? events.length > 0 : isThere(events)
        return some || isThere(summary) ? undefined : 'neither'
      },
      { when: [{ absent: ['summary'] }] },
    ),
    rule(
      'Period_consistency',
      'every event at a multiple of the period after the origin',
      object => {
        const { events } = object
        const period = secondsOf(object.period)
        const origin = parseDateTime(textOf(object.origin) ?? '')
        if (period === undefined || period <= 0 || origin === undefined || !Array.isArray(events))
          return undefined
        const stray = events.find(event => {
          const at = parseDateTime(textOf(attributesOf<Rm.Event>(event).time) ?? '')
          if (at === undefined) return false
          const rest = Math.abs((at.magnitude - origin.magnitude) % period)
          return rest > 1e-3 && period - rest > 1e-3
        })
        return stray === undefined ? undefined : 'an event in between'
      },
      { when: [{ there: ['period', 'origin', 'events'] }] },
    ),
  ],
  INTERVAL_EVENT: [inGroup('Math_function_validity', 'math_function', 'event math function')],
  ITEM_TABLE: [
    rule(
      'Valid_structure',
      'rows of elements only',
      object => {
        const { rows } = object
        if (!Array.isArray(rows)) return undefined
        for (const row of rows) {
          const other = onlyElements(attributesOf<Rm.Cluster>(row).items)
          if (other !== undefined) return other
        }
        return undefined
      },
      about('rows'),
    ),
  ],
  ELEMENT: [
    rule(
      'Inv_null_flavour_indicated',
      'a value or a null flavour, and not both',
      object => {
        if (isThere(object.value) !== isThere(object.null_flavour)) return undefined
        return isThere(object.value) ? 'both' : 'neither'
      },
      { when: [{ there: ['value', 'null_flavour'] }, { absent: ['value', 'null_flavour'] }] },
    ),
    inGroup('Inv_null_flavour_valid', 'null_flavour', 'null flavours'),
    rule(
      'Inv_null_reason_valid',
      'a null reason only where there is no value',
      object => (isThere(object.null_reason) && isThere(object.value) ? 'both' : undefined),
      about('null_reason', 'value'),
    ),
  ],
  EHR_STATUS: [rootRequired],
  EHR_ACCESS: [rootRequired],
  FOLDER: [members('Folders_valid', 'folders')],
}
