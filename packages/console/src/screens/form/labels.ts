/** Labels of the nodes of a form: the template's, or ours for attributes of the reference model. */
import type { Finding } from '@cairn-ehr/openehr'
import type { FormNode } from './definition.ts'
import { findingWords } from './finding-words.ts'
import type { TextKey } from './texts.ts'

/** Attributes that a template does not name. */
const ATTRIBUTES: Readonly<Record<string, TextKey>> = {
  time: 'Time',
  start_time: 'Start',
  setting: 'Setting',
  composer: 'Author',
  language: 'Language',
  territory: 'Country',
  math_function: 'Statistic',
  width: 'Width',
  narrative: 'Narrative',
  expiry_time: 'Expires',
  timing: 'Timing',
  ism_transition: 'Progress',
  current_state: 'State',
  transition: 'Transition',
  careflow_step: 'Careflow step',
  lower: 'From',
  upper: 'To',
  context: 'Context',
  _name: 'Kind of relationship',
  target: 'Related to',
  performer: 'Performed by',
}

/** The name that archetypes give to an event which says nothing more. */
export const isPlainEvent = ({ name, names }: FormNode): boolean =>
  [name, ...Object.values(names)].some(each => /^any event$/i.test(each))

export function labelOf(node: FormNode, language: string, word: (key: TextKey) => string): string {
  if (isPlainEvent(node)) return word('Measurement')
  const given = node.names[language]
  if (given !== undefined && given !== '') return given
  const own = node.name === node.id ? ATTRIBUTES[node.id] : undefined
  return own === undefined ? node.name : word(own)
}

/** A description that only repeats the label says nothing. */
export function descriptionOf(node: FormNode, language: string, label: string): string {
  const text = node.descriptions[language] ?? ''
  return text.trim().toLowerCase() === label.trim().toLowerCase() ? '' : text
}

/** A finding in words of the form. */
export const messageOf = (finding: Finding, word: (key: TextKey) => string): string =>
  word(findingWords(finding))

/** The path as the id of an element. */
export const anchorOf = (path: string): string => `field-${path.replace(/[^\w-]+/g, '_')}`

/** Names of parts of a value. */
export const PART_LABELS: Readonly<Record<string, TextKey>> = {
  '': 'Value',
  code: 'Code',
  value: 'Text',
  terminology: 'Terminology',
  other: 'Other text',
  ordinal: 'Number',
  formalism: 'Formalism',
  id: 'Id',
  type: 'Type',
  issuer: 'Issuer',
  assigner: 'Assigner',
  mediatype: 'Media type',
  size: 'Size in bytes',
  alternatetext: 'Alternative text',
  name: 'Name',
  id_scheme: 'Scheme of the id',
  id_namespace: 'Namespace',
  namespace: 'Namespace',
  year: 'Years',
  month: 'Months',
  week: 'Weeks',
  day: 'Days',
  hour: 'Hours',
  minute: 'Minutes',
  second: 'Seconds',
}

/** The names of types, for a choice between them. */
export const TYPE_LABELS: Readonly<Record<string, TextKey>> = {
  DV_TEXT: 'Text',
  DV_CODED_TEXT: 'Coded text',
  DV_QUANTITY: 'Quantity',
  DV_COUNT: 'Count',
  DV_PROPORTION: 'Proportion',
  DV_BOOLEAN: 'Yes or no',
  DV_DATE: 'Date',
  DV_TIME: 'Time',
  DV_DATE_TIME: 'Date and time',
  DV_DURATION: 'Duration',
  DV_ORDINAL: 'Ordinal',
  DV_SCALE: 'Scale',
  DV_IDENTIFIER: 'Identifier',
  DV_MULTIMEDIA: 'Multimedia',
  DV_PARSABLE: 'Parsable text',
  DV_URI: 'Link',
  DV_EHR_URI: 'Link in an EHR',
  DV_STATE: 'State',
  DV_INTERVAL: 'Interval',
}
