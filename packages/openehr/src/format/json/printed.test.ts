/** The mark of documents that are as `printJson` would print them: whoever trusts it stores the text as it came. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../problem.ts'
import { parseJsonDocument, printJson } from './index.ts'

const PRINTED = [
  ...[
    '{}',
    '[1]',
    'null',
    '{"a":{"b":[true,false,null,""]}}',
    '{"ü":"\u2028 Zoë 😀"}',
    '{"1":0,"2":0,"a":0}',
  ],
  ...[
    '0',
    '7',
    '-7',
    '100',
    '0.5',
    '0.05',
    '-0.25',
    '120.3',
    '1e+21',
    '1e-7',
    '0.000001',
    '9007199254740991',
  ],
]
for (const text of PRINTED)
  test(`${text} is marked as printed`, () => {
    assert.equal(parseJsonDocument(text).printed, text)
    assert.equal(printJson(JSON.parse(text)), text)
  })

const NOT_PRINTED = [
  ...[' 1', '1\n', '{ "a":1}', '{"a" :1}', '{"a": 1}', '{"a":1 }', '[1, 2]', '[1\t]', '[ ]'],
  ...['"\\u0041"', '"\\/"', '{"\\u0041":1}'],
  ...[
    '-0',
    '1.0',
    '120.50',
    '0.0',
    '-0.0',
    '1e2',
    '1E+21',
    '1e21',
    '0.0000001',
    '1.5e3',
    '100000000000000000000000',
  ],
]
for (const text of NOT_PRINTED)
  test(`${JSON.stringify(text)} is not`, () => {
    assert.equal(parseJsonDocument(text).printed, undefined)
    assert.notEqual(printJson(JSON.parse(text)), text)
  })

test('a byte order mark is no part of the printed document', () => {
  assert.equal(parseJsonDocument('\ufeff{"a":1}').printed, '{"a":1}')
})

/** A value with white space here and there, and numbers in several spellings. */
const spelled = fc
  .tuple(
    fc.jsonValue({ maxDepth: 4 }),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '', ' ', '\n', '.0', '0', 'e0', 'E1', '-', '\\/')), {
      maxLength: 2,
    }),
  )
  .map(([value, changes]) =>
    changes.reduce((text, [at, piece]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + piece + text.slice(place)
    }, JSON.stringify(value)),
  )

test('whatever is marked is what its value is printed as', () => {
  fc.assert(
    fc.property(spelled, text => {
      try {
        const { value, printed } = parseJsonDocument(text)
        if (printed !== undefined) assert.equal(printJson(value), printed)
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem
      }
    }),
    { numRuns: 3000 },
  )
})

test('whatever is printed without an escape is marked', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
      const text = JSON.stringify(value)
      try {
        assert.equal(parseJsonDocument(text).printed, text.includes('\\') ? undefined : text)
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem
      }
    }),
    { numRuns: 1000 },
  )
})
