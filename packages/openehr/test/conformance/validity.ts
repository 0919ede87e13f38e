/** The schedule's mandatory, optional and prohibited fields of a date or time as OPT 1.4 patterns. */
import { type Node, object, type Primitive, primitive, single } from '../../fixtures/opt-builder/index.ts'
import type { Deviation } from './schedule.ts'

export type Kind = 'C_DATE' | 'C_TIME' | 'C_DATE_TIME'

/** The fields that a kind has validities for, by letter: month, day, hour, minute, second, fraction, time zone. */
const FIELDS: Readonly<Record<Kind, string>> = { C_DATE: 'Md', C_TIME: 'nsfz', C_DATE_TIME: 'Mdhnsfz' }

const NAMES: Readonly<Record<string, string>> = {
  M: 'month',
  d: 'day',
  h: 'hour',
  n: 'minute',
  s: 'second',
  z: 'timezone',
}

const SIGNS: Readonly<Record<string, string>> = { M: 'mm', d: 'dd', h: 'HH', n: 'MM', s: 'SS' }

const TIMEZONES: Readonly<Record<string, Primitive['timezone']>> = { m: 1001, o: 1002, p: 1003 }

/** `mmoo`, one letter per field → the constraint on the value. What concerns fractions has no place in it. */
export const validity = (type: string, kind: Kind, flags: string): Node => {
  const flagOf = (field: string): string => flags[FIELDS[kind].indexOf(field)] ?? 'm'
  const character = (field: string): string =>
    flagOf(field) === 'm' ? (SIGNS[field] ?? '') : (flagOf(field) === 'o' ? '?' : 'X').repeat(2)
  const date = `yyyy-${character('M')}-${character('d')}`
  const time = `${kind === 'C_TIME' ? 'HH' : character('h')}:${character('n')}:${character('s')}`
  const pattern = kind === 'C_DATE' ? date : kind === 'C_TIME' ? time : `${date}T${time}`
  const timezone = kind === 'C_DATE' ? undefined : TIMEZONES[flagOf('z')]
  return object(type, [
    single('value', primitive(kind, { pattern, ...(timezone === undefined ? {} : { timezone }) })),
  ])
}

/** `nsf` → the rules that the schedule says are broken, and what we say where only a fraction is. */
export const broken = (
  kind: Kind,
  letters: string,
  limit = '',
): { readonly rules: readonly string[]; readonly deviation?: Deviation } => {
  const rules = [...letters]
    .filter(letter => letter !== 'f')
    .map(letter => `${kind}.${NAMES[letter]}_validity${limit}`)
  if (!letters.includes('f')) return { rules }
  return {
    rules: [...rules, `${kind}.millisecond_validity${limit}`],
    deviation: { reason: 'fraction', rules },
  }
}
