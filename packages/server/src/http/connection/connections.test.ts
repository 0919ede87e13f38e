/** Addresses that count as one peer. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { peerOf } from './connections.ts'

for (const [address, peer] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
] as const)
  it(`${address} is of the peer ${peer}`, () => assert.equal(peerOf(address), peer))
