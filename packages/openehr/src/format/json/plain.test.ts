/** When a document can be kept as it came: only where the printer would write it the same, to the character. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJsonText, printJson } from './index.ts'

const PLAIN = [
  '{"_type":"DV_TEXT","value":"a \\"quoted\\" line\\nand\\ttabs \\\\ € 😀 \u2028 \x7f"}',
  '[0,1,-1,12.5,-0.5,0.000001,123456789012345,true,false,null,"",{},[]]',
  '"é"',
  '{"a\\"b":1}',
]
for (const text of PLAIN)
  test(`${text} is kept as it is`, () => {
    assert.equal(printJson(JSON.parse(text)), text)
    assert.equal(parseJsonText(text).printed, text)
    assert.equal(parseJsonText(new TextEncoder().encode(text)).printed, text)
  })

const OTHERWISE = [
  '{"a": 1}',
  ' 1',
  '1\n',
  '[1 ,2]',
  '1.0',
  '1.50',
  '-0',
  '-0.0',
  '0.0000001',
  '-0.00000012',
  '1e3',
  '1E3',
  '"\\/"',
  '"\\u0041"',
  '"\\u001F"',
  '{"\\u0061":1}',
]
for (const text of OTHERWISE)
  test(`${JSON.stringify(text)} is printed otherwise`, () => {
    assert.notEqual(printJson(JSON.parse(text)), text)
    assert.equal(parseJsonText(text).printed, undefined)
  })

/** A number as somebody may write it. */
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.nat({ max: 10 ** 9 }),
    fc.stringMatching(/^(\.\d{1,9})?([eE][+-]?\d)?$/),
  )
  .map(([sign, whole, rest]) => `${sign}${whole}${rest}`)
const blank = fc.constantFrom('', '', '', ' ', '\n')
const string = fc.oneof(
  fc.string({ unit: 'binary' }).map(text => JSON.stringify(text)),
  fc.stringMatching(/^"([a-z€]|\\[nrtbf"\\/]|\\u00[0-7][1-9a-fA-F])*"$/),
)
const { document } = fc.letrec<{ document: string }>(tie => ({
  document: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    number,
    string,
    fc.constantFrom('true', 'false', 'null', '[]', '{}'),
    fc
      .tuple(fc.array(tie('document'), { maxLength: 4 }), blank)
      .map(([items, gap]) => `[${items.join(`,${gap}`)}]`),
    fc
      .tuple(fc.uniqueArray(fc.stringMatching(/^[a-z_]{1,6}$/), { maxLength: 4 }), tie('document'), blank)
      .map(([keys, value, gap]) => `{${keys.map(key => `"${key}":${gap}${value}`).join()}}`),
  ),
}))

test('what is kept is what would be printed, whatever is sent', () => {
  let kept = 0
  fc.assert(
    fc.property(document, text => {
      let parsed: ReturnType<typeof parseJsonText>
      try {
        parsed = parseJsonText(text)
      } catch {
        return
      }
      if (parsed.printed === undefined) return
      kept += 1
      assert.equal(parsed.printed, text)
      assert.equal(printJson(parsed.value), text)
    }),
    { numRuns: 3000 },
  )
  assert.ok(kept > 300, `${kept} documents were kept`)
})
