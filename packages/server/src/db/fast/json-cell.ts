/**
 * Cells as JSON texts, made of the texts that the database sends. The definition is `JSON.stringify` of the value that the
 * driver reads; what is certain to print the same is passed on as it came, without a value in between.
 */
import pg from 'pg'
import { jsonPrinter as printValue } from './json-cell.plain.ts'

/** At most 15 digits, which a double holds exactly. */
const WHOLE = /^(?:0|-?[1-9]\d{0,14})$/
const FRACTION = /^-?(?:0|[1-9]\d*)\.\d*[1-9]$/

/** JavaScript prints these with the same digits; very small numbers it prints with an exponent. */
const isPrintedSame = (number: string): boolean =>
  WHOLE.test(number) || (number.length <= 16 && FRACTION.test(number) && !number.includes('.00000'))

/** Text of json or jsonb. */
function printJson(text: string): string {
  switch (text.charCodeAt(0)) {
    case 0x22: // A string: PostgreSQL and JavaScript escape the same characters, but not always the same way.
      return text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text
    case 0x74: // true
    case 0x66: // false
    case 0x6e: // null
      return text
    case 0x7b:
    case 0x5b:
      return JSON.stringify(JSON.parse(text))
    default:
      return isPrintedSame(text) ? text : JSON.stringify(JSON.parse(text))
  }
}

const printText = (text: string): string => JSON.stringify(text)

/** PostgreSQL prints no character of an id that JSON escapes. */
const printId = (text: string): string => `"${text}"`

const { JSON: JSON_TYPE, JSONB, TEXT, UUID } = pg.types.builtins

const PRINTERS: ReadonlyMap<number, (text: string) => string> = new Map([
  [JSON_TYPE, printJson],
  [JSONB, printJson],
  [TEXT, printText],
  [UUID, printId],
])

/** The printer of a column of this type, for texts that are not NULL. */
export const jsonPrinter = (type: number): ((text: string) => string) =>
  PRINTERS.get(type) ?? printValue(type)
