/** The control of a field, chosen by its type and by what the template offers; and the texts between control and FLAT. */
import type { WebTemplateInput, WebTemplateInputValue } from '@cairn-ehr/openehr/template'
import { type LocalParty, localParty } from '../../display/party-ref.ts'
import { displayUnit } from '../../display/units.ts'
import type { FormNode } from './definition.ts'
import { codesOfAttribute } from './named-codes.ts'
import type { FormValues } from './values.ts'

export interface Option {
  readonly value: string
  readonly label: string
  readonly description: string
}

export type Control =
  | { readonly kind: 'text'; readonly suffix: string; readonly isLong: boolean }
  | { readonly kind: 'number'; readonly suffix: string; readonly isWhole: boolean; readonly range: string }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'date' | 'time' | 'datetime' }
  | { readonly kind: 'duration'; readonly parts: readonly string[] }
  | {
      readonly kind: 'quantity'
      readonly units: readonly Option[]
      readonly ranges: Readonly<Record<string, string>>
    }
  | { readonly kind: 'proportion'; readonly types: readonly string[]; readonly isWhole: boolean }
  /** Values to choose from; `isOpen`: or a text of one's own. */
  | { readonly kind: 'coded'; readonly options: readonly Option[]; readonly isOpen: boolean }
  /** Texts to choose from; `isOpen`: or another. */
  | { readonly kind: 'offered'; readonly options: readonly Option[]; readonly isOpen: boolean }
  /** A code of a value set that a terminology server has; undefined: of any. `isOpen`: or a text of one's own. */
  | { readonly kind: 'code'; readonly valueSet: string | undefined; readonly isOpen: boolean }
  /** A party of this server, or a reference to one of another system. */
  | { readonly kind: 'party' }
  | { readonly kind: 'parts'; readonly suffixes: readonly string[] }

const labelOf = ({ value, label, localizedLabels }: WebTemplateInputValue, language: string): string =>
  localizedLabels?.[language] ?? label ?? value

function optionsOf({ list = [] }: WebTemplateInput, language: string): Option[] {
  return list.map(item => {
    const number = item.ordinal ?? item.scale
    const label = labelOf(item, language)
    return {
      value: item.value,
      label: number === undefined ? label : `${number} · ${label}`,
      description: item.localizedDescriptions?.[language] ?? '',
    }
  })
}

function rangeText(validation: WebTemplateInput['validation']): string {
  const { min, minOp = '>=', max, maxOp = '<=' } = validation?.range ?? {}
  if (min !== undefined && max !== undefined && minOp === '>=' && maxOp === '<=') return `${min} – ${max}`
  const low = min === undefined ? '' : `${minOp === '>' ? '>' : '≥'} ${min}`
  const high = max === undefined ? '' : `${maxOp === '<' ? '<' : '≤'} ${max}`
  return [low, high].filter(each => each !== '').join(', ')
}

/** `language` is that of the template, `reader` that of the person. */
type Maker = (node: FormNode, language: string, reader: string) => Control

function textControl({ inputs }: FormNode, language: string): Control {
  const [input] = inputs
  return input?.list === undefined || input.list.length === 0
    ? { kind: 'text', suffix: '', isLong: true }
    : { kind: 'offered', options: optionsOf(input, language), isOpen: input.listOpen === true }
}

function codedControl(node: FormNode, language: string): Control {
  const [input] = node.inputs
  const isOpen = node.inputs.some(({ suffix }) => suffix === 'other')
  if (input?.list !== undefined && input.list.length > 0)
    return { kind: 'coded', options: optionsOf(input, language), isOpen }
  return { kind: 'code', valueSet: valueSetOf(input), isOpen }
}

/** Their codes are in the template, and in the library. */
const OWN_TERMINOLOGIES = ['local', 'openehr']

function valueSetOf({ referenceSetUri, terminology }: Partial<WebTemplateInput> = {}): string | undefined {
  const reference = referenceSetUri ?? terminology
  return reference === undefined || OWN_TERMINOLOGIES.includes(reference) ? undefined : reference
}

function quantityControl(node: FormNode, language: string): Control {
  const unit = node.inputs.find(({ suffix }) => suffix === 'unit')
  const units = (unit === undefined ? [] : optionsOf(unit, language)).map(option =>
    option.label === option.value ? { ...option, label: displayUnit(option.value) } : option,
  )
  const ranges = (unit?.list ?? []).map(({ value, validation }) => [value, rangeText(validation)] as const)
  return { kind: 'quantity', units, ranges: Object.fromEntries(ranges) }
}

function ordinalControl(node: FormNode, language: string): Control {
  const [input] = node.inputs
  return input?.list === undefined
    ? { kind: 'parts', suffixes: ['code', 'value', 'ordinal'] }
    : { kind: 'coded', options: optionsOf(input, language), isOpen: false }
}

const MAKERS: Readonly<Record<string, Maker>> = {
  DV_TEXT: textControl,
  DV_CODED_TEXT: codedControl,
  DV_ORDINAL: ordinalControl,
  DV_SCALE: ordinalControl,
  DV_QUANTITY: quantityControl,
  DV_COUNT: ({ inputs }) => ({
    kind: 'number',
    suffix: '',
    isWhole: true,
    range: rangeText(inputs[0]?.validation),
  }),
  DV_PROPORTION: ({ inputs, proportionTypes }) => ({
    kind: 'proportion',
    types: proportionTypes,
    isWhole: inputs[0]?.type === 'INTEGER',
  }),
  DV_BOOLEAN: () => ({ kind: 'boolean' }),
  DV_DATE: () => ({ kind: 'date' }),
  DV_TIME: () => ({ kind: 'time' }),
  DV_DATE_TIME: () => ({ kind: 'datetime' }),
  DV_DURATION: ({ inputs }) => ({ kind: 'duration', parts: inputs.flatMap(({ suffix }) => suffix ?? []) }),
  DV_PARSABLE: () => ({ kind: 'parts', suffixes: ['', 'formalism'] }),
  DV_IDENTIFIER: () => ({ kind: 'parts', suffixes: ['id', 'type', 'issuer', 'assigner'] }),
  DV_MULTIMEDIA: () => ({ kind: 'parts', suffixes: ['', 'mediatype', 'size', 'alternatetext'] }),
  DV_STATE: () => ({ kind: 'parts', suffixes: ['code', 'value'] }),
  PARTY_REF: () => ({ kind: 'party' }),
  CODE_PHRASE: ({ id }, _language, reader) => {
    const options = codesOfAttribute(id, reader)
    return options
      ? { kind: 'coded', options, isOpen: false }
      : { kind: 'text', suffix: 'code', isLong: false }
  },
}

const PARTY: Control = { kind: 'parts', suffixes: ['name', 'id', 'id_scheme', 'id_namespace'] }

export function controlOf(node: FormNode, language: string, reader = language): Control {
  const type = node.rmType.replace(/<.*$/, '')
  const make = MAKERS[type]
  if (make) return make(node, language, reader)
  return type.startsWith('PARTY_') ? PARTY : { kind: 'text', suffix: '', isLong: false }
}

/** A number as FLAT wants it; a text that is none stays a text, and the validator says so. */
export function numberFrom(text: string): number | string {
  const plain = text.trim().replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text
}

const LETTERS = [
  ['year', 'Y'],
  ['month', 'M'],
  ['week', 'W'],
  ['day', 'D'],
  ['hour', 'H'],
  ['minute', 'M'],
  ['second', 'S'],
] as const

const TIME_PARTS = new Set(['hour', 'minute', 'second'])

/** `P1DT2H` by its parts; undefined for a text that is no plain duration. */
export function durationParts(text: string): Readonly<Record<string, string>> | undefined {
  const found =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(
      text,
    )
  if (found === null) return text === '' ? {} : undefined
  return Object.fromEntries(
    LETTERS.flatMap(([name], index) =>
      found[index + 1] === undefined ? [] : [[name, found[index + 1] ?? '']],
    ),
  )
}

/** Empty where no part is given. */
export function durationText(parts: Readonly<Record<string, string>>): string {
  const side = (isTime: boolean) =>
    LETTERS.filter(([name]) => TIME_PARTS.has(name) === isTime)
      .map(([name, letter]) => (parts[name] ? `${parts[name]}${letter}` : ''))
      .join('')
  const [date, time] = [side(false), side(true)]
  return date === '' && time === '' ? '' : `P${date}${time === '' ? '' : `T${time}`}`
}

const DENOMINATORS: Readonly<Record<string, number>> = { percent: 100, unitary: 1 }
const KINDS = ['ratio', 'unitary', 'percent', 'fraction', 'integer_fraction']

/** The denominator that the only type of a proportion fixes. */
export const fixedDenominator = (types: readonly string[]): number | undefined =>
  types.length === 1 ? DENOMINATORS[types[0] ?? ''] : undefined

/** The parts of FLAT that a changed numerator or denominator sets. */
export function proportionParts(
  types: readonly string[],
  parts: FormValues,
  changed: { readonly numerator?: string; readonly denominator?: string },
): FormValues {
  const numerator = changed.numerator === undefined ? parts['numerator'] : numberFrom(changed.numerator)
  const typed = changed.denominator === undefined ? parts['denominator'] : numberFrom(changed.denominator)
  const isEmpty = numerator === '' || numerator === undefined
  const denominator = fixedDenominator(types) ?? typed
  const [only] = types
  const type = types.length === 1 ? KINDS.indexOf(only ?? '') : parts['type']
  return {
    '': undefined,
    numerator,
    denominator: isEmpty && fixedDenominator(types) !== undefined ? undefined : denominator,
    type: isEmpty ? undefined : type,
  }
}

/** The parts of FLAT that a quantity sets. The only unit comes with the number. */
export function quantityParts(units: readonly Option[], text: string, unit: unknown): FormValues {
  const magnitude = numberFrom(text)
  const only = units.length === 1 ? units[0]?.value : undefined
  return {
    '': undefined,
    magnitude,
    unit: magnitude === '' ? (only === undefined ? unit : undefined) : (unit ?? only),
  }
}

/** The parts of FLAT that a chosen party sets. */
export const partyParts = (party: LocalParty | undefined): FormValues => ({
  id: party?.uid,
  id_scheme: undefined,
  namespace: party && 'local',
  type: party?.kind.toUpperCase(),
})

/** The party of this server that the parts name. */
export const partyIn = ({ id, namespace, type }: FormValues): LocalParty | undefined =>
  localParty({ id: { value: id }, namespace, type })

/** The parts of FLAT that a chosen code sets; its text and terminology follow from the template. */
export const codedParts = (code: string): FormValues => ({
  '': undefined,
  code,
  value: undefined,
  terminology: undefined,
  preferred_term: undefined,
  ordinal: undefined,
  other: undefined,
})
