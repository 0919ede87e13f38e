/** Data values of the reference model as they are shown: each class has its look. */
import type { Language } from '../language/translate.ts'
import {
  isObject,
  listAt,
  numberAt,
  objectAt,
  partyName,
  type RmObject,
  textAt,
  typeOf,
} from './rm-object.ts'
import { formatDuration, formatIso, type TimeStyle } from './time.ts'
import { displayUnit } from './units.ts'

interface Bounds {
  readonly low?: number
  readonly high?: number
}

export type RangeFlag = 'below' | 'within' | 'above'

export type ValueView =
  | { readonly kind: 'text'; readonly text: string; readonly detail?: string }
  | {
      readonly kind: 'quantity'
      readonly text: string
      readonly magnitude: number
      /** As people write it. */
      readonly unit: string
      /** As it is in the record. */
      readonly recordedUnit: string
      readonly range?: Bounds
      readonly flag?: RangeFlag
    }
  | { readonly kind: 'coded'; readonly text: string; readonly code: string; readonly terminology: string }
  | { readonly kind: 'ordinal'; readonly text: string; readonly number: number; readonly code: string }
  | { readonly kind: 'time'; readonly text: string; readonly recorded: string }
  | { readonly kind: 'link'; readonly text: string; readonly address: string }
  | {
      readonly kind: 'media'
      readonly text: string
      readonly mediaType: string
      readonly size: number
      /** Base64, where the data are in the record. */
      readonly data?: string
      readonly address?: string
    }
  | { readonly kind: 'block'; readonly text: string; readonly formalism: string }
  | { readonly kind: 'missing'; readonly text: string; readonly reason?: string }

/** Thousands are not grouped: in tables of results a group sign is read as a decimal sign in half of the countries. */
export function formatNumber(value: number, precision?: number): string {
  return precision === undefined || precision < 0 ? String(value) : value.toFixed(precision)
}

function boundsOf(interval: RmObject | undefined): Bounds | undefined {
  if (!interval) return undefined
  const low = numberAt(objectAt(interval, 'lower'), 'magnitude')
  const high = numberAt(objectAt(interval, 'upper'), 'magnitude')
  return low === undefined && high === undefined
    ? undefined
    : { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }
}

/** By the recorded range, else by the recorded status (`H`, `LL` of HL7's table). */
function flagOf(value: RmObject, magnitude: number, range: Bounds | undefined): RangeFlag | undefined {
  if (range?.low !== undefined && magnitude < range.low) return 'below'
  if (range?.high !== undefined && magnitude > range.high) return 'above'
  if (range) return 'within'
  const status = textAt(objectAt(value, 'normal_status'), 'code_string') ?? ''
  if (/^L/.test(status)) return 'below'
  if (/^H/.test(status)) return 'above'
  return status === 'N' ? 'within' : undefined
}

function quantityView(value: RmObject): ValueView {
  const magnitude = numberAt(value, 'magnitude') ?? Number.NaN
  const unit = textAt(value, 'units') ?? ''
  const range = boundsOf(objectAt(value, 'normal_range'))
  const flag = flagOf(value, magnitude, range)
  const status = textAt(value, 'magnitude_status')
  const number = formatNumber(magnitude, numberAt(value, 'precision'))
  return {
    kind: 'quantity',
    text: `${status && status !== '=' ? `${status} ` : ''}${number}`,
    magnitude,
    unit: displayUnit(unit),
    recordedUnit: unit,
    ...(range ? { range } : {}),
    ...(flag ? { flag } : {}),
  }
}

function codedView(value: RmObject): ValueView {
  const code = objectAt(value, 'defining_code')
  return {
    kind: 'coded',
    text: textAt(value, 'value') ?? '',
    code: textAt(code, 'code_string') ?? '',
    terminology: textAt(objectAt(code, 'terminology_id'), 'value') ?? '',
  }
}

function ordinalView(value: RmObject): ValueView {
  const symbol = objectAt(value, 'symbol')
  const code = textAt(objectAt(symbol, 'defining_code'), 'code_string') ?? ''
  return {
    kind: 'ordinal',
    text: textAt(symbol, 'value') ?? '',
    number: numberAt(value, 'value') ?? Number.NaN,
    code,
  }
}

/** PROPORTION_KIND: ratio, unitary, percent, fraction, integer fraction. */
const PERCENT = 2
const UNITARY = 1

function proportionView(value: RmObject): ValueView {
  const precision = numberAt(value, 'precision')
  const numerator = formatNumber(numberAt(value, 'numerator') ?? Number.NaN, precision)
  const denominator = formatNumber(numberAt(value, 'denominator') ?? Number.NaN, precision)
  const kind = numberAt(value, 'type')
  if (kind === PERCENT) return { kind: 'text', text: `${numerator} %` }
  return { kind: 'text', text: kind === UNITARY ? numerator : `${numerator} : ${denominator}` }
}

function intervalView(value: RmObject, style: TimeStyle): ValueView {
  const lower = objectAt(value, 'lower')
  const upper = objectAt(value, 'upper')
  const low = lower ? valueText(valueView(lower, style)) : ''
  const high = upper ? valueText(valueView(upper, style)) : ''
  const [atLeast, atMost] = [value['lower_included'] !== false, value['upper_included'] !== false]
  if (low === '' && high === '') return { kind: 'text', text: '–' }
  if (high === '') return { kind: 'text', text: `${atLeast ? '≥' : '>'} ${low}` }
  if (low === '') return { kind: 'text', text: `${atMost ? '≤' : '<'} ${high}` }
  return { kind: 'text', text: `${atLeast ? '' : '> '}${low} – ${atMost ? '' : '< '}${high}` }
}

function mediaView(value: RmObject): ValueView {
  const mediaType = textAt(objectAt(value, 'media_type'), 'code_string') ?? ''
  const address = textAt(objectAt(value, 'uri'), 'value')
  const data = textAt(value, 'data')
  return {
    kind: 'media',
    text: textAt(value, 'alternate_text') ?? mediaType,
    mediaType,
    size: numberAt(value, 'size') ?? 0,
    ...(data === undefined ? {} : { data }),
    ...(address === undefined ? {} : { address }),
  }
}

const timeView = (value: RmObject, style: TimeStyle): ValueView => {
  const recorded = textAt(value, 'value') ?? ''
  const status = textAt(value, 'magnitude_status')
  const text = formatIso(recorded, style)
  return { kind: 'time', text: status && status !== '=' ? `${status} ${text}` : text, recorded }
}

const textView = (value: RmObject): ValueView => {
  const link = textAt(objectAt(value, 'hyperlink'), 'value')
  const text = textAt(value, 'value') ?? ''
  return link === undefined ? { kind: 'text', text } : { kind: 'link', text, address: link }
}

const ANSWERS: Readonly<Record<Language, readonly [yes: string, no: string]>> = {
  en: ['yes', 'no'],
  de: ['ja', 'nein'],
  es: ['sí', 'no'],
  nl: ['ja', 'nee'],
}

const VIEWS: Readonly<Record<string, (value: RmObject, style: TimeStyle) => ValueView>> = {
  DV_TEXT: textView,
  DV_PARAGRAPH: value => ({
    kind: 'text',
    text: listAt(value, 'items')
      .map(item => textAt(item, 'value') ?? '')
      .join('\n'),
  }),
  DV_CODED_TEXT: codedView,
  DV_STATE: value => codedView(objectAt(value, 'value') ?? {}),
  DV_QUANTITY: quantityView,
  DV_COUNT: value => ({ ...(quantityView(value) as Extract<ValueView, { kind: 'quantity' }>), unit: '' }),
  DV_ORDINAL: ordinalView,
  DV_SCALE: ordinalView,
  DV_PROPORTION: proportionView,
  DV_BOOLEAN: (value, { language }) => {
    const [yes, no] = ANSWERS[language]
    return { kind: 'text', text: value['value'] === true ? `✓ ${yes}` : `✗ ${no}` }
  },
  DV_DATE: timeView,
  DV_TIME: value => ({
    kind: 'time',
    text: textAt(value, 'value') ?? '',
    recorded: textAt(value, 'value') ?? '',
  }),
  DV_DATE_TIME: timeView,
  DV_DURATION: value => {
    const recorded = textAt(value, 'value') ?? ''
    return { kind: 'time', text: formatDuration(recorded), recorded }
  },
  DV_INTERVAL: intervalView,
  DV_IDENTIFIER: value => {
    const detail = [textAt(value, 'type'), textAt(value, 'issuer')].filter(Boolean).join(', ')
    return { kind: 'text', text: textAt(value, 'id') ?? '', ...(detail === '' ? {} : { detail }) }
  },
  DV_URI: value => ({
    kind: 'link',
    text: textAt(value, 'value') ?? '',
    address: textAt(value, 'value') ?? '',
  }),
  DV_EHR_URI: value => ({
    kind: 'link',
    text: textAt(value, 'value') ?? '',
    address: textAt(value, 'value') ?? '',
  }),
  DV_MULTIMEDIA: mediaView,
  DV_PARSABLE: value => ({
    kind: 'block',
    text: textAt(value, 'value') ?? '',
    formalism: textAt(value, 'formalism') ?? '',
  }),
  DV_GENERAL_TIME_SPECIFICATION: value => ({
    kind: 'text',
    text: textAt(objectAt(value, 'value'), 'value') ?? '',
  }),
  DV_PERIODIC_TIME_SPECIFICATION: value => ({
    kind: 'text',
    text: textAt(objectAt(value, 'value'), 'value') ?? '',
  }),
  CODE_PHRASE: value => ({
    kind: 'coded',
    text: textAt(value, 'code_string') ?? '',
    code: textAt(value, 'code_string') ?? '',
    terminology: textAt(objectAt(value, 'terminology_id'), 'value') ?? '',
  }),
}

/** The look of a data value; a class that is not listed is shown as its JSON. */
export function valueView(value: unknown, style: TimeStyle): ValueView {
  if (value === null || value === undefined) return { kind: 'missing', text: '' }
  if (!isObject(value)) return { kind: 'text', text: String(value) }
  const type = typeOf(value)
  const view = Object.hasOwn(VIEWS, type) ? VIEWS[type] : undefined
  if (view) return view(value, style)
  if (type.startsWith('PARTY_')) return { kind: 'text', text: partyName(value) }
  return { kind: 'block', text: JSON.stringify(value, null, 2), formalism: type || 'JSON' }
}

/** An element without a value: its null flavour, told apart from an empty text. */
export function missingView(element: RmObject): ValueView {
  const flavour = objectAt(element, 'null_flavour')
  const reason = textAt(objectAt(element, 'null_reason'), 'value')
  return {
    kind: 'missing',
    text: textAt(flavour, 'value') ?? '',
    ...(reason === undefined ? {} : { reason }),
  }
}

/** The whole of a value in one line, with its unit. */
export function valueText(view: ValueView): string {
  switch (view.kind) {
    case 'quantity':
      return view.unit === '' ? view.text : `${view.text} ${view.unit}`
    case 'ordinal':
      return `${view.number} ${view.text}`
    case 'missing':
      return view.reason === undefined ? view.text : `${view.text} (${view.reason})`
    default:
      return view.text
  }
}
