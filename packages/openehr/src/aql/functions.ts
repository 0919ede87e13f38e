/** The single-row functions: how many arguments, of which kinds, and what they answer. */
import { parseDateTime } from '../rm/index.ts'

export type Kind = 'string' | 'number' | 'boolean'

export interface AqlFunction {
  /** Kinds of the arguments; the last one repeats where `most` is larger. */
  readonly takes: readonly Kind[]
  readonly least: number
  readonly most: number
  readonly gives: Kind | 'any'
  /** NULL for what cannot be answered. Arguments come as they are, NULL and of other kinds too. */
  readonly run: (values: readonly unknown[], now: string) => unknown
}

type Strict<T> = (...values: T[]) => unknown

/** NULL if any argument is NULL or of another kind, as SQL's functions do. */
const strings =
  (run: Strict<string>): AqlFunction['run'] =>
  values =>
    values.every(value => typeof value === 'string') ? run(...values) : null

const numbers =
  (run: Strict<number>): AqlFunction['run'] =>
  values =>
    values.every(value => typeof value === 'number' || typeof value === 'bigint')
      ? run(...values.map(Number))
      : null

const none = (run: (now: string) => unknown): AqlFunction => ({
  takes: [],
  least: 0,
  most: 0,
  gives: 'string',
  run: (_, now) => run(now),
})

const ofStrings = (count: number, gives: Kind, run: Strict<string>): AqlFunction => ({
  takes: ['string'],
  least: count,
  most: count,
  gives,
  run: strings(run),
})

const ofNumbers = (least: number, most: number, run: Strict<number>): AqlFunction => ({
  takes: ['number'],
  least,
  most,
  gives: 'number',
  run: numbers(run),
})

// Texts are counted in characters (code points), from 1.
const characters = (text: string): string[] => [...text]

function position(part: string, text: string): number {
  const found = text.indexOf(part)
  return found < 0 ? 0 : characters(text.slice(0, found)).length + 1
}

/** A start before the text uses up length, as in SQL: SUBSTRING('abc', 0, 2) is 'a'. */
function substring([text, start, length]: readonly unknown[]): unknown {
  if (typeof text !== 'string' || typeof start !== 'number') return null
  if (length === undefined)
    return characters(text)
      .slice(Math.max(start - 1, 0))
      .join('')
  if (typeof length !== 'number' || length < 0) return null
  return characters(text)
    .slice(Math.max(start - 1, 0), Math.max(start - 1 + length, 0))
    .join('')
}

/** NULL parts are left out together with their separator; a NULL separator gives NULL. */
function concatWithSeparator([separator, ...parts]: readonly unknown[]): unknown {
  if (typeof separator !== 'string') return null
  return parts.filter(part => typeof part === 'string').join(separator)
}

/** Half away from zero, as in SQL; the decimal text is shifted, since 1.005 * 100 is not 100.5. */
function round(value: number, decimals = 0): number | null {
  if (!Number.isInteger(decimals) || Math.abs(decimals) > 20) return null
  const [digits = '0', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const shifted = Math.floor(Number(`${digits}e${Number(exponent) + decimals}`) + 0.5)
  const [mantissa = '0', power = '0'] = shifted.toExponential().split('e')
  return Math.sign(value) * Number(`${mantissa}e${Number(power) - decimals}`) + 0
}

const modulo = (dividend: number, divisor: number): number | null =>
  divisor === 0 ? null : (dividend % divisor) + 0

/** `±hh:mm` of an instant. */
function zone(now: string): string {
  const minutes = parseDateTime(now)?.offset ?? 0
  const two = (number: number): string => String(number).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** `YYYY-MM-DDThh:mm:ss.sss±hh:mm`, milliseconds always. */
function instant(now: string): string {
  const [, date = '', time = '', fraction = ''] = /^([^T]*)T(\d\d:\d\d:\d\d)(?:[.,](\d+))?/.exec(now) ?? []
  return `${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${zone(now)}`
}

/** By name, in upper case. TERMINOLOGY is answered by the service that the caller brings. */
export const FUNCTIONS: Readonly<Record<string, AqlFunction>> = {
  LENGTH: ofStrings(1, 'number', text => characters(text ?? '').length),
  CONTAINS: ofStrings(2, 'boolean', (text = '', part = '') => text.includes(part)),
  POSITION: ofStrings(2, 'number', (part = '', text = '') => position(part, text)),
  SUBSTRING: { takes: ['string', 'number', 'number'], least: 2, most: 3, gives: 'string', run: substring },
  CONCAT: {
    takes: ['string'],
    least: 1,
    most: 255,
    gives: 'string',
    run: strings((...parts) => parts.join('')),
  },
  CONCAT_WS: { takes: ['string'], least: 2, most: 255, gives: 'string', run: concatWithSeparator },
  ABS: ofNumbers(1, 1, (value = 0) => Math.abs(value)),
  MOD: ofNumbers(2, 2, (dividend = 0, divisor = 0) => modulo(dividend, divisor)),
  CEIL: ofNumbers(1, 1, (value = 0) => Math.ceil(value) + 0),
  FLOOR: ofNumbers(1, 1, (value = 0) => Math.floor(value) + 0),
  ROUND: ofNumbers(1, 2, (value = 0, decimals) => round(value, decimals)),
  CURRENT_DATE: none(now => instant(now).slice(0, 10)),
  CURRENT_TIME: none(now => instant(now).slice(11, 19)),
  CURRENT_DATE_TIME: none(instant),
  NOW: none(instant),
  CURRENT_TIMEZONE: none(zone),
  TERMINOLOGY: { takes: ['string'], least: 3, most: 3, gives: 'any', run: () => null },
}
