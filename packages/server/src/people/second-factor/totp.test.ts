import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { base32, newTotpSecret, stepAt, stepsOfCode, totpAddress, totpCode } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('a code', () => {
  // RFC 6238, appendix B, which has eight digits: the last six are those of a code of six.
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const)
    it(`of second ${seconds} is ${code}`, () => {
      assert.equal(totpCode(SECRET, stepAt(seconds * 1000)), code)
    })

  it('is found in its own step, the one before and the one after, and in no other', () => {
    const step = 41152263
    const at = (offset: number) => stepsOfCode(SECRET, totpCode(SECRET, step), (step + offset) * 30_000)
    assert.deepEqual(
      [-2, -1, 0, 1, 2].map(offset => at(offset)),
      [[], [step], [step], [step], []],
    )
  })

  it('may have a space in the middle, and no other length', () => {
    const code = totpCode(SECRET, 1)
    assert.deepEqual(stepsOfCode(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, 30_000), [1])
    for (const wrong of ['', code.slice(1), `${code}0`, 'ä'.repeat(6), '0'.repeat(100_000)])
      assert.deepEqual(stepsOfCode(SECRET, wrong, 30_000), [])
  })
})

describe('base32', () => {
  // RFC 4648, section 10, without padding.
  for (const [plain, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    it(`of "${plain}" is "${encoded}"`, () => {
      assert.equal(base32(Buffer.from(plain)), encoded)
    })
})

it('the address for apps names service and person, and fits a QR code with the longest names', () => {
  const secret = newTotpSecret()
  const address = totpAddress({ secret, personId: 'ana', host: 'cairn.example.org' })
  assert.equal(address, `otpauth://totp/Cairn:ana%40cairn.example.org?secret=${base32(secret)}&issuer=Cairn`)
  for (const personId of ['@'.repeat(100), `a${'@'.repeat(99)}`, `ab${'@'.repeat(98)}`]) {
    const long = totpAddress({ secret, personId, host: 'h'.repeat(253) })
    assert.ok(long.length <= 230, String(long.length))
    assert.ok(URL.canParse(long))
    assert.doesNotThrow(() => decodeURIComponent(long))
  }
})
