/** C_DATE, C_TIME, C_DATE_TIME and C_DURATION: the fields that a value must have, and its range. */
import {
  type IsoDuration,
  type IsoRange,
  type IsoSpan,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
  withinIso,
} from '../../rm/index.ts'
import type { Interval, Primitive } from '../../template/index.ts'
import { type Check, report, show } from '../visit.ts'
import { contains, showInterval } from './interval.ts'

type Temporal = Extract<Primitive, { readonly kind: 'C_DATE' | 'C_TIME' | 'C_DATE_TIME' | 'C_DURATION' }>
type Validity = 'mandatory' | 'optional' | 'disallowed'
type Field = 'month' | 'day' | 'hour' | 'minute' | 'second'
type Fields = IsoSpan & { readonly [name in Field | 'offset']?: number }

/** Text that is no date at all is reported by the data value's own invariant. */
export const compileTemporal = (item: Temporal): Check => {
  switch (item.kind) {
    case 'C_DURATION':
      return compileDuration(item)
    case 'C_DATE':
      return compileFields(item, parseDate, ['month', 'day'])
    case 'C_TIME':
      return compileFields(item, parseTime, ['minute', 'second'])
    case 'C_DATE_TIME':
      return compileFields(item, parseDateTime, ['month', 'day', 'hour', 'minute', 'second'])
  }
}

const compileFields = (
  item: Temporal,
  parse: (text: string) => Fields | undefined,
  fields: readonly Field[],
): Check => {
  const { kind, pattern, range } = item
  const validities = pattern === undefined ? [] : patternValidities(pattern, fields)
  const timezone =
    item.timezone ?? (pattern !== undefined && /(Z|[+-]hh:?mm)$/i.test(pattern) ? 'mandatory' : 'optional')
  const limits = range === undefined ? undefined : rangeOf(range, parse)
  return (value, visit) => {
    const parsed = typeof value === 'string' ? parse(value) : undefined
    if (parsed === undefined) return
    for (const [field, validity] of validities) {
      if (!isMet(validity, parsed[field])) {
        report(visit, `${kind}.${field}_validity`, `${pattern}, ${field} ${validity}`, show(value))
      }
    }
    if (!isMet(timezone, parsed.offset)) {
      report(
        visit,
        `${kind}.timezone_validity`,
        timezone === 'mandatory' ? 'a time zone' : 'no time zone',
        show(value),
      )
    }
    if (limits !== undefined && range !== undefined && !withinIso(parsed, limits)) {
      report(visit, `${kind}.range`, showInterval(range), show(value))
    }
  }
}

const isMet = (validity: Validity, field: number | undefined): boolean =>
  validity === 'optional' || (validity === 'mandatory') === (field !== undefined)

/** `yyyy-mm-??`: letters are mandatory, `??` optional, `XX` not allowed; the first field is always there. */
const patternValidities = (
  pattern: string,
  fields: readonly Field[],
): readonly (readonly [Field, Validity])[] => {
  const parts = pattern
    .replace(/(Z|[+-]hh:?mm)$/i, '')
    .replace(/^T/, '')
    .split(/[-:T ]/)
    .slice(1)
  return fields.flatMap((field, place): (readonly [Field, Validity])[] => {
    const part = parts[place]
    if (part === undefined || part.startsWith('?')) return []
    return [[field, /^x/i.test(part) ? 'disallowed' : 'mandatory']]
  })
}

const rangeOf = (range: Interval<string>, parse: (text: string) => Fields | undefined): IsoRange<Fields> => {
  const [lower, upper] = [range.lower, range.upper].map(limit =>
    limit === undefined ? undefined : parse(limit),
  )
  return {
    lowerIncluded: range.lowerIncluded,
    upperIncluded: range.upperIncluded,
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
  }
}

/** `PYMWDTHMS`: each letter allows its field. M is months before the T and minutes after it. */
const DURATION_FIELDS = [
  { name: 'years', letter: 'Y', time: false },
  { name: 'months', letter: 'M', time: false },
  { name: 'weeks', letter: 'W', time: false },
  { name: 'days', letter: 'D', time: false },
  { name: 'hours', letter: 'H', time: true },
  { name: 'minutes', letter: 'M', time: true },
  { name: 'seconds', letter: 'S', time: true },
] as const satisfies readonly {
  readonly name: keyof IsoDuration
  readonly letter: string
  readonly time: boolean
}[]

const compileDuration = ({ pattern, range }: Temporal): Check => {
  const [days = '', times = ''] = (pattern ?? '').toUpperCase().replace('P', '').split('T')
  const disallowed =
    pattern === undefined
      ? []
      : DURATION_FIELDS.filter(({ letter, time }) => !(time ? times : days).includes(letter)).map(
          ({ name }) => name,
        )
  // Durations compare by average lengths of month and year (BASE, Iso8601_duration.to_seconds; CNF master17.4).
  const [lower, upper] = [range?.lower, range?.upper].map(limit => parseDuration(limit ?? '')?.magnitude)
  const seconds: Interval = {
    lowerIncluded: range?.lowerIncluded ?? true,
    upperIncluded: range?.upperIncluded ?? true,
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
  }
  return (value, visit) => {
    const parsed = typeof value === 'string' ? parseDuration(value) : undefined
    if (parsed === undefined) return
    // Zero is zero in any field: `PT0S` is what several systems write for it.
    for (const name of parsed.magnitude === 0 ? [] : disallowed) {
      if (parsed[name] !== undefined)
        report(visit, `C_DURATION.${name}_allowed`, `${pattern}, no ${name}`, show(value))
    }
    if (range !== undefined && !contains(seconds, parsed.magnitude)) {
      report(visit, 'C_DURATION.range', showInterval(range), show(value))
    }
  }
}
