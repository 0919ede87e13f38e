/** The values that are no objects: text, numbers, booleans, as canonical JSON writes them. */
import { parseDateTime } from '../rm/index.ts'
import { type Check, report, show } from './visit.ts'

interface PrimitiveRule {
  readonly expected: string
  readonly fits: (value: unknown) => boolean
}

/** Base64 in groups of four, RFC 4648 section 4; line breaks are let through, as MIME writers add them. */
const BASE64 = /^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/

const TEXT: PrimitiveRule = { expected: 'text', fits: value => typeof value === 'string' }

const RULES: ReadonlyMap<string, PrimitiveRule> = new Map([
  ['String', TEXT],
  ['Boolean', { expected: 'true or false', fits: value => typeof value === 'boolean' }],
  // A double holds integers exactly up to 2^53 - 1: what lies beyond would be changed silently.
  ['Integer', { expected: 'an integer within ±(2^53 - 1)', fits: value => Number.isSafeInteger(value) }],
  ['Real', { expected: 'a number', fits: value => typeof value === 'number' && Number.isFinite(value) }],
  [
    'Character',
    { expected: 'one character', fits: value => typeof value === 'string' && [...value].length === 1 },
  ],
  ['Byte', { expected: 'base64', fits: value => typeof value === 'string' && BASE64.test(value) }],
  [
    'Iso8601_date_time',
    {
      expected: 'an ISO 8601 date and time',
      fits: value => typeof value === 'string' && parseDateTime(value) !== undefined,
    },
  ],
])

const checkOf = ({ expected, fits }: PrimitiveRule): Check => {
  return (value, visit) => {
    if (!fits(value)) report(visit, 'rm.type', expected, show(value))
  }
}

/** The check of any text, which is known by identity: a plan need not call it for a string. */
export const ANY_TEXT: Check = checkOf(TEXT)

const CHECKS: ReadonlyMap<string, Check> = new Map(
  [...RULES].map(([type, rule]) => [type, rule === TEXT ? ANY_TEXT : checkOf(rule)]),
)

/** The check of a primitive type of the attribute table; nothing for a class. */
export const primitiveCheck = (type: string): Check | undefined => CHECKS.get(type)
