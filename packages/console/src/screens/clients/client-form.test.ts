import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client } from '@cairn-ehr/client'
import { changeIn, EMPTY_CLIENT, formOf, isComplete, mayBeBasic, newClientIn } from './client-form.ts'

const APP: Client = {
  client_id: 'ward-app',
  kind: 'public',
  name: 'Ward app',
  scopes: ['openid', 'api.read', 'patient/composition-Vital_signs.**.rs'],
  redirect_uris: ['https://ward.example.org/signed-in'],
  disabled: false,
  created_at: '2026-11-15T10:00:00.000Z',
}

describe('the form of a client', () => {
  it('is sent with what belongs to its kind alone', () => {
    const form = {
      ...EMPTY_CLIENT,
      name: ' Ward ',
      scopes: ['api.read', 'openid'],
      redirectUris: 'https://a.example.org/x\n https://b.example.org/x ',
      isBasic: true,
    }
    assert.deepEqual(newClientIn(form), {
      kind: 'backend',
      name: 'Ward',
      scopes: ['api.read'],
      requires_dpop: false,
      basic_auth: true,
    })
    assert.deepEqual(newClientIn({ ...form, kind: 'public', clientId: 'ward' }), {
      kind: 'public',
      client_id: 'ward',
      name: 'Ward',
      scopes: ['api.read', 'openid'],
      requires_dpop: false,
      redirect_uris: ['https://a.example.org/x', 'https://b.example.org/x'],
      post_logout_redirect_uris: [],
      backchannel_logout_uri: null,
    })
  })

  it('waits for a name, a right, and of an app for an address to come back to', () => {
    const named = { ...EMPTY_CLIENT, name: 'Ward' }
    assert.equal(isComplete(EMPTY_CLIENT), false)
    assert.equal(isComplete(named), true)
    assert.equal(isComplete({ ...named, scopes: [] }), false)
    assert.equal(isComplete({ ...named, kind: 'confidential' }), false)
    assert.equal(isComplete({ ...named, kind: 'confidential', redirectUris: 'https://a.example.org' }), true)
  })

  it('offers Basic authentication to a backend with a secret alone', () => {
    assert.equal(mayBeBasic(EMPTY_CLIENT), true)
    for (const change of [{ kind: 'public' }, { keysUri: 'https://k.example.org' }, { requiresDpop: true }])
      assert.equal(mayBeBasic({ ...EMPTY_CLIENT, ...change } as typeof EMPTY_CLIENT), false)
  })

  it('keeps what a client has, rights without a box and its keys too', () => {
    const form = formOf(APP)
    assert.deepEqual(
      [form.scopes, form.otherScopes],
      [['openid', 'api.read'], 'patient/composition-Vital_signs.**.rs'],
    )
    const change = changeIn({ ...form, redirectUris: '' }, APP)
    assert.deepEqual(new Set(change.scopes), new Set(APP.scopes))
    assert.deepEqual(change.redirect_uris, [])
    assert.equal('jwks_uri' in change, false)
    const withKeys = { ...APP, kind: 'confidential', jwks_uri: 'https://k.example.org' } as const
    assert.equal(changeIn({ ...formOf(withKeys), keysUri: '' }, withKeys).jwks_uri, null)
  })
})
