/** JSON text by hand: as `JSON.stringify` writes it, but for what jsonb cannot store. */
import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import fc from 'fast-check'
import { CLOSE, COMMA, JsonText, OPEN, storable } from './json-text.ts'

const json = new JsonText()

function written(text: string): string {
  json.begin()
  json.string(text)
  return json.text()
}

const awkward = fc.constantFrom(
  '"',
  '\\',
  '\0',
  '\n',
  '\x1f',
  '\x7f',
  'Ä',
  '\u2028',
  '\ud800',
  '\udfff',
  '😀',
  '\ue000',
)
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: fc.oneof(awkward, fc.constantFrom('a', ' ', '/')), maxLength: 120 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 120 }),
)

test('every character is written as JSON has it, but for what jsonb refuses', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const value = `a${String.fromCharCode(code)}b`
    const refused = code === 0 || (code >= 0xd800 && code <= 0xdfff)
    assert.equal(written(value), refused ? '"a\ufffdb"' : JSON.stringify(value))
  }
})

test('a text is the same whether it is written character by character or by JSON.stringify', () => {
  fc.assert(
    fc.property(text, value => {
      assert.equal(written(value), storable(value))
    }),
    { numRuns: 500 },
  )
})

test('an object of any length is what its members say, whatever was written before', () => {
  const members = fc.array(fc.tuple(text, fc.constantFrom(1, 40, 2000)), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(members, given => {
      const values = given.map(([value, times]) => value.repeat(times))
      json.begin()
      json.plain('left behind')
      json.begin()
      values.forEach((value, at) => {
        json.member(at === 0 ? OPEN : COMMA, String(at))
        json.string(value)
      })
      json.member(COMMA, 'number')
      json.plain('-1.5')
      json.character(CLOSE)
      const expected = values.map((value, at) => `"${at}":${storable(value)}`).join()
      assert.equal(json.text(), `{${expected},"number":-1.5}`)
    }),
    { numRuns: 50 },
  )
})
