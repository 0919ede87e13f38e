/** Data values of openEHR → FHIR: a table of conversions by openEHR type and FHIR type (FHIRconnect, Data mapping types). */
import { baseType, isRmObject, type RmObject } from '@cairn-ehr/openehr/rm'
import type { Json } from '../fhir/json.ts'
import { base64 } from './base64.ts'
import { codeInPhrase, codingOf, joined, separated } from './codes.ts'
import { partyReference } from './parties.ts'
import { dateOf, fhirDateTime, fhirInstant, timeOf, ucumDuration } from './time.ts'

export interface ValueOptions {
  /** IANA zone or offset for times that have none. */
  readonly timeZone: string
}

type Convert = (value: RmObject, options: ValueOptions) => unknown

const UCUM = 'http://unitsofmeasure.org'

const textOf = ({ value }: RmObject): string | undefined => (typeof value === 'string' ? value : undefined)

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function codingsOf(value: RmObject): readonly Json[] {
  const own = codeInPhrase(value['defining_code'])
  const display = own?.display ?? textOf(value)
  const first = own === undefined ? [] : [codingOf({ ...own, ...(display === undefined ? {} : { display }) })]
  return [...first, ...mappedCodings(value)]
}

/** Term mappings, which a plain text may have as well. */
function mappedCodings({ mappings }: RmObject): readonly Json[] {
  return (Array.isArray(mappings) ? mappings : []).flatMap(mapping => {
    const code = isRmObject(mapping) ? codeInPhrase(mapping['target']) : undefined
    return code === undefined ? [] : [codingOf(code)]
  })
}

const concept: Convert = value => {
  const coding = codingsOf(value)
  const text = textOf(value)
  return { ...(coding.length === 0 ? {} : { coding }), ...(text === undefined ? {} : { text }) }
}

const quantity: Convert = ({ magnitude, units, magnitude_status }) => {
  const value = numberOf(magnitude)
  if (value === undefined) return undefined
  return {
    value,
    ...(typeof magnitude_status === 'string' && /^[<>]=?$/.test(magnitude_status)
      ? { comparator: magnitude_status }
      : {}),
    ...(typeof units === 'string' ? { unit: units, system: UCUM, code: units } : {}),
  }
}

const identifierText: Convert = value => {
  const { system, value: id } = separated(textOf(value) ?? '')
  return { ...(system === undefined ? {} : { system }), value: id }
}

/** A coded text stands for an identifier where a template has no DV_IDENTIFIER: terminology and code. */
const codedIdentifier: Convert = ({ defining_code }) => {
  const code = codeInPhrase(defining_code)
  return code && { ...(code.system === undefined ? {} : { system: code.system }), value: code.code }
}

const identifier: Convert = ({ id, issuer, type, assigner }) => ({
  ...(typeof type === 'string' && type !== '' ? { type: typeConcept(type) } : {}),
  ...(typeof issuer === 'string' && issuer !== '' ? { system: issuer } : {}),
  ...(typeof id === 'string' ? { value: id } : {}),
  ...(typeof assigner === 'string' && assigner !== '' ? { assigner: assignerReference(assigner) } : {}),
})

const typeConcept = (text: string): Json => {
  const { system, value } = separated(text)
  return { coding: [{ ...(system === undefined ? {} : { system }), code: value }] }
}

const assignerReference = (text: string): Json => {
  const { system, value } = separated(text)
  return system === undefined ? { display: value } : { identifier: { system, value }, display: value }
}

const range: Convert = ({ lower, upper }, options) => ({
  ...(isRmObject(lower) ? { low: quantity(lower, options) } : {}),
  ...(isRmObject(upper) ? { high: quantity(upper, options) } : {}),
})

const period: Convert = ({ lower, upper }, { timeZone }) => ({
  ...(isRmObject(lower) && textOf(lower) ? { start: fhirDateTime(textOf(lower) ?? '', timeZone) } : {}),
  ...(isRmObject(upper) && textOf(upper) ? { end: fhirDateTime(textOf(upper) ?? '', timeZone) } : {}),
})

const ratio: Convert = ({ numerator, denominator }) => ({
  numerator: { value: numberOf(numerator) },
  denominator: { value: numberOf(denominator) },
})

const duration: Convert = value => {
  const made = ucumDuration(textOf(value) ?? '')
  return made && { value: made.value, unit: made.unit, system: UCUM, code: made.unit }
}

const dateTime: Convert = (value, { timeZone }) => {
  const text = textOf(value)
  return text === undefined ? undefined : fhirDateTime(text, timeZone)
}

const instant: Convert = (value, { timeZone }) => fhirInstant(textOf(value) ?? '', timeZone)
const date: Convert = value => dateOf(textOf(value) ?? '')
const time: Convert = value => {
  const found = timeOf(textOf(value) ?? '')
  return found?.length === 5 ? `${found}:00` : found
}

const attachment: Convert = ({ media_type, data, uri, size, integrity_check, language }) => ({
  ...(codeInPhrase(media_type) ? { contentType: codeInPhrase(media_type)?.code } : {}),
  ...(codeInPhrase(language) ? { language: codeInPhrase(language)?.code } : {}),
  ...(typeof data === 'string' ? { data } : {}),
  ...(isRmObject(uri) ? { url: textOf(uri) } : {}),
  ...(numberOf(size) === undefined ? {} : { size }),
  ...(typeof integrity_check === 'string' ? { hash: integrity_check } : {}),
})

const parsable: Convert = ({ value, formalism, language }) => ({
  ...(typeof formalism === 'string' ? { contentType: formalism } : {}),
  ...(codeInPhrase(language) ? { language: codeInPhrase(language)?.code } : {}),
  ...(typeof value === 'string' ? { data: base64(value) } : {}),
})

const codeOf: Convert = ({ defining_code }) => codeInPhrase(defining_code)?.code
const magnitude: Convert = ({ magnitude: value }) => numberOf(value)
const ordinalConcept: Convert = ({ symbol }, options) =>
  isRmObject(symbol) ? concept(symbol, options) : undefined
const phraseText: Convert = value => {
  const code = codeInPhrase(value)
  return code && joined(code.system, code.code)
}

/** An event is its time: a point, or the interval that ends with it. */
const eventTime: Convert = ({ time: at }, options) => (isRmObject(at) ? dateTime(at, options) : undefined)
const eventPeriod: Convert = ({ time: at, width }, { timeZone }) => {
  const end = isRmObject(at) ? textOf(at) : undefined
  if (end === undefined) return undefined
  const length = isRmObject(width) ? ucumDuration(textOf(width) ?? '') : undefined
  const seconds =
    length && length.value * ({ s: 1, min: 60, h: 3600, d: 86_400, wk: 604_800 }[length.unit] ?? Number.NaN)
  if (seconds === undefined || !Number.isFinite(seconds)) return { start: fhirDateTime(end, timeZone) }
  const local = /^[^Z+]*?(?=Z|[+-]\d{2}:?\d{2}$|$)/.exec(end)?.[0] ?? end
  const start = new Date(Date.parse(`${local}Z`) - seconds * 1000).toISOString().replace(/\.000Z$/, '')
  return { start: fhirDateTime(start + end.slice(local.length), timeZone), end: fhirDateTime(end, timeZone) }
}

/** By openEHR type, FHIR types in the order of preference where an element leaves the choice. */
const TABLE: Readonly<Record<string, Readonly<Record<string, Convert>>>> = {
  DV_CODED_TEXT: {
    CodeableConcept: concept,
    Coding: value => codingsOf(value)[0],
    code: codeOf,
    string: textOf,
    markdown: textOf,
    Identifier: codedIdentifier,
    Annotation: value => ({ text: textOf(value) }),
    uri: codeOf,
    Reference: value => ({ identifier: codedIdentifier(value, { timeZone: 'UTC' }) }),
    id: codeOf,
  },
  DV_TEXT: {
    string: textOf,
    CodeableConcept: concept,
    markdown: textOf,
    code: textOf,
    Coding: value => mappedCodings(value)[0] ?? { display: textOf(value) },
    Identifier: identifierText,
    Annotation: value => ({ text: textOf(value) }),
    uri: textOf,
    url: textOf,
    id: textOf,
    Reference: value => ({ display: textOf(value) }),
  },
  DV_QUANTITY: {
    Quantity: quantity,
    SimpleQuantity: quantity,
    Age: quantity,
    Duration: quantity,
    Count: quantity,
    Distance: quantity,
    decimal: magnitude,
    integer: magnitude,
    positiveInt: magnitude,
    unsignedInt: magnitude,
  },
  DV_COUNT: {
    integer: magnitude,
    positiveInt: magnitude,
    unsignedInt: magnitude,
    Quantity: ({ magnitude: value }) => ({ value }),
    Count: ({ magnitude: value }) => ({ value, system: UCUM, code: '1' }),
    decimal: magnitude,
    string: ({ magnitude: value }) => (value === undefined ? undefined : String(value)),
  },
  DV_ORDINAL: {
    CodeableConcept: ordinalConcept,
    Coding: ({ symbol }) => (isRmObject(symbol) ? codingsOf(symbol)[0] : undefined),
    Quantity: ({ value, symbol }) => ({ value, ...(isRmObject(symbol) ? { unit: textOf(symbol) } : {}) }),
    integer: ({ value }) => numberOf(value),
    string: ({ symbol }) => (isRmObject(symbol) ? textOf(symbol) : undefined),
  },
  DV_PROPORTION: {
    Ratio: ratio,
    Quantity: ({ numerator, denominator, type }) =>
      numberOf(numerator) === undefined
        ? undefined
        : type === 2
          ? { value: numerator, unit: '%', system: UCUM, code: '%' }
          : { value: Number(numerator) / Number(denominator), unit: '1', system: UCUM, code: '1' },
    decimal: ({ numerator, denominator }) => Number(numerator) / Number(denominator),
  },
  DV_DURATION: { Duration: duration, Quantity: duration, Age: duration, string: textOf },
  DV_DATE_TIME: {
    dateTime,
    instant,
    date,
    Period: (value, options) => ({ start: dateTime(value, options) }),
    Timing: (value, options) => ({ event: [dateTime(value, options)] }),
    time,
    string: textOf,
  },
  DV_DATE: {
    date,
    dateTime: date,
    Period: value => ({ start: date(value, { timeZone: 'UTC' }) }),
    string: textOf,
  },
  DV_TIME: { time, string: textOf },
  DV_BOOLEAN: { boolean: ({ value }) => value, string: ({ value }) => String(value) },
  DV_IDENTIFIER: {
    Identifier: identifier,
    string: ({ id, issuer }) => joined(issuer, id),
    Reference: (value, options) => ({ identifier: identifier(value, options) }),
    id: ({ id }) => id,
    uri: ({ id }) => id,
  },
  DV_URI: {
    url: textOf,
    uri: textOf,
    canonical: textOf,
    string: textOf,
    Reference: value => ({ reference: textOf(value) }),
    Attachment: value => ({ url: textOf(value) }),
  },
  DV_EHR_URI: {
    Reference: value => ({ reference: textOf(value) }),
    uri: textOf,
    url: textOf,
    string: textOf,
  },
  DV_MULTIMEDIA: { Attachment: attachment, base64Binary: ({ data }) => data },
  DV_PARSABLE: { Attachment: parsable, string: textOf, markdown: textOf },
  'DV_INTERVAL<DV_QUANTITY>': { Range: range },
  'DV_INTERVAL<DV_COUNT>': { Range: range },
  'DV_INTERVAL<DV_DATE_TIME>': { Period: period },
  'DV_INTERVAL<DV_DATE>': { Period: period },
  CODE_PHRASE: {
    Coding: value => {
      const code = codeInPhrase(value)
      return code && codingOf(code)
    },
    code: value => codeInPhrase(value)?.code,
    CodeableConcept: value => {
      const code = codeInPhrase(value)
      return code && { coding: [codingOf(code)] }
    },
    string: phraseText,
  },
  PARTY_IDENTIFIED: { Reference: partyReference, string: ({ name }) => name },
  PARTY_RELATED: { Reference: partyReference, string: ({ name }) => name },
  PARTICIPATION: {
    Reference: ({ performer }) => (isRmObject(performer) ? partyReference(performer) : undefined),
  },
  POINT_EVENT: { dateTime: eventTime, instant: eventTime, Period: eventPeriod },
  INTERVAL_EVENT: { Period: eventPeriod, dateTime: eventTime },
}

/** The class of an interval's ends, which canonical JSON leaves out of `_type`. */
function classOf(value: RmObject): string {
  const type = String(value._type ?? '')
  if (baseType(type) !== 'DV_INTERVAL') return type
  const end = isRmObject(value['lower']) ? value['lower'] : value['upper']
  return `DV_INTERVAL<${isRmObject(end) ? String(end._type) : 'DV_QUANTITY'}>`
}

/** FHIR types that a value can become, the best first. */
export const fhirTypesFor = (value: RmObject): readonly string[] => Object.keys(TABLE[classOf(value)] ?? {})

/** The value as JSON of a FHIR type; undefined where the types do not fit. */
export function toFhirValue(value: unknown, type: string, options: ValueOptions): unknown {
  if (!isRmObject(value)) return primitive(value, type)
  const made = TABLE[classOf(value)]?.[type]?.(value, options)
  return typeof made === 'object' && made !== null && Object.keys(made).length === 0 ? undefined : made
}

function primitive(value: unknown, type: string): unknown {
  if (value === undefined || value === null) return undefined
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'integer':
    case 'positiveInt':
    case 'unsignedInt':
    case 'decimal':
      return typeof value === 'number' ? value : undefined
    case 'Reference':
      return typeof value === 'string' ? { display: value } : undefined
    case 'Coding': {
      const { system, value: code } = separated(String(value))
      return { ...(system === undefined ? {} : { system }), code }
    }
    case 'Identifier':
      return identifierText({ value: String(value) }, { timeZone: 'UTC' })
    case 'CodeableConcept':
      return { text: String(value) }
    default:
      return /^[a-z]/.test(type) ? String(value) : undefined
  }
}
