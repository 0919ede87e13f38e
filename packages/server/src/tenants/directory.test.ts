import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDirectory } from './directory.ts'
import { addressIn, type Tenant } from './tenant.ts'

const tenantAt = (tenantId: string, baseUrl: string): Tenant => ({
  ...{ tenantId, name: tenantId, baseUrl, systemId: tenantId, state: 'active', moving: null, settings: {} },
  ...{ change: 1, createdAt: new Date(0), deleteAfter: null, proof: null },
  ...{ server: 'main', database: tenantId },
  ...addressIn(baseUrl),
})

const directory = openDirectory()
directory.put(tenantAt('own', 'https://own.example.org:8443'))
directory.put(tenantAt('six', 'http://[::1]:8080'))
directory.put(tenantAt('ward', 'https://shared.example.org/ward'))
directory.put(tenantAt('upper', 'https://shared.example.org/Ward'))

const found = (host: string | undefined, url = '/') =>
  directory.of({ headers: host === undefined ? {} : { host }, url })?.tenantId

describe('the directory of tenants', () => {
  it('takes a host with any port, in any case, with and without the dot of the root', () => {
    for (const host of [
      'own.example.org',
      'own.example.org:1',
      'own.example.org:',
      'OWN.example.org.',
      'own.example.org.:443',
    ])
      assert.equal(found(host), 'own', host)
    assert.equal(found('[::1]'), 'six')
    assert.equal(found('[::1]:8080'), 'six')
  })

  it('takes no other text for a host', () => {
    for (const host of [
      undefined,
      '',
      '.',
      ':8443',
      'own.example.org..',
      'x.own.example.org',
      'own.example.org.evil.example',
      'user@own.example.org',
      'own.example.org/',
      'own.example.org, shared.example.org',
      'own.example.org%00',
      '::1',
    ])
      assert.equal(found(host), undefined, String(host))
  })

  it('takes the path from the request alone, as it is written', () => {
    assert.equal(found('shared.example.org', '/ward/openehr/v1/ehr?x=/Ward'), 'ward')
    assert.equal(found('shared.example.org', '/Ward'), 'upper')
    assert.equal(found('shared.example.org', '/.well-known/openid-configuration/ward'), 'ward')
    assert.equal(found('shared.example.org/ward', '/openehr/v1/ehr'), undefined)
    for (const url of [
      '',
      '*',
      '//ward/x',
      '/./ward/x',
      '/x/../ward/x',
      '/%77ard/x',
      '/ward%2Fx',
      '/ward;x/y',
      '/WARD/x',
      '/ward\\x',
      'http://shared.example.org/ward/x',
      '/?/ward/x',
      '/.well-known/a/b/ward',
    ])
      assert.equal(found('shared.example.org', url), undefined, url)
  })
})
