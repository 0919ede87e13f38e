/** Clients that others wrote get a token by discovery alone and call the API with it: oauth4webapi and openid-client. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { SECRET_KEY, testServer } from '../server.ts'

const server = await testServer()
const { id, secret } = server.client
/** The issuer by the name that it has itself. */
const issuer = new URL(server.url.replace('127.0.0.1', 'localhost'))
const audience = `${issuer.origin}/openehr/v1`

async function assertOpens(token: string): Promise<void> {
  const answer = await server.call('GET /admin/v1/client', { headers: { Authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 200, answer.text)
}

describe('oauth4webapi', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const authorizationServer = await oauth.processDiscoveryResponse(issuer, found)
  const client: oauth.Client = { client_id: id }

  const ask = (authentication: oauth.ClientAuth, parameters: Record<string, string>) =>
    oauth
      .clientCredentialsGrantRequest(authorizationServer, client, authentication, parameters, insecure)
      .then(answer => oauth.processClientCredentialsResponse(authorizationServer, client, answer))

  const methods = {
    client_secret_basic: oauth.ClientSecretBasic(secret),
    client_secret_post: oauth.ClientSecretPost(secret),
  }
  for (const [name, authentication] of Object.entries(methods))
    it(`gets a token with ${name}, which it finds in the metadata`, async () => {
      assert.ok(authorizationServer.token_endpoint_auth_methods_supported?.includes(name))
      const token = await ask(authentication, { audience, scope: 'api.read api.admin' })
      assert.equal(token.token_type, 'bearer')
      assert.equal(token.expires_in, 3600)
      assert.equal(token.scope, 'api.read api.admin')
      assert.equal(token.refresh_token, undefined)
      await assertOpens(token.access_token)
    })

  it('understands our errors', async () => {
    const refused = async (authentication: oauth.ClientAuth, parameters: Record<string, string>) => {
      try {
        await ask(authentication, parameters)
      } catch (error) {
        if (error instanceof oauth.ResponseBodyError) return [error.status, error.error]
        if (error instanceof oauth.WWWAuthenticateChallengeError)
          return [error.status, error.cause[0]?.scheme]
        throw error
      }
      return 'a token'
    }
    const { client_secret_basic } = methods
    assert.deepEqual(await refused(client_secret_basic, {}), [400, 'invalid_request'])
    assert.deepEqual(await refused(client_secret_basic, { audience, scope: 'x' }), [400, 'invalid_scope'])
    assert.deepEqual(await refused(oauth.ClientSecretBasic('wrong'), { audience }), [401, 'basic'])
  })

  it('validates our token as a resource server would (RFC 9068)', async () => {
    const { access_token } = await ask(methods.client_secret_basic, { audience, scope: 'api.read' })
    const request = new Request(audience, { headers: { Authorization: `Bearer ${access_token}` } })
    const claims = await oauth.validateJwtAccessToken(authorizationServer, request, audience, insecure)
    assert.equal(claims.client_id, id)
  })
})

describe('openid-client', () => {
  const discover = (authentication: openid.ClientAuth) =>
    openid.discovery(issuer, id, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })

  const methods = {
    client_secret_basic: openid.ClientSecretBasic(secret),
    client_secret_post: openid.ClientSecretPost(secret),
  }
  for (const [name, authentication] of Object.entries(methods))
    it(`gets a token with ${name} by discovery, and calls the API`, async () => {
      const config = await discover(authentication)
      const token = await openid.clientCredentialsGrant(config, { audience, scope: 'api.admin' })
      assert.equal(token.expires_in, 3600)
      const answer = await openid.fetchProtectedResource(
        config,
        token.access_token,
        new URL(`${issuer.origin}/admin/v1/client`),
        'GET',
      )
      assert.equal(answer.status, 200)
    })

  it('reads the challenge of a call without a good token', async () => {
    const config = await discover(methods.client_secret_basic)
    const url = new URL(`${issuer.origin}/admin/v1/client`)
    const refused = openid.fetchProtectedResource(config, 'a.b.c', url, 'GET')
    await assert.rejects(refused, (error: unknown) => {
      assert.ok(error instanceof openid.WWWAuthenticateChallengeError)
      const [challenge] = error.cause
      assert.equal(challenge?.scheme, 'bearer')
      assert.equal(challenge?.parameters.error, 'invalid_token')
      return true
    })
  })
})

/** Secrets that operators set themselves hold anything; both libraries percent-encode them, curl does not. */
describe('a secret of an operator’s own making', async () => {
  const odd = 'p@ss w+rd%2B:"ü"&=/~'
  await createClient(server.db, await checkedVault(server.db, SECRET_KEY), {
    clientId: 'odd.client_1-x',
    name: 'odd',
    scopes: ['api.read'],
    secret: odd,
  })
  const insecure = { [oauth.allowInsecureRequests]: true }
  const metadata = { issuer: issuer.origin, token_endpoint: `${issuer.origin}/oauth/token` }

  for (const authentication of [oauth.ClientSecretBasic(odd), oauth.ClientSecretPost(odd)])
    it('is understood from a library', async () => {
      const client = { client_id: 'odd.client_1-x' }
      const answer = await oauth.clientCredentialsGrantRequest(
        metadata,
        client,
        authentication,
        { audience },
        insecure,
      )
      assert.equal(answer.status, 200)
    })

  it('is understood from curl, which sends it plain', async () => {
    const answer = await fetch(metadata.token_endpoint, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`odd.client_1-x:${odd}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', audience }),
    })
    assert.equal(answer.status, 200)
  })
})
