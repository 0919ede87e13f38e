/** The text of primitive values in XML (XML Schema part 2), both ways. */

import { isExactNumber } from '../exact.ts'

export interface Primitive {
  /** The expected form of the text, in words. */
  readonly expected: string
  /** The value, or nothing where the text is not one. */
  readonly read: (text: string) => string | number | boolean | undefined
  /** The text, or nothing where the value is of another kind or XML cannot hold it. */
  readonly write: (value: unknown) => string | undefined
}

/** Controls and the two noncharacters that XML 1.0 leaves out (2.2), and halves of surrogate pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot hold
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

export function isXmlText(text: string): boolean {
  return !NOT_XML.test(text)
}

/** Text is kept as it stands: white space is part of a value. */
const TEXT: Primitive = {
  expected: 'text that XML can hold',
  read: text => text,
  write: value => (typeof value === 'string' && isXmlText(value) ? value : undefined),
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false }

const BOOLEAN: Primitive = {
  expected: 'true or false',
  read: text => {
    const word = text.trim()
    return Object.hasOwn(BOOLEANS, word) ? BOOLEANS[word] : undefined
  },
  write: value => (typeof value === 'boolean' ? String(value) : undefined),
}

/** True for a number in the form that JavaScript writes it: most are, and need no further look. */
const isPlainNumber = (text: string): boolean => {
  const value = Number(text)
  return Number.isFinite(value) && String(value) === text
}

const INTEGER: Primitive = {
  expected: 'an integer that a double holds exactly',
  read: text => {
    if (isPlainNumber(text) && Number.isSafeInteger(Number(text))) return Number(text)
    const digits = /^\s*\+?(-?\d+)\s*$/.exec(text)?.[1]
    return digits !== undefined && isExactNumber(digits) ? Number(digits) : undefined
  },
  write: value =>
    typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : undefined,
}

const REAL: Primitive = {
  expected: 'a decimal number that a double holds exactly',
  read: text => {
    if (isPlainNumber(text)) return Number(text)
    const [, sign = '', whole = '', fraction = '', exponent = ''] =
      /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?\s*$/.exec(text) ?? []
    if (whole === '' && fraction === '') return undefined
    const number = `${sign === '-' ? '-' : ''}${whole || '0'}.${fraction || '0'}e${exponent || '0'}`
    return isExactNumber(number) ? Number(number) : undefined
  },
  write: value => (typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined),
}

/** By the type of the attribute table. Bytes are one base64 text, in JSON as in XML. */
const PRIMITIVES: Readonly<Record<string, Primitive>> = {
  String: TEXT,
  Character: TEXT,
  Byte: TEXT,
  Iso8601_date_time: TEXT,
  Boolean: BOOLEAN,
  Integer: INTEGER,
  Real: REAL,
}

export function primitive(type: string): Primitive | undefined {
  return PRIMITIVES[type]
}
