/** Addresses that clients and providers name: only public ones are called, unless a setting names them (decision 0081). */
import assert from 'node:assert/strict'
import { lookup } from 'node:dns/promises'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { checkedVault, createClient } from '../../packages/server/src/auth/index.ts'
import { openOutgoing } from '../../packages/server/src/http/index.ts'
import { newBrowser } from '../people/browser.ts'
import { type RunningServer, SECRET_KEY, testServer } from '../server.ts'
import { askToken } from './token-request.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const KEYS = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }

const sendKeys = (response: ServerResponse) => {
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(KEYS))
}

/** Answers of an address by its path. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/keys': sendKeys,
  '/moved': response => response.writeHead(302, { Location: '/keys' }).end(),
  '/endless': response => {
    const more = () => response.write(Buffer.alloc(65536, 32)) || response.once('drain', more)
    const timer = setInterval(more, 1)
    response.on('close', () => clearInterval(timer))
  },
}

let calls = 0
const keyServer: Server = createServer((request, response) => {
  calls += 1
  ANSWERS[request.url ?? '']?.(response)
})
await new Promise<void>(done => keyServer.listen(0, '127.0.0.1', done))
after(() => {
  keyServer.closeAllConnections()
  keyServer.close()
})
const at = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`

const [strict, open] = [
  await testServer(),
  await testServer({ env: { CAIRN_PRIVATE_ADDRESSES: 'loopback' } }),
]

/** Registered by the operator, who can write any address into the database. */
async function tokenFrom(server: RunningServer, path: string) {
  const vault = await checkedVault(server.db, SECRET_KEY)
  const wanted = { name: 'keyed', scopes: ['api.read'] as const, jwksUri: `${at}${path}` }
  const { client } = await createClient(server.db, vault, wanted)
  const assertion = await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(client.clientId)
    .setSubject(client.clientId)
    .setAudience(server.url.replace('127.0.0.1', 'localhost'))
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(privateKey)
  const form = {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  }
  return askToken(server, { basic: null, form })
}

describe('the address of a client’s keys', () => {
  it('is called where the setting names it', async () => {
    const answer = await tokenFrom(open, '/keys')
    assert.equal(answer.status, 200, answer.text)
  })

  it('is not called where it is not public, and the log says why', async () => {
    const before = calls
    const answer = await tokenFrom(strict, '/keys')
    assert.equal(answer.json().error, 'invalid_client', answer.text)
    assert.equal(calls, before)
    assert.match(strict.logged.join('\n'), /127\.0\.0\.1 is not public, and CAIRN_PRIVATE_ADDRESSES does not/)
  })

  for (const [path, reason] of [
    ['/moved', /redirect/],
    ['/endless', /longer than 1048576 bytes/],
  ] as const)
    it(`is refused if its answer is ${path.slice(1)}`, async () => {
      const answer = await tokenFrom(open, path)
      assert.equal(answer.json().error, 'invalid_client', answer.text)
      assert.match(open.logged.join('\n'), reason)
    })

  const register = (server: RunningServer, jwks_uri: string) =>
    server.call('POST /admin/v1/client', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'x', scopes: ['api.read'], jwks_uri }),
    })

  for (const uri of [
    'https://127.0.0.1/keys',
    'https://localhost/keys',
    'https://a.localhost/keys',
    'https://2130706433/keys',
    'https://0x7f.1/keys',
    'https://[::1]/keys',
    'https://[::ffff:10.0.0.1]/keys',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/keys',
    'https://100.64.1.1/keys',
    'https://[fd00::1]/keys',
  ])
    it(`cannot be registered as ${uri}`, async () => {
      const answer = await register(strict, uri)
      assert.equal(answer.status, 400, answer.text)
      const [fault] = answer.json().errors
      assert.equal(fault.path, '/jwks_uri')
      assert.match(fault.message, /CAIRN_PRIVATE_ADDRESSES/)
    })

  it('can be registered where it is public, or the setting names it', async () => {
    assert.equal((await register(strict, 'https://example.org/keys')).status, 201)
    assert.equal((await register(open, `${at}/keys`)).status, 201)
    assert.equal((await register(open, 'https://10.1.2.3/keys')).status, 400)
  })
})

describe('a name', () => {
  it('is called by an address that was checked', async t => {
    const found = await lookup(hostname(), { all: true }).catch(() => [])
    if (found.length === 0) return t.skip('the name of this machine has no address')
    await assert.rejects(openOutgoing([]).fetch(`https://${hostname()}:1/`), /is not public/)
  })
})

describe('an identity provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-outgoing-'))
  after(() => rmSync(folder, { recursive: true }))
  const fileFor = (issuer: string) => {
    const file = join(folder, 'providers.json')
    const provider = { name: 'here', label: 'Here', issuer, client_id: 'cairn', roles: { '*': ['nurse'] } }
    writeFileSync(file, JSON.stringify([provider]))
    return file
  }

  it('at an address that is not public keeps the server from starting', async () => {
    await assert.rejects(
      testServer({ env: { CAIRN_IDENTITY_PROVIDERS: fileFor(at) } }),
      /here: the address 127\.0\.0\.1 is not public, and CAIRN_PRIVATE_ADDRESSES does not name it/,
    )
  })

  it('by a name with such an address cannot be used to sign in', async t => {
    const found = await lookup(hostname(), { all: true }).catch(() => [])
    if (found.length === 0) return t.skip('the name of this machine has no address')
    const env = { CAIRN_IDENTITY_PROVIDERS: fileFor(`https://${hostname().toLowerCase()}:1`) }
    const server = await testServer({ env })
    const page = await newBrowser(server).open('/auth/provider/here')
    assert.equal(page.status, 502)
    assert.match(server.logged.join('\n'), /is not public/)
  })
})

describe('a foreign issuer', () => {
  it('at an address that is not public keeps the server from starting', async () => {
    for (const name of ['CAIRN_AUTH_ISSUER', 'CAIRN_AUTH_JWKS_URI'])
      await assert.rejects(
        testServer({
          env: { CAIRN_AUTH_ISSUER: 'https://login.example.org', CAIRN_AUTH_AUDIENCE: 'x', [name]: at },
        }),
        new RegExp(`${name}: the address 127`),
      )
  })
})
