/** FLAT as other form servers write it. Each case is committed, and the stored composition is compared. */
import type { CompatibilityCase } from './table.ts'

export interface FlatCase extends CompatibilityCase {
  readonly keys: Readonly<Record<string, unknown>>
  /** Keys that the case needs and that are not its point. */
  readonly beside?: Readonly<Record<string, unknown>>
  /** Values of the stored composition, by their paths in canonical JSON. */
  readonly stored: Readonly<Record<string, unknown>>
  /** The sentences of `cairn-warnings`; none unless listed. */
  readonly warnings?: readonly string[]
  /** Sent to a prefix that numbers the names of siblings. */
  readonly isNumbered?: boolean
}

/** The keys of a case as they stand in a JSON text. */
export const flatExample = ({ keys }: FlatCase): string => JSON.stringify(keys, null, 1).replace(/\n */g, ' ')

const EVENT = 'visit/finding/any_event:0'
const DETAILS = 'visit/medication/_instruction_details'
const DRUG = {
  'visit/medication/drug': 'Aspirin',
  'visit/medication/ism_transition/current_state': 'completed',
}
const COMPOSITION = { [`${DETAILS}|composition_uid`]: '0f7b5f0c-7e0c-4d6b-8a53-0f7b5f0c7e0c::s::1' }
const REQUEST = {
  'visit/order/narrative': 'x',
  'visit/order/request:0/timing': 'R2',
  'visit/order/request:0/what': 'y',
}
const ORDER = 'openEHR-EHR-INSTRUCTION.order.v1'
const AUDIT = 'visit/_feeder_audit'

export const FLAT_CASES: readonly FlatCase[] = [
  {
    idiom: '`_instruction_details|instruction_uid` without `|wt_path`',
    keys: { [`${DETAILS}|instruction_uid`]: 'u-1' },
    beside: { ...DRUG, ...COMPOSITION },
    does: 'means the only instruction of the template; with `|path`, it refines that path',
    stored: {
      'content.0.instruction_details.instruction_id.path': `/content[${ORDER} and uid/value='u-1']`,
      'content.0.instruction_details.activity_id': 'activities[at0001]',
    },
  },
  {
    idiom: '`_instruction_details|instruction_index` and `|activity_index`',
    keys: { [`${DETAILS}|instruction_index`]: 1, [`${DETAILS}|activity_index`]: 2 },
    beside: { ...DRUG, ...COMPOSITION },
    does: 'is the position in the path, from 0',
    stored: {
      'content.0.instruction_details.instruction_id.path': `/content[${ORDER}][2]`,
      'content.0.instruction_details.activity_id': 'activities[at0001][3]',
    },
  },
  {
    idiom: '`|activity_index` beside `|path` and `|activity_id`',
    keys: {
      [`${DETAILS}|path`]: '/content[x]',
      [`${DETAILS}|activity_id`]: 'activities[y]',
      [`${DETAILS}|activity_index`]: 1,
    },
    beside: { ...DRUG, ...COMPOSITION },
    does: 'refines them',
    stored: {
      'content.0.instruction_details.instruction_id.path': '/content[x]',
      'content.0.instruction_details.activity_id': 'activities[y][2]',
    },
  },
  {
    idiom: '`_wf_definition|value` without `|formalism`',
    keys: { 'visit/order/_wf_definition|value': 'do it' },
    beside: REQUEST,
    does: 'is plain text',
    stored: {
      'content.0.wf_definition': { _type: 'DV_PARSABLE', value: 'do it', formalism: 'text/plain' },
    },
  },
  {
    idiom: '`original_content_multimedia|url` and `|mimetype`',
    keys: {
      [`${AUDIT}/original_content_multimedia|url`]: 'https://example.org/letter.pdf',
      [`${AUDIT}/original_content_multimedia|mimetype`]: 'application/pdf',
    },
    beside: {
      [`${AUDIT}/originating_system_audit|system_id`]: 'letters',
      [`${AUDIT}/original_content_multimedia|size`]: 1024,
    },
    does: 'are `|uri` and `|mediatype`',
    stored: {
      'feeder_audit.original_content.uri.value': 'https://example.org/letter.pdf',
      'feeder_audit.original_content.media_type.code_string': 'application/pdf',
    },
  },
  {
    idiom: 'a code of the openEHR terminology as a suffix',
    keys: { 'visit/context/setting|227': true },
    does: 'chooses that code',
    stored: { 'context.setting.value': 'emergency care', 'context.setting.defining_code.code_string': '227' },
  },
  {
    idiom: 'the same with the rubric',
    keys: { 'visit/context/setting|238': 'other care' },
    does: 'chooses that code',
    stored: { 'context.setting.defining_code.code_string': '238' },
  },
  {
    idiom: '`ctx/link`',
    keys: { 'ctx/link|type': 'follow up', 'ctx/link|meaning': 'issue', 'ctx/link|target': 'ehr:/x' },
    beside: { [`${EVENT}/source`]: 'https://example.org' },
    does: 'is a link of the composition and of every entry',
    stored: { 'links.0.target.value': 'ehr:/x', 'content.0.links.0.target.value': 'ehr:/x' },
  },
  {
    idiom: 'an ACTION without `ism_transition`, beside `ctx/…` keys',
    keys: { 'visit/medication/drug': 'Aspirin' },
    does: 'is completed, with a warning; where the template does not allow that state, its only one',
    stored: { 'content.0.ism_transition.current_state.defining_code.code_string': '532' },
    warnings: ['visit/medication/ism_transition is not given, so "completed" is stored.'],
  },
  {
    idiom: 'an INSTRUCTION without `narrative` and `timing`, beside `ctx/…` keys',
    keys: { 'visit/order/request:0/what': 'X-ray' },
    does: 'has the narrative `<none>` and the timing `R1`, with a warning for each',
    stored: {
      'content.0.narrative.value': '<none>',
      'content.0.activities.0.timing': { _type: 'DV_PARSABLE', value: 'R1', formalism: 'timing' },
    },
    warnings: [
      'visit/order/request/timing is not given, so "R1" is stored.',
      'visit/order/narrative is not given, so "<none>" is stored.',
    ],
  },
  {
    idiom: 'an INTERVAL_EVENT without `math_function`, beside `ctx/…` keys',
    keys: { [`${EVENT}/width`]: 'PT1H', [`${EVENT}/source`]: 'https://example.org' },
    does: 'is a mean, with a warning; where the template does not allow that function, its only one',
    stored: { 'content.0.data.events.0.math_function.defining_code.code_string': '146' },
    warnings: ['visit/finding/any_event/math_function is not given, so "mean" is stored.'],
  },
  {
    idiom: 'a date and time where the template has a DV_DATE',
    keys: { [`${EVENT}/onset`]: '2024-01-02T03:04:05+01:00' },
    does: 'stores the date, with a warning',
    stored: { 'content.0.data.events.0.data.items.0.value': { _type: 'DV_DATE', value: '2024-01-02' } },
    warnings: [
      'visit/finding/any_event/onset has a time of day, which a DV_DATE cannot have. The date alone is stored.',
    ],
  },
  {
    idiom: 'a DV_URI without a scheme',
    keys: { [`${EVENT}/source`]: 'www.iana.org' },
    does: 'takes every reference of RFC 3986, relative ones too',
    stored: { 'content.0.data.events.0.data.items.0.value.value': 'www.iana.org' },
  },
  {
    idiom: 'siblings with numbered names, where the template fixes the name',
    keys: {
      [`${EVENT}/wound:0/side`]: 'left',
      [`${EVENT}/wound:1/side`]: 'right',
      [`${EVENT}/wound:1/_name`]: 'Wound #2',
    },
    does: 'takes ` #2`, ` #3`, … behind the name of a node that may repeat',
    stored: { 'content.0.data.events.0.data.items.1.name.value': 'Wound #2' },
  },
  {
    idiom: 'siblings without names, at a prefix of `CAIRN_NUMBERED_PREFIXES`',
    keys: { [`${EVENT}/wound:0/side`]: 'left', [`${EVENT}/wound:1/side`]: 'right' },
    does: 'numbers the names from the second on',
    isNumbered: true,
    stored: {
      'content.0.data.events.0.data.items.0.name.value': 'Wound',
      'content.0.data.events.0.data.items.1.name.value': 'Wound #2',
    },
  },
  {
    idiom: 'the same at any other prefix',
    keys: { [`${EVENT}/wound:0/side`]: 'left', [`${EVENT}/wound:1/side`]: 'right' },
    does: 'leaves the names as the template has them',
    stored: { 'content.0.data.events.0.data.items.1.name.value': 'Wound' },
  },
]
