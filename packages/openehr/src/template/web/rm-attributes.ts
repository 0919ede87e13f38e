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

type Row = readonly [owner: string, name: string, rmType: string, min: 0 | 1, context: 'context' | 'own']

/** In the order in which they follow what the template constrains. */
const ROWS: readonly Row[] = [
  ['COMPOSITION', 'context', 'EVENT_CONTEXT', 0, 'own'],
  ['COMPOSITION', 'category', 'DV_CODED_TEXT', 1, 'context'],
  ['COMPOSITION', 'language', 'CODE_PHRASE', 1, 'context'],
  ['COMPOSITION', 'territory', 'CODE_PHRASE', 1, 'context'],
  ['COMPOSITION', 'composer', 'PARTY_PROXY', 1, 'context'],
  ['EVENT_CONTEXT', 'start_time', 'DV_DATE_TIME', 1, 'context'],
  ['EVENT_CONTEXT', 'setting', 'DV_CODED_TEXT', 1, 'context'],
  ['EVENT', 'time', 'DV_DATE_TIME', 1, 'context'],
  ['INTERVAL_EVENT', 'math_function', 'DV_CODED_TEXT', 1, 'own'],
  ['INTERVAL_EVENT', 'width', 'DV_DURATION', 1, 'own'],
  ['ACTION', 'ism_transition', 'ISM_TRANSITION', 1, 'context'],
  ['ACTION', 'time', 'DV_DATE_TIME', 1, 'context'],
  ['INSTRUCTION', 'narrative', 'DV_TEXT', 1, 'context'],
  ['INSTRUCTION', 'expiry_time', 'DV_DATE_TIME', 0, 'own'],
  ['ACTIVITY', 'timing', 'DV_PARSABLE', 0, 'context'],
  ['ACTIVITY', 'action_archetype_id', 'STRING', 1, 'context'],
  ['ENTRY', 'language', 'CODE_PHRASE', 1, 'context'],
  ['ENTRY', 'encoding', 'CODE_PHRASE', 1, 'context'],
  ['ENTRY', 'subject', 'PARTY_PROXY', 1, 'context'],
  ['ISM_TRANSITION', 'current_state', 'DV_CODED_TEXT', 1, 'context'],
  ['ISM_TRANSITION', 'transition', 'DV_CODED_TEXT', 0, 'context'],
  ['ISM_TRANSITION', 'careflow_step', 'DV_CODED_TEXT', 0, 'context'],
  ['ROLE', 'performer', 'PARTY_REF', 1, 'own'],
  ['PARTY_RELATIONSHIP', 'source', 'PARTY_REF', 1, 'own'],
  ['PARTY_RELATIONSHIP', 'target', 'PARTY_REF', 1, 'own'],
]

const WEB_ATTRIBUTES: readonly WebAttribute[] = ROWS.map(([owner, name, rmType, min, context]) => ({
  owner,
  name,
  rmType,
  min,
  inContext: context === 'context',
}))

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
