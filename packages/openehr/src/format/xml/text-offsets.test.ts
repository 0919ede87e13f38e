import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encode, encodePadded } from '../bytes.ts'
import { TextOffsets } from './text-offsets.ts'

/** Characters of one to four bytes, in runs, so that the text is mostly ASCII or mostly not. */
const anyText = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', '<', '\n', 'ä', '\u07ff', '日', '\uffff', '😀'),
      fc.integer({ min: 1, max: 40 }),
    ),
  )
  .map(runs => runs.map(([character, count]) => character.repeat(count)).join(''))

const bytesOf = (text: string): number => encode(text).length

test('padded bytes are the UTF-8 of the text, with zeros behind them', () => {
  fc.assert(
    fc.property(anyText, text => {
      const { bytes, length } = encodePadded(text)
      assert.deepEqual([...bytes.subarray(0, length)], [...encode(text)])
      assert.ok(bytes.length >= length + 8 && bytes.subarray(length).every(byte => byte === 0))
    }),
  )
})

test('an offset in the bytes is the offset of the same character in the text, in whatever order they are asked for', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat({ max: 10_000 }), { maxLength: 20 }), (text, picks) => {
      const { bytes, length } = encodePadded(text)
      const offsets = new TextOffsets(new DataView(bytes.buffer), length, text.length)
      const starts = [0]
      for (const character of text) starts.push((starts.at(-1) ?? 0) + character.length)
      const asked = [...starts, ...picks.map(pick => starts[pick % starts.length] ?? 0)]
      for (const unit of asked) assert.equal(offsets.unitAt(bytesOf(text.slice(0, unit))), unit)
    }),
  )
})

test('a number of units further on is the offset after as many characters', () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat(), (text, one, other) => {
      const { bytes, length } = encodePadded(text)
      const offsets = new TextOffsets(new DataView(bytes.buffer), length, text.length)
      const characters = [...text]
      const from = characters.slice(0, one % (characters.length + 1)).join('')
      const next = characters.slice(0, other % (characters.length + 1)).join('')
      if (next.length < from.length) return
      assert.equal(offsets.after(bytesOf(from), next.length - from.length), bytesOf(next))
    }),
  )
})
