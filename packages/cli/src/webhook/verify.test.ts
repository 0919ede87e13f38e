import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { faultOf } from './verify.ts'

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
const AT = new Date('2026-11-18T12:00:00Z')
const timestamp = String(AT.getTime() / 1000)
const body = '{"type":"composition.created"}'
const signature = new Webhook(SECRET).sign('1-0-aaaaaaaa', AT, body)
const signed = { id: '1-0-aaaaaaaa', timestamp, signature, body }

describe('a signed request', () => {
  it('of the package of Standard Webhooks is verified', () =>
    assert.equal(faultOf(SECRET, signed, AT.getTime()), undefined))

  it('with the signature of an older secret beside it is verified', () =>
    assert.equal(faultOf(SECRET, { ...signed, signature: `v1,AAAA ${signature}` }, AT.getTime()), undefined))

  it('of an Ed25519 key is verified', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const key = `whpk_${publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')}`
    const made = sign(null, Buffer.from(`${signed.id}.${timestamp}.${body}`), privateKey).toString('base64')
    assert.equal(faultOf(key, { ...signed, signature: `v1a,${made}` }, AT.getTime()), undefined)
    assert.match(faultOf(key, signed, AT.getTime()) ?? '', /signature/)
  })

  const faults: [name: string, change: object, says: RegExp][] = [
    ['with another body', { body: `${body} ` }, /signature/],
    ['with another id', { id: '2-0-aaaaaaaa' }, /signature/],
    ['without a signature', { signature: '' }, /missing/],
    ['with a time that is none', { timestamp: 'soon' }, /timestamp/],
  ]
  for (const [name, change, says] of faults)
    it(`${name} is not verified`, () =>
      assert.match(faultOf(SECRET, { ...signed, ...change }, AT.getTime()) ?? '', says))

  it('of ten minutes ago is not verified', () =>
    assert.match(faultOf(SECRET, signed, AT.getTime() + 600_000) ?? '', /timestamp/))
})
