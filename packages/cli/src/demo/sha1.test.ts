import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { sha1 } from './sha1.ts'

it('is SHA-1, for messages of every length around a block', () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256)
    const expected = createHash('sha1').update(message).digest('hex')
    assert.equal(Buffer.from(sha1(message)).toString('hex'), expected, String(length))
  }
})
