/** Constraints on plain values as JSON Schema. */

import type { Interval, Primitive } from '../model.ts'
import type { Schema } from './rm-classes.ts'

export function primitiveSchema(item: Primitive): Schema {
  switch (item.kind) {
    case 'C_STRING':
      return {
        type: 'string',
        ...(item.list && !item.listOpen ? { enum: item.list } : {}),
        ...(item.pattern !== undefined && isPortable(item.pattern)
          ? { pattern: `^(?:${item.pattern})$` }
          : {}),
      }
    case 'C_BOOLEAN':
      return item.trueValid === item.falseValid ? { type: 'boolean' } : { const: item.trueValid }
    case 'C_INTEGER':
      return { type: 'integer', ...(item.list ? { enum: item.list } : {}), ...numberBounds(item.range) }
    case 'C_REAL':
      return { type: 'number', ...(item.list ? { enum: item.list } : {}), ...numberBounds(item.range) }
    case 'C_DURATION':
      return { type: 'string', pattern: durationPattern(item.pattern) }
    default:
      return {
        type: 'string',
        ...(item.pattern === undefined ? {} : { pattern: temporalPattern(item.pattern) }),
      }
  }
}

/** True when a regular expression of RE2 means the same in ECMA 262 with the `u` flag, which validators use. */
function isPortable(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return !/\(\?[a-zA-Z]|\[\[:|\\[AzQEpP]/.test(pattern)
  } catch {
    return false
  }
}

export function numberBounds(range: Interval | undefined): Schema {
  if (range === undefined) return {}
  const { lower, upper } = range
  return {
    ...(lower === undefined ? {} : { [range.lowerIncluded ? 'minimum' : 'exclusiveMinimum']: lower }),
    ...(upper === undefined ? {} : { [range.upperIncluded ? 'maximum' : 'exclusiveMaximum']: upper }),
  }
}

/** A duration of zero may be written in any field: several systems write `PT0S`. */
const ZERO = '(?:0+[YMWD])*(?:T(?:0+(?:[.,]0+)?[HMS])+)?'

/** `PYMWDTHMS`: each letter allows its field; all are allowed where there is no pattern. */
function durationPattern(pattern = 'PYMWDTHMS'): string {
  const [dates = '', times = ''] = pattern.toUpperCase().replace('P', '').split('T')
  const fields = (letters: string): string =>
    [...letters].map(letter => (letter === 'S' ? '(?:\\d+(?:[.,]\\d+)?S)?' : `(?:\\d+${letter})?`)).join('')
  const allowed = `${fields(dates)}${times === '' ? '' : `(?:T${fields(times)})?`}`
  return `^-?P(?:${allowed}|${ZERO})$`
}

/** `yyyy-mm-??`: a field and its separator; what is optional may end the value. Both notations, a zone or none. */
function temporalPattern(pattern: string): string {
  const zone = '(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?'
  const body = pattern.replace(/(Z|[+-]hh:?mm)$/i, '')
  const parts = [...body.matchAll(/([-:T ]?)(yyyy|mm|dd|hh|ss|\?\?|xx)/gi)]
  let tail = ''
  for (const [, separator = '', field = ''] of parts.reverse()) {
    if (/^x/i.test(field)) continue
    const digits =
      /^s/i.test(field) || (field === '??' && tail === '')
        ? '\\d\\d(?:[.,]\\d+)?'
        : field.length === 4
          ? '\\d{4}'
          : '\\d\\d'
    const mark = separator === '' ? 'T?' : /[T ]/i.test(separator) ? 'T' : `${separator}?`
    const start = separator === '' && field.length === 4 ? '' : mark
    tail = field === '??' ? `(?:${start}${digits}${tail})?` : `${start}${digits}${tail}`
  }
  return `^${tail}${zone}$`
}
