/** The form of stored documents is that of RFC 8785, whatever the data are. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { corpusMissing, corpusPath } from '../../../fixtures/corpus.ts'
import { canonicalForm, canonicalize } from './index.ts'

const CASES: unknown[] = [
  {},
  [],
  0,
  -0,
  1e21,
  2 ** 53,
  -1.5,
  'text',
  null,
  true,
  { b: 1, a: 2 },
  { b: { d: 1, c: [{ f: 1, e: [] }, 'x,y}', true] }, a: { z: 'a "quoted" } text, {', y: '\\' } },
  { ab: 1, a: 2, abc: 3, '': 4 },
  { _type: 'DV_TEXT', Value: 'é € 😀 \u2028 \n', value: 'long '.repeat(50), name: {} },
  { é: 1, a: 2, '😀': 3, '\ue000': 4 },
  { 'b"': 1, 'b\\': 2, b: 3, 'b\n': 4, 'b!': 5 },
  { 10: 1, 9: 2, a: 3 },
  { a: { b: 1, 1: [{ d: 1, c: 2 }] } },
  { text: 'it says \\ud800', b: 1, a: 2 },
  { text: 'null and void', b: null, a: undefined },
  { constructor: 1, __proto: 2, a: 3 },
  JSON.parse('{"b":1,"__proto__":{"d":1,"c":2},"a":3}'),
  Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${(at * 7) % 40}`, at])),
]

const REFUSED: Readonly<Record<string, unknown>> = {
  NaN: { a: [Number.NaN] },
  Infinity: { a: { b: Number.POSITIVE_INFINITY } },
  undefined: undefined,
  'undefined in a list': { a: [undefined] },
  'a function': { a: () => 1 },
  'a bigint': { a: 1n },
  'half a surrogate pair': { b: 1, a: 'x\ud800' },
  'half a surrogate pair in a key': { b: 1, 'a\udc00': 2 },
}

/** Keys in the order in which a walk meets them. */
const orderOf = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? undefined
    : Object.entries(value).map(([key, inner]) => [key, orderOf(inner)])

function compare(data: unknown): void {
  let expected: string | undefined
  try {
    expected = canonicalize(data)
  } catch {
    // Half a surrogate pair: both must refuse it.
  }
  if (expected === undefined) assert.throws(() => canonicalForm(data))
  else assert.equal(canonicalForm(data).text, expected)
}

const key = fc.oneof(fc.stringMatching(/^[a-d_]{0,3}$/), fc.string({ unit: 'binary', maxLength: 3 }))
const json = fc.jsonValue({ depthSize: 'large', maxDepth: 6, stringUnit: 'binary' })
const data = fc.oneof(json, fc.dictionary(key, fc.oneof(json, fc.dictionary(key, json))))

describe('the form of stored documents', () => {
  for (const value of CASES)
    it(`is that of RFC 8785: ${JSON.stringify(value).slice(0, 60)}`, () =>
      assert.equal(canonicalForm(value).text, canonicalize(value)))

  for (const [name, value] of Object.entries(REFUSED))
    it(`is refused as the definition refuses it: ${name}`, () => {
      const problem = { code: 'format.invalid' }
      assert.throws(() => canonicalize(value), problem)
      assert.throws(() => canonicalForm(value), problem)
    })

  it('is that of RFC 8785, whatever the data are', () =>
    fc.assert(fc.property(data, compare), { numRuns: 3000 }))

  it('has a value with the members in the order of the text', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), given => {
        const { value, text } = canonicalForm(given)
        assert.deepEqual(value, given)
        assert.deepEqual(orderOf(value), orderOf(JSON.parse(text)))
      }),
    ))

  it('leaves the given data as they are, and shares parts in order', () => {
    const given = { b: { y: 1, x: [{ n: 1, m: 2 }] }, a: { _type: 'DV_TEXT', value: 'x' } }
    const before = JSON.stringify(given)
    const { value } = canonicalForm(given)
    assert.equal(JSON.stringify(given), before)
    assert.equal(value.a, given.a)
    assert.equal(canonicalForm(value).value, value)
  })

  it('is its own canonical form', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), given => {
        const { text } = canonicalForm(given)
        assert.equal(canonicalForm(JSON.parse(text)).text, text)
      }),
    ))

  it('is that of RFC 8785 for the documents of the corpus', { skip: corpusMissing }, () => {
    const folder = corpusPath('performance-test/compositions/repeatable')
    for (const name of readdirSync(folder)) compare(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))
  })
})
