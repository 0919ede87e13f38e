import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { corsHeaders, isPreflight, preflightHeaders } from './cors.ts'

const listed = new Set(['https://app.example.org'])

describe('cross-origin headers', () => {
  it('are none while no origin is listed, so that no cache is told to keep origins apart', () => {
    assert.equal(corsHeaders({ origin: 'https://app.example.org' }, new Set()), undefined)
  })

  it('name the origin that asks, never all', () => {
    const headers = corsHeaders({ origin: 'https://app.example.org' }, listed)
    assert.equal(headers?.['Access-Control-Allow-Origin'], 'https://app.example.org')
    assert.equal(headers?.['Vary'], 'Origin')
    assert.equal(headers?.['Access-Control-Allow-Credentials'], undefined)
  })

  for (const origin of [undefined, 'null', 'https://other.example', 'https://app.example.org.evil.example'])
    it(`allow nothing to ${origin}`, () =>
      assert.deepEqual(corsHeaders(origin === undefined ? {} : { origin }, listed), { Vary: 'Origin' }))
})

describe('a preflight', () => {
  it('is an OPTIONS that names a method', () => {
    assert.equal(isPreflight('OPTIONS', { 'access-control-request-method': 'GET' }), true)
    assert.equal(isPreflight('OPTIONS', {}), false)
    assert.equal(isPreflight('GET', { 'access-control-request-method': 'GET' }), false)
  })

  it('is allowed the methods of the resource and the headers it asks for', () => {
    const asked = { 'access-control-request-headers': 'authorization, if-match' }
    assert.deepEqual(preflightHeaders(asked, 'GET, PUT'), {
      'Access-Control-Allow-Methods': 'GET, PUT',
      'Access-Control-Allow-Headers': 'authorization, if-match',
      'Access-Control-Max-Age': '600',
    })
    assert.equal(preflightHeaders({}, 'GET')['Access-Control-Allow-Headers'], undefined)
  })
})
