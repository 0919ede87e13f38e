/** Documents are printed as the plain definition of RFC 8785 prints them, whatever they hold. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { corpusMissing, corpusPath } from '../../../../fixtures/corpus.ts'
import { canonicalize, canonicalNames, printCanonical } from '../index.ts'

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

function compare(data: unknown): void {
  let expected: string | undefined
  try {
    expected = canonicalize(data)
  } catch {
    // Half a surrogate pair: both must refuse it.
  }
  if (expected === undefined) assert.throws(() => printCanonical(data))
  else assert.equal(printCanonical(data), expected)
}

const key = fc.oneof(fc.stringMatching(/^[a-d_]{0,3}$/), fc.string({ unit: 'binary', maxLength: 3 }))
const json = fc.jsonValue({ depthSize: 'large', maxDepth: 6, stringUnit: 'binary' })
const data = fc.oneof(json, fc.dictionary(key, fc.oneof(json, fc.dictionary(key, json))))

describe('the form of stored documents', () => {
  for (const value of CASES)
    it(`is that of RFC 8785: ${JSON.stringify(value).slice(0, 60)}`, () =>
      assert.equal(printCanonical(value), canonicalize(value)))

  for (const [name, value] of Object.entries(REFUSED))
    it(`is refused as the definition refuses it: ${name}`, () => {
      const problem = { code: 'format.invalid' }
      assert.throws(() => canonicalize(value), problem)
      assert.throws(() => printCanonical(value), problem)
    })

  it('is that of RFC 8785, whatever the data are', () =>
    fc.assert(fc.property(data, compare), { numRuns: 3000 }))

  it('is that of RFC 8785 for more shapes of objects than are kept, and for long documents', () => {
    const names = Array.from({ length: 40 }, (_, at) => `n${at}`)
    // A few long texts are enough: with all of them long, the document has 200 MB.
    const textOf = (at: number) => 'ü'.repeat(at % 50 === 0 ? at : 40)
    const members = Array.from({ length: 3000 }, (_, at) =>
      Object.fromEntries(
        names.slice(at % 37).map((name, place) => [name + (at % 41), { place, é: textOf(at) }]),
      ),
    )
    for (const each of [members, members.toReversed()]) compare(each)
  })

  it('has the members of each object in the order of their names', () =>
    fc.assert(
      fc.property(fc.dictionary(key, fc.integer()), given =>
        assert.deepEqual(canonicalNames(given), Object.keys(given).sort()),
      ),
    ))

  it('is that of RFC 8785 for the documents of the corpus', { skip: corpusMissing }, () => {
    const folder = corpusPath('performance-test/compositions/repeatable')
    for (const name of readdirSync(folder)) compare(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))
  })
})
