import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { correctionOf, formatBits, MASKS, qrCode } from './qr-code.ts'

/** A reader by the standard, for codes without damage: it shares nothing with the writer but the masks. */
function read(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length
  const version = (size - 17) / 4
  const isDark = (x: number, y: number) => modules[y]?.[x] === true
  const format = [0, 1, 2, 3, 4, 5, 7, 8]
    .map(y => isDark(8, y))
    .concat([7, 5, 4, 3, 2, 1, 0].map(x => isDark(x, 8)))
  const bits = format.reduce((sum, dark, at) => sum | (Number(dark) << at), 0)
  const mask = [0, 1, 2, 3, 4, 5, 6, 7].find(each => formatBits(each) === bits)
  assert.ok(mask !== undefined, 'the format is that of a mask at level L')
  const centres = ALIGNMENTS[version] ?? []
  const isFixed = (x: number, y: number): boolean =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x > size - 9 && y < 9) ||
    (x < 9 && y > size - 9) ||
    (version >= 7 && ((x < 6 && y > size - 12) || (y < 6 && x > size - 12))) ||
    centres.some(
      cx =>
        Math.abs(x - cx) <= 2 &&
        centres.some(
          cy =>
            Math.abs(y - cy) <= 2 &&
            !(cx === 6 && cy === 6) &&
            !(cx === 6 && cy === size - 7) &&
            !(cy === 6 && cx === size - 7),
        ),
    )
  const stream: number[] = []
  const pairs = Array.from({ length: (size - 1) / 2 }, (_, at) => size - 1 - 2 * at).map(x =>
    x <= 6 ? x - 1 : x,
  )
  for (const [at, right] of pairs.entries())
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = at % 2 === 0 ? size - 1 - step : step
        if (!isFixed(x, y)) stream.push(Number(isDark(x, y) !== MASKS[mask]?.(x, y)))
      }
  const bytes = Array.from({ length: stream.length >> 3 }, (_, at) =>
    Number.parseInt(stream.slice(8 * at, 8 * at + 8).join(''), 2),
  )
  const [blocks = 0, data = 0, correction = 0] = BLOCKS[version] ?? []
  const parts = Array.from({ length: blocks }, (_, block) => {
    const every = (from: number, count: number) =>
      Array.from({ length: count }, (_each, at) => bytes[from + at * blocks + block] ?? 0)
    return [every(0, data), every(data * blocks, correction)] as const
  })
  for (const [words, check] of parts) assertNoErrors([...words, ...check], correction)
  const digits = parts
    .flatMap(([words]) => words)
    .map(each => each.toString(2).padStart(8, '0'))
    .join('')
  assert.equal(digits.slice(0, 4), '0100')
  const length = Number.parseInt(digits.slice(4, 12), 2)
  const text = Array.from({ length }, (_, at) => Number.parseInt(digits.slice(12 + 8 * at, 20 + 8 * at), 2))
  return Buffer.from(text).toString('utf8')
}

/** Annex E. */
const ALIGNMENTS: Readonly<Record<number, readonly number[]>> = {
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
}

/** Table 9, level L: blocks, bytes of data and of error correction in each. */
const BLOCKS: Readonly<Record<number, readonly [number, number, number]>> = {
  1: [1, 19, 7],
  2: [1, 34, 10],
  3: [1, 55, 15],
  4: [1, 80, 20],
  5: [1, 108, 26],
  6: [2, 68, 18],
  7: [2, 78, 20],
  8: [2, 97, 24],
  9: [2, 116, 30],
}

const multiply = (a: number, b: number): number => {
  let product = 0
  for (let [left, right] = [a, b]; right > 0; right >>= 1) {
    if (right & 1) product ^= left
    left = left & 0x80 ? (left << 1) ^ 0x11d : left << 1
  }
  return product
}

/** The polynomial of a block is zero at each root of the generator. */
function assertNoErrors(words: readonly number[], roots: number): void {
  let root = 1
  for (let at = 0; at < roots; at++) {
    assert.equal(
      words.reduce((sum, word) => multiply(sum, root) ^ word, 0),
      0,
    )
    root = multiply(root, 2)
  }
}

describe('a QR code', () => {
  it('has the error correction of the well-known example', () => {
    const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    assert.deepEqual(correctionOf(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
  })

  it('has the format of the table of the standard', () => {
    assert.equal(formatBits(0).toString(2), '111011111000100')
    assert.equal(formatBits(4).toString(2), '110011000101111')
    assert.equal(formatBits(7).toString(2), '110100101110110')
  })

  it('says its version from 7 on, twice', () => {
    const modules = qrCode('x'.repeat(150))
    assert.equal(modules.length, 45)
    const right = Array.from({ length: 18 }, (_, at) => Number(modules[Math.floor(at / 3)]?.[34 + (at % 3)]))
    const below = Array.from({ length: 18 }, (_, at) => Number(modules[34 + (at % 3)]?.[Math.floor(at / 3)]))
    assert.equal(right.reverse().join(''), '000111110010010100')
    assert.equal(below.reverse().join(''), '000111110010010100')
  })

  it('is read again, for texts of every length', () => {
    for (let length = 1; length <= 230; length++) {
      const text = Array.from(
        { length },
        (_, at) => 'otpauth://totp/Cairn?&=%2F47'[(at * 7 + length) % 28],
      ).join('')
      assert.equal(read(qrCode(text)), text, String(length))
    }
  })

  it('of a text that is too long is refused', () => {
    assert.throws(() => qrCode('x'.repeat(231)), /too long/)
  })
})
