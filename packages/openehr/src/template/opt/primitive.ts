/** The constraints on plain values (`C_PRIMITIVE`): text, truth, numbers, dates, times and durations. */

import type { XmlElement } from '../../format/xml/index.ts'
import { parseDate, parseDateTime, parseDuration, parseTime } from '../../rm/index.ts'
import type { Interval, Primitive } from '../model.ts'
import { childOf, childrenOf, textAt, textOf, typeName } from './element.ts'
import { error, type Faults } from './faults.ts'
import { type Bound, flag, INTEGER_BOUND, REAL_BOUND, readInterval } from './interval.ts'
import { checkPattern } from './pattern.ts'
import { checkShape } from './shape.ts'

type Reader = (item: XmlElement, path: string, faults: Faults) => Primitive

type TemporalKind = 'C_DATE' | 'C_TIME' | 'C_DATE_TIME' | 'C_DURATION'

interface Temporal {
  readonly what: string
  readonly pattern: RegExp
  readonly parse: (text: string) => { readonly magnitude: number } | undefined
}

/**
 * Patterns after the schema (letters mandatory, `?` optional, `X` not allowed), a little wider than it: a date may
 * leave out its month, as CKM archetypes do, and a time zone may follow (AOM 1.4, C_TIME).
 */
const TEMPORAL: Readonly<Record<TemporalKind, Temporal>> = {
  C_DATE: { what: 'a date', pattern: /^y{4}-(mm|\?\?|XX)-(dd|\?\?|XX)$/i, parse: parseDate },
  C_TIME: {
    what: 'a time',
    pattern: /^T?hh:(mm|\?\?|XX):(ss|\?\?|XX)(Z|[+-]hh:?mm)?$/i,
    parse: parseTime,
  },
  C_DATE_TIME: {
    what: 'a date and time',
    pattern: /^y{4}-(mm|\?\?|XX)-(dd|\?\?|XX)[T ](hh|\?\?|XX):(mm|\?\?|XX):(ss|\?\?|XX)(Z|[+-]hh:?mm)?$/i,
    parse: parseDateTime,
  },
  C_DURATION: { what: 'a duration', pattern: /^P(?!$)y?m?w?d?(T(?!$)h?m?s?)?$/i, parse: parseDuration },
}

/** VALIDITY_KIND of the schema. */
const TIMEZONE: Readonly<Record<string, 'mandatory' | 'optional' | 'disallowed'>> = {
  1001: 'mandatory',
  1002: 'optional',
  1003: 'disallowed',
}

const READERS: Readonly<Record<Primitive['kind'], Reader>> = {
  C_STRING: readString,
  C_BOOLEAN: readBoolean,
  C_INTEGER: (item, path, faults) => readNumber('C_INTEGER', item, path, faults),
  C_REAL: (item, path, faults) => readNumber('C_REAL', item, path, faults),
  C_DATE: (item, path, faults) => readTemporal('C_DATE', item, path, faults),
  C_TIME: (item, path, faults) => readTemporal('C_TIME', item, path, faults),
  C_DATE_TIME: (item, path, faults) => readTemporal('C_DATE_TIME', item, path, faults),
  C_DURATION: (item, path, faults) => readTemporal('C_DURATION', item, path, faults),
}

/** Reads `<item>`; its own `xsi:type` decides, since `rm_type_name` around it is spelled in many ways. */
export function readPrimitive(item: XmlElement, path: string, faults: Faults): Primitive | undefined {
  const kind = typeName(item) ?? ''
  if (!isPrimitive(kind)) {
    error(
      faults,
      { path, element: item },
      {
        code: 'opt.unknown_type',
        message: `"${kind}" is not a primitive constraint`,
        found: kind,
        expected: Object.keys(READERS).join(', '),
      },
    )
    return undefined
  }
  checkShape(item, kind, path, faults)
  return READERS[kind](item, path, faults)
}

const isPrimitive = (kind: string): kind is Primitive['kind'] => Object.hasOwn(READERS, kind)

function readString(item: XmlElement, path: string, faults: Faults): Primitive {
  const pattern = textAt(item, 'pattern')
  const list = childrenOf(item, 'list').flatMap(entry => textOf(entry) ?? [])
  const assumed = textAt(item, 'assumed_value')
  if (pattern !== undefined) checkPattern(pattern, { path, element: item }, faults)
  return {
    kind: 'C_STRING',
    ...(pattern === undefined ? {} : { pattern }),
    ...(list.length === 0 ? {} : { list }),
    listOpen: flag(item, 'list_open', false),
    ...(assumed === undefined ? {} : { assumed }),
  }
}

function readBoolean(item: XmlElement, path: string, faults: Faults): Primitive {
  const trueValid = flag(item, 'true_valid', true)
  const falseValid = flag(item, 'false_valid', true)
  const assumed = textAt(item, 'assumed_value')
  if (!trueValid && !falseValid)
    error(
      faults,
      { path, element: item },
      { code: 'opt.boolean', message: 'Neither true nor false is allowed here' },
    )
  return {
    kind: 'C_BOOLEAN',
    trueValid,
    falseValid,
    ...(assumed === undefined ? {} : { assumed: flag(item, 'assumed_value', false) }),
  }
}

const NUMBER_BOUNDS = { C_INTEGER: INTEGER_BOUND, C_REAL: REAL_BOUND } as const

function readNumber(kind: 'C_INTEGER' | 'C_REAL', item: XmlElement, path: string, faults: Faults): Primitive {
  const bound = NUMBER_BOUNDS[kind]
  const list = childrenOf(item, 'list').flatMap(entry => numberIn(entry, bound, path, faults) ?? [])
  const range = childOf(item, 'range')
  const given = childOf(item, 'assumed_value')
  const assumed = given && numberIn(given, bound, path, faults)
  return {
    kind,
    ...(list.length === 0 ? {} : { list }),
    ...(range === undefined ? {} : { range: readInterval(range, bound, path, faults) }),
    ...(assumed === undefined ? {} : { assumed }),
  }
}

/** The number an element holds, or a fault. */
export function numberIn(
  element: XmlElement,
  bound: Bound<number>,
  path: string,
  faults: Faults,
): number | undefined {
  const text = textOf(element)
  const value = text === undefined ? undefined : bound.read(text)
  if (value === undefined)
    error(
      faults,
      { path, element },
      {
        code: 'opt.number',
        message: `<${element.name}> is not ${bound.what}`,
        found: text,
        expected: bound.what,
      },
    )
  return value
}

function readTemporal(kind: TemporalKind, item: XmlElement, path: string, faults: Faults): Primitive {
  const { what, pattern: known, parse } = TEMPORAL[kind]
  const pattern = textAt(item, 'pattern')
  if (pattern !== undefined && !known.test(pattern))
    error(
      faults,
      { path, element: item },
      { code: 'opt.pattern', message: `"${pattern}" is not a pattern for ${what}`, found: pattern },
    )
  const bound: Bound<string> = {
    what,
    read: text => (parse(text) ? text : undefined),
    compare: (a, b) => compareMagnitudes(parse(a), parse(b)),
  }
  const range = childOf(item, 'range')
  const interval: Interval<string> | undefined = range && readInterval(range, bound, path, faults)
  const timezone = TIMEZONE[textAt(item, 'timezone_validity') ?? '']
  const assumed = textAt(item, 'assumed_value')
  return {
    kind,
    ...(pattern === undefined ? {} : { pattern }),
    ...(interval === undefined ? {} : { range: interval }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(assumed === undefined ? {} : { assumed }),
  }
}

function compareMagnitudes(
  a: { readonly magnitude: number } | undefined,
  b: { readonly magnitude: number } | undefined,
): number | undefined {
  return a && b ? a.magnitude - b.magnitude : undefined
}
