import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDate, parseDateTime, parseDuration, parseTime } from './index.ts'

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
