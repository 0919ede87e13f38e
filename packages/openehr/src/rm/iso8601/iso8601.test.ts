import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  compareIso,
  type IsoSpan,
  parseDate,
  parseDateTime,
  parseDuration,
  parseTime,
  printDate,
  printDateTime,
  printDuration,
  printTime,
  withinIso,
} from './index.ts'

/** Accepted and refused texts: CNF schedule master17.4 and the rules of BASE foundation types 1.1, chapter 6. */
const TABLE = [
  {
    name: 'date',
    parse: parseDate,
    accepted: [
      '2021',
      '2021-10',
      '2021-10-24',
      '20211024',
      '202110',
      '0000',
      '9999-12-31',
      '2020-02-29',
      '2000-02-29',
    ],
    refused: [
      '',
      '2021-00',
      '2021-13',
      '2021-10-00',
      '2021-10-32',
      '2021-02-29',
      '1900-02-29',
      '2021-04-31',
      '202',
      '20211',
      '2021-1',
      '2021-10-2',
      '12021-10-24',
      '-2021',
      '2021-W10-1',
      '2021-1024',
      '202110-24',
      '2021-10-24T10',
      ' 2021',
      '2021\n',
      '２０２１',
      '2021-10-24Z',
    ],
  },
  {
    name: 'time',
    parse: parseTime,
    accepted: [
      'T10',
      '10',
      'T10:30',
      '10:30',
      '1030',
      'T10:30:47',
      '103047',
      'T10:30:47.5',
      '10:30:47,5',
      'T10:30:47.333333Z',
      '10:30:47-03:00',
      '103047-0300',
      '10:30:47+14:00',
      '10:30:47-12:00',
      '10:30+02',
      'T10Z',
      '23:59:60',
      '10:30:47+0000',
    ],
    refused: [
      '',
      'T',
      'T48',
      '24:00:00',
      '24',
      'T10:95',
      'T10:30:78',
      'T10:30:61',
      'T10.5',
      'T10:05.5',
      '10:30:47.',
      '1:30',
      '10:3',
      '10:30:47+15:00',
      '10:30:47-13:00',
      '10:30:47-00:00',
      '10:30:47+01:60',
      '10:30:47z',
      '10:3047',
      '1030:47',
      '10:30:47 Z',
      'TT10',
    ],
  },
  {
    name: 'date-time',
    parse: parseDateTime,
    accepted: [
      '2021',
      '2021-10',
      '2021-10-24',
      '2021-10-24T10',
      '2021-10-24T10:30',
      '2021-10-24T10:30:47',
      '2021-10-24T10:30:47.5',
      '2021-10-24T10:30:47.333333-03:00',
      '20211024T103047',
      '20211024T103047.5Z',
      '20211024T10',
      '2021-10-24T10:30:47,123+02:00',
      '2021-10-24T10:30:47+0200',
      '2016-12-31T23:59:60Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999999Z',
    ],
    refused: [
      '',
      '2021-00',
      '2021-10-00',
      '2021-10-24T48',
      '2021-10-24T10:95',
      '2021-10-24T10:30:78',
      '2021-10-24T24:00:00',
      '2021-10-24T',
      '2021-10T10',
      '2021T10',
      '2021-10-24 10:30',
      '2021-10-24t10:30',
      '2021-10-24TT10',
      '20211024T10:30',
      '2021-10-24T1030',
      '2021-10-24T10:30:47-00:00',
      'xxxxxxxxxxxxxx',
      '2021-10-24Z',
    ],
  },
  {
    name: 'duration',
    parse: parseDuration,
    accepted: [
      'P1Y',
      'P1Y3M',
      'P1W',
      'P1Y3M4D',
      'P1Y3M4DT2H',
      'P1Y3M4DT2H14M',
      'P1Y3M4DT2H14M5S',
      'P1Y3M4DT2H14M15.5S',
      'P3M1W',
      '-P2M',
      'PT0S',
      'PT2M43,5S',
      'P1W3D',
      'PT36H',
      'PT999999H99M99S',
    ],
    refused: [
      '',
      '1Y',
      'P',
      'PT',
      'P1DT',
      '-P',
      'P1Y3M4DT2H14.5M',
      'P1Y3M4DT2.5H',
      'P1.5Y',
      'P1D1W',
      'P1M1Y',
      'P-2M',
      '+P1D',
      'P1S',
      'PT1D',
      'p1y',
      'P1',
      'PT1.S',
      `P${'9'.repeat(400)}Y`,
      'PT99999999999999999S',
    ],
  },
] as const

for (const { name, parse, accepted, refused } of TABLE) {
  test(`every text that openEHR allows as a ${name} is read`, () => {
    for (const text of accepted) assert.notEqual(parse(text), undefined, text)
  })
  test(`no other text is read as a ${name}`, () => {
    for (const text of refused) assert.equal(parse(text), undefined, text)
  })
}

test('fields, precision and magnitude are those of the specification', () => {
  assert.deepEqual(parseDate('2021-10'), {
    year: 2021,
    month: 10,
    precision: 'month',
    magnitude: 738_429,
    whole: 738_429,
    end: 738_460,
  })
  assert.equal(parseDate('0000-01-01')?.magnitude, 0)
  assert.equal(parseDate('0001-01-01')?.magnitude, 366)
  assert.equal(parseDate('1970-01-01')?.magnitude, 719_528)
  assert.equal(parseTime('10:30:47.5')?.magnitude, 37_847.5)
  assert.equal(parseTime('10:30:47.5')?.precision, 'fraction')
  assert.equal(parseTime('15:19:31+02:00')?.magnitude, parseTime('14:19:31+01:00')?.magnitude)
  assert.equal(parseDateTime('1970-01-01T00:00:00Z')?.magnitude, 719_528 * 86_400)
  assert.equal(parseDateTime('1970-01-01T01:00:00+01:00')?.magnitude, 719_528 * 86_400)
  assert.equal(parseDuration('P1Y3M5D')?.magnitude, (365.24 + 3 * 30.42 + 5) * 86_400)
  assert.equal(parseDuration('-PT1M30.25S')?.magnitude, -90.25)
  assert.equal(parseDuration('PT2M43.5S')?.fraction, '5')
})

test('day numbers agree with the calendar of the platform over 400 years', () => {
  const epoch = parseDate('1970-01-01')?.magnitude ?? 0
  for (let day = -150_000; day < 30_000; day += 17) {
    const text = new Date(day * 86_400_000).toISOString().slice(0, 10)
    assert.equal((parseDate(text)?.magnitude ?? 0) - epoch, day, text)
  }
})

const order = <T extends IsoSpan>(
  parse: (text: string) => T | undefined,
  a: string,
  b: string,
): number | undefined => {
  const [x, y] = [parse(a), parse(b)]
  assert.ok(x !== undefined && y !== undefined)
  return compareIso(x, y)
}

test('values are in order where neither contains the other', () => {
  assert.equal(order(parseDate, '2020', '2021'), -1)
  assert.equal(order(parseDate, '2021-11', '2021-10'), 1)
  assert.equal(order(parseDate, '2021', '20211024'), undefined)
  assert.equal(order(parseDate, '2020', '2021-10'), -1)
  assert.equal(order(parseTime, 'T22', 'T23:20'), -1)
  assert.equal(order(parseTime, 'T22:45', 'T23'), -1)
  assert.equal(order(parseTime, 'T23', 'T23:20'), undefined)
  assert.equal(order(parseTime, '10:00:00.5', '10:00:00.50'), 0)
  assert.equal(order(parseDateTime, '2021-10-24T10:00:00+02:00', '2021-10-24T08:00:00Z'), 0)
  assert.equal(order(parseDateTime, '2021-10-24T10:00:00.0000001Z', '2021-10-24T10:00:00.0000002Z'), -1)
  assert.equal(order(parseDateTime, '2016-12-31T23:59:60Z', '2017-01-01T00:00:01Z'), -1)
})

test('ranges hold values as the conformance schedule says', () => {
  const holds = (value: string, lower: string | undefined, upper: string | undefined): boolean => {
    const [v, l, u] = [parseTime(value), lower && parseTime(lower), upper && parseTime(upper)]
    assert.ok(v)
    return withinIso(v, {
      ...(l ? { lower: l } : {}),
      ...(u ? { upper: u } : {}),
      lowerIncluded: true,
      upperIncluded: true,
    })
  }
  for (const value of ['T10', 'T10:30', 'T10:30:47', 'T10:30:47.5']) {
    for (const [lower, upper] of [
      ['T00', 'T23'],
      ['T00:00', 'T23:59'],
      ['T00:00:00', 'T23:59:59'],
      ['T00:00:00.0', 'T23:59:59.999'],
    ]) {
      assert.ok(holds(value, lower, upper), `${value} in ${lower}..${upper}`)
      assert.ok(holds(value, lower, undefined), `${value} >= ${lower}`)
    }
    for (const [lower, upper] of [
      ['T11', 'T23'],
      ['T11:00', 'T23:59'],
      ['T11:00:00.0', 'T23:59:59.999'],
      ['T00', 'T09'],
      ['T00:00:00.0', 'T09:59:59.999'],
    ])
      assert.ok(!holds(value, lower, upper), `${value} not in ${lower}..${upper}`)
    for (const upper of ['T09', 'T09:59', 'T09:59:59', 'T09:59:59.999'])
      assert.ok(!holds(value, undefined, upper))
  }
  assert.ok(holds('T10:30:47-03:00', 'T00:00:00-03:00', 'T23:59:59-03:00'))
  assert.ok(holds('T23:30', 'T11', 'T23'))
})

test('dates and date-times are within ranges of other precision as the conformance schedule says', () => {
  const rows: readonly (readonly [value: string, lower: string, upper: string, accepted: boolean])[] = [
    ['2021', '1900', '2030', true],
    ['2021', '2022', '2030', false],
    ['2021', '1900', '2020', false],
    ['2021-10', '1900-03', '2030-07', true],
    ['2021-10', '2022-03', '2030-07', false],
    ['2021-10', '1900-03', '2020-07', false],
    ['2021-10-24', '1900-03-13', '2030-07-09', true],
    ['2021-10-24', '2022-03-13', '2030-07-09', false],
    ['2021-10-24', '1900-03-13', '2020-07-09', false],
    ['2021-05', '1900', '2030', true],
    ['2021-05', '2022', '2030', false],
    ['2021-05', '1900', '2021', true],
    ['2021', '2020-07', '2022-03', true],
  ]
  for (const [value, lower, upper, accepted] of rows)
    for (const parse of [parseDate, parseDateTime] as readonly ((text: string) => IsoSpan | undefined)[]) {
      const [v, l, u] = [parse(value), parse(lower), parse(upper)]
      assert.ok(v && l && u)
      const holds = withinIso(v, { lower: l, upper: u, lowerIncluded: true, upperIncluded: true })
      assert.equal(holds, accepted, `${value} in ${lower}..${upper}`)
    }
})

test('an excluded limit is outside', () => {
  const [ten, eleven] = [parseTime('10:00:00'), parseTime('11')]
  assert.ok(ten && eleven)
  assert.ok(!withinIso(ten, { lower: ten, lowerIncluded: false, upperIncluded: true }))
  assert.ok(!withinIso(ten, { upper: ten, lowerIncluded: true, upperIncluded: false }))
  assert.ok(!withinIso(eleven, { lower: eleven, lowerIncluded: false, upperIncluded: true }))
  assert.ok(withinIso(ten, { upper: eleven, lowerIncluded: true, upperIncluded: false }))
})

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
