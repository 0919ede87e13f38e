/** The canonical form of printed text is that of the data, for whatever can be printed. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { corpusMissing, corpusPath } from '../../../fixtures/corpus.ts'
import { canonicalize, canonicalizeText, printJson } from './index.ts'

const textOf = (printed: string): string => new TextDecoder().decode(canonicalizeText(printed))

const CASES: unknown[] = [
  {},
  [],
  0,
  -1.5,
  'text',
  null,
  { b: 1, a: 2 },
  { b: { d: 1, c: [{ f: 1, e: [] }, 'x,y}', true] }, a: { z: 'a "quoted" } text, {', y: '\\' } },
  { ab: 1, a: 2, abc: 3, '': 4 },
  { _type: 'DV_TEXT', Value: 'é € 😀 \u2028 \n', value: 'long '.repeat(50), name: {} },
  { é: 1, a: 2, '😀': 3, '\ue000': 4 },
  { 'b"': 1, 'b\\': 2, b: 3, 'b\n': 4, 'b!': 5 },
  { 10: 1, 9: 2, a: 3 },
  { text: 'it says \\ud800', b: 1, a: 2 },
  { constructor: 1, __proto: 2, a: 3 },
]

describe('the canonical form of printed text', () => {
  for (const value of CASES)
    it(`is that of the data: ${printJson(value).slice(0, 60)}`, () =>
      assert.equal(textOf(printJson(value)), canonicalize(value)))

  it('is that of the data, whatever they are', () => {
    const key = fc.oneof(fc.stringMatching(/^[a-d_]{0,3}$/), fc.string({ unit: 'binary', maxLength: 3 }))
    const value = fc.jsonValue({ depthSize: 'large', maxDepth: 6, stringUnit: 'binary' })
    const nested = fc.dictionary(key, fc.oneof(value, fc.dictionary(key, value)))
    fc.assert(
      fc.property(fc.oneof(value, nested), data => {
        const printed = printJson(data)
        let expected: string | undefined
        try {
          expected = canonicalize(JSON.parse(printed))
        } catch {
          // Half a surrogate pair: both must refuse it.
        }
        if (expected === undefined) assert.throws(() => textOf(printed))
        else assert.equal(textOf(printed), expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('is that of the data for the documents of the corpus', { skip: corpusMissing }, () => {
    const folder = corpusPath('performance-test/compositions/repeatable')
    for (const name of readdirSync(folder)) {
      const data: unknown = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))
      assert.equal(textOf(printJson(data)), canonicalize(data), name)
    }
  })
})
