import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areSame, isForbiddenAt } from './utf8.ts'

test('bytes at two offsets are the same where each of them is', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40, max: 2 })
  fc.assert(
    fc.property(bytes, fc.nat(), fc.nat(), fc.nat(), (list, first, second, size) => {
      const [one, other] = [first % list.length, second % list.length]
      const length = size % (list.length - Math.max(one, other) + 1)
      assert.equal(
        areSame(new DataView(list.buffer, list.byteOffset, list.length), one, other, length),
        Buffer.compare(list.subarray(one, one + length), list.subarray(other, other + length)) === 0,
      )
    }),
    { numRuns: 2_000 },
  )
})

// XML 1.0, 2.2: Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] | [#x10000-#x10FFFF]
test('the characters of the first plane that XML leaves out are found by their first byte', () => {
  const forbidden = Array.from({ length: 0x10000 }, (_, code) => code).filter(code => {
    const isHalf = code >= 0xd800 && code < 0xe000
    return !isHalf && isForbiddenAt(Buffer.from(String.fromCharCode(code)), 0)
  })
  const controls = Array.from({ length: 0x20 }, (_, code) => code).filter(
    code => ![0x09, 0x0a, 0x0d].includes(code),
  )
  assert.deepEqual(forbidden, [...controls, 0xfffe, 0xffff])
})
