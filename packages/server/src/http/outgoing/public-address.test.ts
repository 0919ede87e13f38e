import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressRules } from './public-address.ts'

const { mayCall } = addressRules([])

describe('an address that the service may call', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.3.1', '2606:4700::1111'])
    it(address, () => assert.equal(mayCall(address), true))
})

describe('an address that it may not call', () => {
  const rows = [
    ...['0.0.0.0', '0.1.2.3', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '198.18.0.1',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::7f00:1',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
    ],
    ...['2002:7f00:1::', '2001:0:7f00:1::', '64:ff9b::7f00:1', '2001:db8::1', 'localhost', ''],
  ]
  for (const address of rows) it(address || 'none', () => assert.equal(mayCall(address), false))
})

describe('an address that a setting names', () => {
  const rules = addressRules(['10.20.0.0/16', '::1', 'fd00::/8', '192.168.7.7'])
  const rows: [address: string, isNamed: boolean][] = [
    ['10.20.3.4', true],
    ['10.21.3.4', false],
    ['::1', true],
    ['127.0.0.1', false],
    ['fd12::1', true],
    ['192.168.7.7', true],
    ['192.168.7.8', false],
    ['8.8.8.8', false],
  ]
  for (const [address, isNamed] of rows)
    it(`${address}: ${isNamed}`, () => {
      assert.equal(rules.isNamed(address), isNamed)
      assert.equal(rules.mayCall(address), isNamed || address === '8.8.8.8')
    })
})
