import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
  printDate,
  printDateTime,
  printDuration,
  printTime,
} from './index.ts'

const upTo = (max: number, width: number) =>
  fc.integer({ min: 0, max }).map(value => String(value).padStart(width, '0'))

test('what is printed reads back as the same value, and extended text prints as it was', () => {
  const date = fc.tuple(upTo(9999, 4), upTo(11, 2), upTo(27, 2)).map(([y, m, d]) => {
    const month = String(Number(m) + 1).padStart(2, '0')
    return `${y}-${month}-${String(Number(d) + 1).padStart(2, '0')}`
  })
  const zone = fc.constantFrom('', 'Z', '+02:00', '-03:30', '+14:00')
  const time = fc
    .tuple(upTo(23, 2), upTo(59, 2), upTo(59, 2), fc.option(upTo(999_999, 1), { nil: undefined }), zone)
    .map(([h, m, s, f, z]) => `${h}:${m}:${s}${f === undefined ? '' : `.${f}`}${z}`)
  fc.assert(
    fc.property(date, time, fc.integer({ min: 4, max: 10 }), (day, clock, cut) => {
      const whole = parseDateTime(`${day}T${clock}`)
      assert.ok(whole)
      assert.equal(printDateTime(whole), `${day}T${clock}`)
      const part = parseDate(day.slice(0, cut))
      if (part) assert.equal(printDate(part), day.slice(0, cut))
      const alone = parseTime(clock)
      assert.ok(alone)
      assert.equal(printTime(alone), clock)
      const basic = parseDateTime(`${day.replaceAll('-', '')}T${clock.replaceAll(':', '')}`)
      assert.deepEqual(basic, whole)
    }),
  )
})

test('a duration prints as it was written', () => {
  for (const text of ['P1Y2M3W4DT5H6M7.080S', '-P2M', 'PT0S', 'P1W3D', 'PT36H']) {
    const value = parseDuration(text)
    assert.ok(value)
    assert.equal(printDuration(value), text)
  }
})

test('any text is a value that prints and reads back the same, or none', () => {
  const piece = fc.constantFrom(
    '2',
    '0',
    '1',
    '19',
    '59',
    '-',
    ':',
    'T',
    'Z',
    '+',
    '.',
    ',',
    'P',
    'Y',
    'M',
    'D',
    'W',
    'H',
    'S',
    '2021-10-24',
    'T10:30',
  )
  const kinds = [
    { parse: parseDate, print: printDate },
    { parse: parseTime, print: printTime },
    { parse: parseDateTime, print: printDateTime },
    { parse: parseDuration, print: printDuration },
  ] as readonly { parse: (text: string) => object | undefined; print: (value: never) => string }[]
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      for (const { parse, print } of kinds) {
        const value = parse(pieces.join(''))
        if (value !== undefined) assert.deepEqual(parse(print(value as never)), value)
      }
    }),
    { numRuns: 5000 },
  )
})
