/** Attributes of the RM that a web template shows whether the template constrains them or not. */

import { isA } from '../../rm/index.ts'

export interface ShownAttribute {
  readonly owner: string
  readonly name: string
  readonly rmType: string
  readonly min: 0 | 1
  /** Filled from the composition's context where data leave it out. */
  readonly inContext: boolean
}

const shown = (
  owner: string,
  name: string,
  rmType: string,
  min: 0 | 1,
  inContext = true,
): ShownAttribute => ({
  owner,
  name,
  rmType,
  min,
  inContext,
})

/** In the order in which they follow what the template constrains. */
const SHOWN: readonly ShownAttribute[] = [
  shown('COMPOSITION', 'context', 'EVENT_CONTEXT', 0, false),
  shown('COMPOSITION', 'category', 'DV_CODED_TEXT', 1),
  shown('COMPOSITION', 'language', 'CODE_PHRASE', 1),
  shown('COMPOSITION', 'territory', 'CODE_PHRASE', 1),
  shown('COMPOSITION', 'composer', 'PARTY_PROXY', 1),
  shown('EVENT_CONTEXT', 'start_time', 'DV_DATE_TIME', 1),
  shown('EVENT_CONTEXT', 'setting', 'DV_CODED_TEXT', 1),
  shown('EVENT', 'time', 'DV_DATE_TIME', 1),
  shown('INTERVAL_EVENT', 'math_function', 'DV_CODED_TEXT', 1, false),
  shown('INTERVAL_EVENT', 'width', 'DV_DURATION', 1, false),
  shown('ACTION', 'ism_transition', 'ISM_TRANSITION', 1),
  shown('ACTION', 'time', 'DV_DATE_TIME', 1),
  shown('INSTRUCTION', 'narrative', 'DV_TEXT', 1),
  shown('INSTRUCTION', 'expiry_time', 'DV_DATE_TIME', 0, false),
  shown('ACTIVITY', 'timing', 'DV_PARSABLE', 0),
  shown('ACTIVITY', 'action_archetype_id', 'STRING', 1),
  shown('ENTRY', 'language', 'CODE_PHRASE', 1),
  shown('ENTRY', 'encoding', 'CODE_PHRASE', 1),
  shown('ENTRY', 'subject', 'PARTY_PROXY', 1),
  shown('ISM_TRANSITION', 'current_state', 'DV_CODED_TEXT', 1),
  shown('ISM_TRANSITION', 'transition', 'DV_CODED_TEXT', 0),
  shown('ISM_TRANSITION', 'careflow_step', 'DV_CODED_TEXT', 0),
]

/** Those of a type, inherited ones too. */
export const shownAttributes = (rmType: string): readonly ShownAttribute[] =>
  SHOWN.filter(({ owner }) => isA(rmType, owner))

export const shownAttribute = (rmType: string, name: string): ShownAttribute | undefined =>
  SHOWN.find(one => one.name === name && isA(rmType, one.owner))

/** Types that carry no information of their own: their children stand in their place. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'HISTORY',
  'ITEM_TREE',
  'ITEM_LIST',
  'ITEM_SINGLE',
  'ITEM_TABLE',
  'ITEM_STRUCTURE',
])

/** What an ELEMENT without a constraint on its value may hold, coded text first. */
export const ANY_VALUE: readonly string[] = [
  'DV_CODED_TEXT',
  'DV_TEXT',
  'DV_MULTIMEDIA',
  'DV_PARSABLE',
  'DV_STATE',
  'DV_BOOLEAN',
  'DV_IDENTIFIER',
  'DV_URI',
  'DV_EHR_URI',
  'DV_DURATION',
  'DV_QUANTITY',
  'DV_COUNT',
  'DV_PROPORTION',
  'DV_DATE_TIME',
  'DV_DATE',
  'DV_TIME',
  'DV_ORDINAL',
  'DV_SCALE',
]

/** `DV_INTERVAL<DV_DATE>` → `interval_of_date_value`: the id of one alternative of a choice. */
export function choiceId(rmType: string): string {
  const interval = /^DV_INTERVAL<DV_(.+)>$/.exec(rmType)
  return interval
    ? `interval_of_${interval[1]?.toLowerCase()}_value`
    : `${rmType.replace(/^DV_/, '').toLowerCase()}_value`
}

/** Other spellings of it: by position, and EHRbase's for intervals (`interval<dv_date>_value`). */
export function choiceAliases(rmType: string, index: number): readonly string[] {
  const position = index === 0 ? 'value' : `value${index + 1}`
  const interval = rmType.startsWith('DV_INTERVAL<')
  return interval ? [position, `${rmType.replace(/^DV_/, '').toLowerCase()}_value`] : [position]
}
