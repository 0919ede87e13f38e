/** The readers of dates and times against the forms of ISO 8601, as regular expressions say them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseDate, parseDateTime, parseTime } from './index.ts'

/** The forms as regular expressions: the fields that the readers must find. */
const DATE_FORM = '(?<year>\\d{4})(?:-(?<month>\\d\\d)(?:-(?<day>\\d\\d))?|(?<m>\\d\\d)(?<d>\\d\\d)?)?'
const ZONE_FORM = '(?<zone>Z|(?<sign>[+-])(?<zh>\\d\\d)(?::?(?<zm>\\d\\d))?)?'
const timeForm = (colon: string) =>
  `(?<hour>\\d\\d)(?:${colon}(?<minute>\\d\\d)(?:${colon}(?<second>\\d\\d)(?:[.,](?<fraction>\\d+))?)?)?${ZONE_FORM}`
const FORMS = [
  { parse: parseDate, forms: [DATE_FORM] },
  { parse: parseTime, forms: [`T?${timeForm(':')}`, `T?${timeForm('')}`] },
  {
    parse: parseDateTime,
    forms: [
      DATE_FORM,
      `(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)T${timeForm(':')}`,
      `(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)T${timeForm('')}`,
    ],
  },
].map(({ parse, forms }) => ({ parse, forms: forms.map(form => new RegExp(`^${form}$`)) }))

const ofForm = (groups: Readonly<Record<string, string | undefined>>): object | undefined => {
  const { m, d, zone, sign, zh, zm, fraction, ...rest } = groups
  const numbers = { ...rest, month: rest['month'] ?? m, day: rest['day'] ?? d }
  const fields: Record<string, number | string> = {}
  for (const [name, text] of Object.entries(numbers)) if (text !== undefined) fields[name] = Number(text)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields as Record<string, number>
  // A day that the month does not have becomes one of the next month.
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  const zoned = [Number(zh ?? 0), Number(zm ?? 0)] as const
  const noZone = sign === '-' ? zoned[0] > 12 || zoned[0] < 1 : zoned[0] > 14
  if (month < 1 || month > 12 || day < 1 || day > last) return undefined
  if (hour > 23 || minute > 59 || second > 60 || noZone || zoned[1] > 59) return undefined
  if (fraction !== undefined) fields['fraction'] = fraction
  if (zone !== undefined) fields['offset'] = (zoned[0] * 60 + zoned[1]) * (sign === '-' ? -1 : 1)
  return fields
}

test('a text has the fields that the forms of ISO 8601 find in it, or is refused with them', () => {
  const whole = fc.constantFrom(
    '2026-11-14T10:00:00Z',
    '20261114T100000.5',
    '2016-12-31T23:59:60,25+01:00',
    '2020-02-29T10+0530',
    '2020-02-29',
    '202002',
    '10:30:00-03',
    'T1030Z',
  )
  const change = fc.tuple(
    fc.nat({ max: 30 }),
    fc.constantFrom('', ...'0123456789:-T.,Z+ '),
    fc.constantFrom(0, 1, 1, 1),
  )
  fc.assert(
    fc.property(whole, fc.array(change, { maxLength: 3 }), (text, changes) => {
      const changed = changes.reduce<string>(
        (made, [at, character, over]) => made.slice(0, at) + character + made.slice(at + over),
        text,
      )
      for (const { parse, forms } of FORMS) {
        const groups = forms.map(form => form.exec(changed)?.groups).find(found => found !== undefined)
        const { precision, magnitude, whole: start, end, ...fields } = parse(changed) ?? {}
        assert.deepEqual(
          precision === undefined ? undefined : fields,
          groups === undefined ? undefined : ofForm(groups),
          changed,
        )
      }
    }),
    { numRuns: 20_000 },
  )
})
