/** FHIR values → data values of openEHR: a table of conversions by FHIR type and openEHR type (FHIRconnect, Data mapping types). */
import { baseType, isA, parameterOf, type RmObject, rmClass } from '@cairn-ehr/openehr/rm'
import type { ObjectConstraint } from '@cairn-ehr/openehr/template'
import { isJson, type Json, listOf } from '../fhir/json.ts'
import { childrenOf, type FhirNode, type Resolver, resolvedNode } from '../fhir/node.ts'
import { fromBase64 } from './base64.ts'
import { codesOf, codingCoded, codingText, conceptCoded, conceptText, ordinal, plainCoded } from './coded.ts'
import { codeInCoding, codePhrase, joined, separated } from './codes.ts'
import { dvIdentifier, partyOf, referenceText } from './parties.ts'
import { type Convert, type Source, text } from './source.ts'
import { dateOf, isoDuration, openehrDateTime, timeOf } from './time.ts'

const dvText = (value: string | undefined): RmObject | undefined =>
  value === undefined ? undefined : { _type: 'DV_TEXT', value }

/** UCUM writes litres as `L` and `l`: where a template lists only one of them, it is that one. */
export function unitsFor(units: string, constraint: ObjectConstraint | undefined): string {
  if (constraint?.kind !== 'C_DV_QUANTITY') return units
  const plain = (text: string) => text.replace(/L\b/g, 'l')
  return constraint.items.find(item => plain(item.units) === plain(units))?.units ?? units
}

const quantity: Convert = ({ json, constraint }) => {
  const { value, code, unit, comparator } = json
  if (typeof value !== 'number') return undefined
  return {
    _type: 'DV_QUANTITY',
    ...(typeof comparator === 'string' ? { magnitude_status: comparator } : {}),
    magnitude: value,
    units: unitsFor(text(code) ?? text(unit) ?? '1', constraint),
  }
}

const count = (value: unknown): RmObject | undefined =>
  Number.isInteger(value) ? { _type: 'DV_COUNT', magnitude: value } : undefined

const plainQuantity: Convert = ({ node, constraint }) => {
  const units =
    constraint?.kind === 'C_DV_QUANTITY' && constraint.items.length === 1
      ? constraint.items[0]?.units
      : undefined
  return typeof node.value === 'number'
    ? { _type: 'DV_QUANTITY', magnitude: node.value, units: units ?? '1' }
    : undefined
}

const duration: Convert = ({ json }) => {
  const unit = text(json['code']) ?? text(json['unit'])
  const value =
    typeof json['value'] === 'number' && unit !== undefined ? isoDuration(json['value'], unit) : undefined
  return value === undefined ? undefined : { _type: 'DV_DURATION', value }
}

const dated =
  (type: string, make: (value: string) => string | undefined): Convert =>
  ({ node }) => {
    const value = typeof node.value === 'string' ? make(node.value) : undefined
    return value === undefined ? undefined : { _type: type, value }
  }

const dateTime = dated('DV_DATE_TIME', openehrDateTime)
const date = dated('DV_DATE', dateOf)
const time = dated('DV_TIME', timeOf)

function interval(lower: RmObject | undefined, upper: RmObject | undefined): RmObject | undefined {
  if (lower === undefined && upper === undefined) return undefined
  return {
    _type: 'DV_INTERVAL',
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
    lower_unbounded: lower === undefined,
    upper_unbounded: upper === undefined,
    lower_included: lower !== undefined,
    upper_included: upper !== undefined,
  }
}

const ends = (source: Source, low: string, high: string, convert: Convert): RmObject | undefined => {
  const end = (name: string) => {
    const [node] = childrenOf(source.node, name)
    return node && convert({ ...source, node, json: isJson(node.value) ? node.value : {} })
  }
  return interval(end(low), end(high))
}

const ratio: Convert = ({ json }) => {
  const value = (side: unknown) =>
    isJson(side) && typeof side['value'] === 'number' ? side['value'] : undefined
  const [numerator, denominator] = [value(json['numerator']), value(json['denominator'])]
  return numerator === undefined || denominator === undefined
    ? undefined
    : {
        _type: 'DV_PROPORTION',
        numerator,
        denominator,
        type: denominator === 100 ? 2 : denominator === 1 ? 1 : 0,
      }
}

const percent: Convert = ({ json }) =>
  typeof json['value'] === 'number' && (json['code'] ?? json['unit']) === '%'
    ? { _type: 'DV_PROPORTION', numerator: json['value'], denominator: 100, type: 2 }
    : undefined

const identifier: Convert = ({ json }) => (text(json['value']) === undefined ? undefined : dvIdentifier(json))

const identifierCoded: Convert = ({ json }) => {
  const code = text(json['value'])
  const system = text(json['system'])
  return code === undefined || system === undefined
    ? undefined
    : { _type: 'DV_CODED_TEXT', value: code, defining_code: codePhrase({ code, system }, false) }
}

/** The identifier of a reference, or of the resource it leads to. */
function referenced({ node, json, resolver }: Source): Json | undefined {
  if (isJson(json['identifier'])) return json['identifier']
  const resolved = resolvedNode(node, resolver)?.value
  const [first] = isJson(resolved) ? listOf(resolved['identifier']) : []
  return isJson(first) ? first : undefined
}

const onReference =
  (convert: Convert): Convert =>
  source => {
    const json = referenced(source)
    return json && convert({ ...source, json })
  }

const party: Convert = ({ node, json, resolver }) => {
  const resolved = resolvedNode(node, resolver)?.value
  return partyOf(json, isJson(resolved) ? resolved : undefined)
}

const uri: Convert = ({ node }) =>
  text(node.value) === undefined ? undefined : { _type: 'DV_URI', value: text(node.value) }

const multimedia: Convert = ({ json }) => ({
  _type: 'DV_MULTIMEDIA',
  media_type: codePhrase(
    { system: 'IANA_media-types', code: text(json['contentType']) ?? 'application/octet-stream' },
    false,
  ),
  ...(text(json['language'])
    ? { language: codePhrase({ system: 'ISO_639-1', code: text(json['language']) ?? '' }, false) }
    : {}),
  ...(text(json['url']) ? { uri: { _type: 'DV_URI', value: json['url'] } } : {}),
  ...(text(json['data']) ? { data: json['data'] } : {}),
  ...(text(json['hash'])
    ? {
        integrity_check: json['hash'],
        integrity_check_algorithm: codePhrase(
          { system: 'openehr_integrity_check_algorithms', code: 'SHA-1' },
          false,
        ),
      }
    : {}),
  size:
    typeof json['size'] === 'number' ? json['size'] : Math.floor(((text(json['data']) ?? '').length * 3) / 4),
})

const parsable: Convert = ({ json }) => {
  const value = fromBase64(text(json['data']) ?? '')
  return value === undefined
    ? undefined
    : { _type: 'DV_PARSABLE', value, formalism: text(json['contentType']) ?? 'text/plain' }
}

const codePhraseOf: Convert = ({ json }) => {
  const code = codeInCoding(json)
  return code && codePhrase(code, false)
}

const plainPhrase: Convert = ({ node, constraint }) => {
  const { system, value } = separated(text(node.value) ?? '')
  const terminology = system ?? (constraint?.kind === 'C_CODE_PHRASE' ? constraint.terminology : undefined)
  return value === '' || terminology === undefined
    ? undefined
    : codePhrase({ system: terminology, code: value }, false)
}

const STRING: Readonly<Record<string, Convert>> = {
  DV_TEXT: ({ node }) => dvText(text(node.value)),
  DV_URI: uri,
  DV_IDENTIFIER: ({ node }) => {
    const { system, value } = separated(text(node.value) ?? '')
    return value === ''
      ? undefined
      : { _type: 'DV_IDENTIFIER', ...(system ? { issuer: system } : {}), id: value }
  },
  DV_PARSABLE: ({ node }) =>
    text(node.value) ? { _type: 'DV_PARSABLE', value: text(node.value), formalism: 'text/plain' } : undefined,
  DV_DURATION: ({ node }) =>
    /^-?P/.test(String(node.value)) ? { _type: 'DV_DURATION', value: String(node.value) } : undefined,
  CODE_PHRASE: plainPhrase,
  PARTY_IDENTIFIED: ({ node }) =>
    text(node.value) ? { _type: 'PARTY_IDENTIFIED', name: text(node.value) } : undefined,
}

const QUANTITY: Readonly<Record<string, Convert>> = {
  DV_QUANTITY: quantity,
  DV_COUNT: ({ json }) => count(json['value']),
  DV_PROPORTION: percent,
  DV_DURATION: duration,
  DV_ORDINAL: ({ json, constraint }) => ordinal(text(json['code']), Number(json['value']), constraint),
}

const INTEGER: Readonly<Record<string, Convert>> = {
  DV_COUNT: ({ node }) => count(node.value),
  DV_QUANTITY: plainQuantity,
  DV_ORDINAL: ({ node, constraint }) => ordinal(undefined, Number(node.value), constraint),
}

const URI: Readonly<Record<string, Convert>> = {
  DV_URI: uri,
  DV_TEXT: ({ node }) => dvText(text(node.value)),
}
const INSTANT: Readonly<Record<string, Convert>> = {
  DV_DATE_TIME: dateTime,
  DV_DATE: date,
  DV_TIME: time,
  DV_TEXT: ({ node }) => dvText(text(node.value)),
}

const TABLE: Readonly<Record<string, Readonly<Record<string, Convert>>>> = {
  CodeableConcept: {
    DV_CODED_TEXT: conceptCoded,
    DV_ORDINAL: source => ordinal(codesOf(source)[0]?.code, undefined, source.constraint),
    DV_TEXT: conceptText,
    CODE_PHRASE: source =>
      codePhraseOf({ ...source, json: (listOf(source.json['coding'])[0] ?? {}) as Json }),
  },
  Coding: {
    DV_CODED_TEXT: codingCoded,
    DV_ORDINAL: ({ json, constraint }) => ordinal(codeInCoding(json)?.code, undefined, constraint),
    DV_TEXT: codingText,
    CODE_PHRASE: codePhraseOf,
  },
  code: {
    DV_CODED_TEXT: plainCoded,
    ...STRING,
    DV_ORDINAL: ({ node, constraint }) => ordinal(text(node.value), undefined, constraint),
  },
  string: { ...STRING, DV_CODED_TEXT: plainCoded },
  markdown: STRING,
  id: STRING,
  xhtml: STRING,
  Quantity: QUANTITY,
  SimpleQuantity: QUANTITY,
  Count: QUANTITY,
  Distance: QUANTITY,
  Age: { DV_DURATION: duration, ...QUANTITY },
  Duration: { DV_DURATION: duration, ...QUANTITY },
  integer: INTEGER,
  positiveInt: INTEGER,
  unsignedInt: INTEGER,
  decimal: { DV_QUANTITY: plainQuantity, DV_COUNT: ({ node }) => count(node.value) },
  dateTime: INSTANT,
  instant: INSTANT,
  date: { DV_DATE: date, DV_DATE_TIME: dateTime, DV_TEXT: ({ node }) => dvText(text(node.value)) },
  time: { DV_TIME: time },
  boolean: {
    DV_BOOLEAN: ({ node }) =>
      typeof node.value === 'boolean' ? { _type: 'DV_BOOLEAN', value: node.value } : undefined,
  },
  Identifier: {
    DV_IDENTIFIER: identifier,
    DV_CODED_TEXT: identifierCoded,
    DV_TEXT: ({ json }) => dvText(joined(json['system'], json['value'])),
  },
  Reference: {
    PARTY_IDENTIFIED: party,
    DV_IDENTIFIER: onReference(identifier),
    DV_CODED_TEXT: onReference(identifierCoded),
    DV_EHR_URI: ({ json }) =>
      text(json['reference']) ? { _type: 'DV_EHR_URI', value: json['reference'] } : undefined,
    DV_URI: ({ json }) =>
      text(json['reference']) ? { _type: 'DV_URI', value: json['reference'] } : undefined,
    DV_TEXT: source => {
      const json = referenced(source)
      return dvText(json ? joined(json['system'], json['value']) : referenceText(source.json))
    },
  },
  Period: {
    'DV_INTERVAL<DV_DATE_TIME>': source => ends(source, 'start', 'end', dateTime),
    'DV_INTERVAL<DV_DATE>': source => ends(source, 'start', 'end', date),
    DV_DATE_TIME: source => {
      const [end] = [...childrenOf(source.node, 'end'), ...childrenOf(source.node, 'start')]
      return end && dateTime({ ...source, node: end })
    },
  },
  Range: {
    'DV_INTERVAL<DV_QUANTITY>': source => ends(source, 'low', 'high', quantity),
    'DV_INTERVAL<DV_COUNT>': source => ends(source, 'low', 'high', ({ json }) => count(json['value'])),
  },
  Ratio: { DV_PROPORTION: ratio },
  Attachment: {
    DV_MULTIMEDIA: multimedia,
    DV_PARSABLE: parsable,
    DV_URI: ({ json }) => (text(json['url']) ? { _type: 'DV_URI', value: json['url'] } : undefined),
  },
  Annotation: { DV_TEXT: ({ json }) => dvText(text(json['text'])) },
  Timing: {
    DV_DATE_TIME: source => {
      const [event] = childrenOf(source.node, 'event')
      return event && dateTime({ ...source, node: event })
    },
  },
  uri: URI,
  url: URI,
  canonical: URI,
  oid: URI,
  uuid: URI,
}

/** The place that a value goes to: a data type and what the template says about it. */
export interface ValuePlace {
  readonly rmType: string
  readonly constraint: ObjectConstraint | undefined
}

const isFor = (made: string, place: string): boolean => {
  const parameter = parameterOf(made)
  if (parameter !== undefined && parameterOf(place) !== undefined) return made === place
  // A template that asks for DV_TEXT gets no DV_CODED_TEXT, although the reference model would allow it.
  return rmClass(place)?.abstract === true
    ? isA(baseType(made), baseType(place))
    : baseType(made) === baseType(place)
}

/** Converts an element to the first data type, in FHIR's order of preference, that one of the places takes. */
export function toOpenehrValue(
  node: FhirNode,
  places: readonly ValuePlace[],
  resolver: Resolver,
): RmObject | undefined {
  if (node.type === 'Extension') {
    const [inner] = childrenOf(node, 'value')
    return inner && toOpenehrValue(inner, places, resolver)
  }
  const json = isJson(node.value) ? node.value : {}
  for (const [made, convert] of Object.entries(TABLE[node.type] ?? {})) {
    for (const { rmType, constraint } of places) {
      if (!isFor(made, rmType)) continue
      const value = convert({
        node,
        json,
        constraint: constraint?.rmType === rmType ? constraint : undefined,
        resolver,
      })
      if (value !== undefined) return value
    }
  }
  return undefined
}
