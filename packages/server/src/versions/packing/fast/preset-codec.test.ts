/** Streams that are kept give what the documented functions of `node:zlib` give, document after document. */
import { strict as assert } from 'node:assert'
import { createHook } from 'node:async_hooks'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Preset, presetWith } from '../preset.ts'
import * as plain from './preset-codec.plain.ts'
import { openDeflater, openInflater } from './preset-codec.ts'

const LEVEL = 3

const presets = ['{"_type":"COMPOSITION","name":{"_type":"DV_TEXT","value":"', 'ä€😀 {"magnitude":', 'x'].map(
  presetWith,
)
const [first, second] = presets as [Preset, Preset]

const { deflate: packed } = plain.openDeflater(LEVEL)
const { inflate: unpacked } = plain.openInflater()

/** Some short, some longer than the room for output, some that cannot be compressed. */
const text = fc
  .tuple(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom(0, 1, 2, 50, 2000))
  .map(([part, times]) => part.repeat(times))
const document = fc.tuple(text, fc.constantFrom(...presets))

const noise = (length: number) =>
  Array.from({ length }, (_, at) =>
    String.fromCodePoint(33 + ((at * at * 7919 + at * 104_729) % 60_000)),
  ).join('')

/** A stream that was reset may find a repetition of three bytes that a new one misses: one document in ten thousand is two bytes shorter. */
const assertAsShort = (bytes: Buffer, expected: Buffer): void =>
  assert.ok(bytes.length <= expected.length + 2, `${bytes.length} bytes instead of ${expected.length}`)

/** Counts the streams of zlib that are made meanwhile. */
function streamsMadeBy(work: () => void): number {
  let made = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') made += 1
    },
  }).enable()
  try {
    work()
    return made
  } finally {
    hook.disable()
  }
}

describe('a codec of presets', () => {
  it('makes one stream to read and one to pack, for all documents of a preset', () => {
    const [inflater, deflater] = [openInflater(), openDeflater(LEVEL)]
    const work = (preset: Preset) => () => {
      for (let at = 0; at < 20; at++) inflater.inflate(deflater.deflate(`document ${at}`, preset), preset)
    }
    assert.deepEqual(
      [first, second, first].map(preset => streamsMadeBy(work(preset))),
      [2, 2, 0],
    )
  })

  it('packs as short as the documented function, and both read the same text, one document after the other', () => {
    const [inflater, deflater] = [openInflater(), openDeflater(LEVEL)]
    fc.assert(
      fc.property(fc.array(document, { maxLength: 6 }), documents => {
        for (const [given, preset] of documents) {
          const bytes = deflater.deflate(given, preset)
          assertAsShort(bytes, packed(given, preset))
          assert.equal(unpacked(bytes, preset), Buffer.from(given).toString())
          assert.equal(inflater.inflate(bytes, preset), Buffer.from(given).toString())
        }
      }),
      { verbose: true },
    )
  })

  it('packs and reads texts that are longer than its room', () => {
    const [inflater, deflater] = [openInflater(), openDeflater(LEVEL)]
    const lengths = [64, 128, 129, 300].flatMap(kibi => [-1, 0, 1].map(more => kibi * 1024 + more))
    for (const length of lengths)
      for (const given of ['a'.repeat(length), '€'.repeat(length), noise(length)]) {
        const bytes = deflater.deflate(given, first)
        assertAsShort(bytes, packed(given, first))
        assert.ok(unpacked(bytes, first) === Buffer.from(given).toString())
        assert.ok(inflater.inflate(bytes, first) === unpacked(bytes, first))
        assert.equal(inflater.inflate(deflater.deflate('short', second), second), 'short')
      }
  })

  it('gives bytes that later documents do not change', () => {
    const deflater = openDeflater(LEVEL)
    const bytes = deflater.deflate('the first text', first)
    const copy = Buffer.from(bytes)
    deflater.deflate('another text, and a longer one', first)
    assert.deepEqual(bytes, copy)
  })

  it('refuses bytes that were cut, changed or packed for nothing, as the documented function, and reads the next document', () => {
    const inflater = openInflater()
    const good = packed('{"_type":"DV_TEXT","value":"good"}', first)
    const resultOf = (read: () => string) => {
      try {
        return read()
      } catch {
        return undefined
      }
    }
    const same = (bytes: Buffer, preset: Preset) =>
      assert.equal(
        resultOf(() => inflater.inflate(bytes, preset)),
        resultOf(() => unpacked(bytes, preset)),
      )
    const change = fc.record({ at: fc.nat(), bits: fc.integer({ min: 1, max: 255 }), kept: fc.nat() })
    fc.assert(
      fc.property(document, change, ([given, preset], { at, bits, kept }) => {
        const whole = packed(given, preset)
        const changed = Buffer.from(whole)
        changed[at % whole.length] = (changed[at % whole.length] ?? 0) ^ bits
        same(changed, preset)
        same(whole.subarray(0, kept % whole.length), preset)
        assert.throws(() => inflater.inflate(whole.subarray(0, -1), preset))
        assert.equal(inflater.inflate(good, first), '{"_type":"DV_TEXT","value":"good"}')
      }),
      { verbose: true },
    )
    assert.throws(() => inflater.inflate(Buffer.from('no deflate'), first))
    assert.throws(() => inflater.inflate(Buffer.alloc(0), first))
  })

  it('reads a document with the text of its preset alone, also after others, and after a failure', () => {
    const inflater = openInflater()
    const twin: Preset = { ...first, text: Buffer.from(first.text.toString().toUpperCase()) }
    const bytes = packed(first.text.toString(), first)
    assert.equal(inflater.inflate(bytes, first), first.text.toString())
    assert.equal(inflater.inflate(bytes, twin), twin.text.toString())
    assert.throws(() => inflater.inflate(bytes.subarray(0, 1), first))
    assert.equal(inflater.inflate(bytes, first), first.text.toString())
  })

  it('works with more presets than it keeps', () => {
    const [inflater, deflater] = [openInflater(), openDeflater(LEVEL)]
    const many = Array.from({ length: 400 }, (_, at) => presetWith(`preset ${at} `.repeat(100)))
    for (const round of [1, 2])
      for (const preset of many) {
        const given = `${preset.text.toString().slice(0, 300)} in round ${round}`
        const bytes = deflater.deflate(given, preset)
        assert.ok(bytes.length < 40)
        assert.equal(inflater.inflate(bytes, preset), given)
      }
  })
})
