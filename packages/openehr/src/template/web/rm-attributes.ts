/** Attributes of the RM that have a node in every web template, constrained or not. */

import { isA } from '../../rm/index.ts'

export interface WebAttribute {
  readonly owner: string
  readonly name: string
  readonly rmType: string
  readonly min: 0 | 1
  /** Filled from the composition's context where data leave it out. */
  readonly inContext: boolean
}

const attribute = (
  owner: string,
  name: string,
  rmType: string,
  min: 0 | 1,
  inContext = true,
): WebAttribute => ({
  owner,
  name,
  rmType,
  min,
  inContext,
})

/** In the order in which they follow what the template constrains. */
const WEB_ATTRIBUTES: readonly WebAttribute[] = [
  attribute('COMPOSITION', 'context', 'EVENT_CONTEXT', 0, false),
  attribute('COMPOSITION', 'category', 'DV_CODED_TEXT', 1),
  attribute('COMPOSITION', 'language', 'CODE_PHRASE', 1),
  attribute('COMPOSITION', 'territory', 'CODE_PHRASE', 1),
  attribute('COMPOSITION', 'composer', 'PARTY_PROXY', 1),
  attribute('EVENT_CONTEXT', 'start_time', 'DV_DATE_TIME', 1),
  attribute('EVENT_CONTEXT', 'setting', 'DV_CODED_TEXT', 1),
  attribute('EVENT', 'time', 'DV_DATE_TIME', 1),
  attribute('INTERVAL_EVENT', 'math_function', 'DV_CODED_TEXT', 1, false),
  attribute('INTERVAL_EVENT', 'width', 'DV_DURATION', 1, false),
  attribute('ACTION', 'ism_transition', 'ISM_TRANSITION', 1),
  attribute('ACTION', 'time', 'DV_DATE_TIME', 1),
  attribute('INSTRUCTION', 'narrative', 'DV_TEXT', 1),
  attribute('INSTRUCTION', 'expiry_time', 'DV_DATE_TIME', 0, false),
  attribute('ACTIVITY', 'timing', 'DV_PARSABLE', 0),
  attribute('ACTIVITY', 'action_archetype_id', 'STRING', 1),
  attribute('ENTRY', 'language', 'CODE_PHRASE', 1),
  attribute('ENTRY', 'encoding', 'CODE_PHRASE', 1),
  attribute('ENTRY', 'subject', 'PARTY_PROXY', 1),
  attribute('ISM_TRANSITION', 'current_state', 'DV_CODED_TEXT', 1),
  attribute('ISM_TRANSITION', 'transition', 'DV_CODED_TEXT', 0),
  attribute('ISM_TRANSITION', 'careflow_step', 'DV_CODED_TEXT', 0),
]

/** Those of a type, inherited ones too. */
export const webAttributes = (rmType: string): readonly WebAttribute[] =>
  WEB_ATTRIBUTES.filter(({ owner }) => isA(rmType, owner))

export const webAttribute = (rmType: string, name: string): WebAttribute | undefined =>
  WEB_ATTRIBUTES.find(one => one.name === name && isA(rmType, one.owner))

/** Types that carry no information of their own, so that their children take their place. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'HISTORY',
  'ITEM_TREE',
  'ITEM_LIST',
  'ITEM_SINGLE',
  'ITEM_TABLE',
  'ITEM_STRUCTURE',
])

/** The data types that an ELEMENT without a constraint on its value may hold, coded text first. */
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
