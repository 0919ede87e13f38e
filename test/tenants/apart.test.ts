/** Tenants beside each other: addresses, connections, launches, streams, webhooks and assistants of one never reach another. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { suspendTenant } from '../../packages/server/src/tenants/index.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { PROGRAM, testFolder } from '../cli/program.ts'
import { eventually } from '../eventually.ts'
import { notBuilt } from '../http/program.ts'
import { freePort } from '../server.ts'
import { LOCAL, openReceiver } from '../webhooks/receiver.ts'
import { addApp, codeOf, redeemAt } from './app.ts'
import { callHost, type RunningTenant, tenantServer } from './server.ts'
import { signIn } from './sign-in.ts'

const skip = leftOutOnCitus('a database of one server')
const server = await tenantServer({
  CAIRN_TENANT_CONNECTIONS: '96',
  // The proxy of this test may name any address.
  CAIRN_TRUSTED_PROXIES: 'loopback',
  ...LOCAL,
})
const { port, registry } = server
const receiver = await openReceiver()

/** In both tenants. */
const EHR = '7d44b88c-4199-4bad-97dc-d78268e01398'
const DISCOVERY = '/.well-known/openid-configuration'

/** Sends the text on one connection; resolves with all that comes back. */
const sendRaw = (lines: readonly string[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.end(lines.join('\r\n'))
  return text(socket)
}

const get = (host: string, path: string, ...headers: readonly string[]) => [
  `GET ${path} HTTP/1.1`,
  `Host: ${host}`,
  ...headers,
  '',
  '',
]

describe('a tenant beside others', { skip }, () => {
  let a: RunningTenant
  let b: RunningTenant
  let h: RunningTenant

  before(async () => {
    a = await server.add('a')
    b = await server.add('b')
    h = await server.add('h', { baseUrl: 'http://h.example.org' })
    for (const { call } of [a, b])
      await eventually('it is served', async () => (await call('GET /health/live')).status === 200)
    await eventually(
      'the one with a host is served',
      async () => (await callHost(port, 'h.example.org', '/health/live')).status === 200,
    )
    for (const { call, token } of [a, b])
      assert.equal((await call(`PUT /openehr/v1/ehr/${EHR}`, { token: await token() })).status, 201)
  })

  const newEhr = async ({ call, token }: RunningTenant): Promise<string> => {
    const made = await call('POST /openehr/v1/ehr', { token: await token() })
    assert.equal(made.status, 201)
    return JSON.parse(made.headers.get('etag') ?? '""')
  }

  it('gets the requests of its address alone on a connection that others use too', async () => {
    const shared = `127.0.0.1:${port}`
    const said = await sendRaw([
      ...get(shared, `/a${DISCOVERY}`).slice(0, -1),
      ...get('nobody.example.org', DISCOVERY).slice(0, -1),
      ...get('h.example.org', DISCOVERY).slice(0, -1),
      ...get(shared, `/b${DISCOVERY}`, 'Connection: close'),
    ])
    const told = [...said.matchAll(/HTTP\/1\.1 (\d+)|"issuer":"([^"]+)"/g)].map(
      ([, status, issuer]) => status ?? issuer,
    )
    assert.deepEqual(told, ['200', a.url, '404', '200', h.url, '200', b.url])
  })

  it('is told by Host alone: no other header names another, even from a proxy that is trusted', async () => {
    const headers = {
      'X-Forwarded-Host': 'h.example.org',
      'X-Forwarded-Prefix': '/b',
      'X-Original-Host': 'h.example.org',
      'X-Original-URL': '/b/.well-known/openid-configuration',
      'X-Rewrite-URL': '/b/.well-known/openid-configuration',
      Forwarded: 'host=h.example.org',
    }
    const { issuer } = (await (await a.call(`GET ${DISCOVERY}`, { headers })).json()) as { issuer: string }
    assert.equal(issuer, a.url)
    const read = await b.call(`GET /openehr/v1/ehr/${EHR}`, { token: await a.token(), headers })
    assert.equal(read.status, 401)
    const twice = await sendRaw(
      get('h.example.org', DISCOVERY, `Host: 127.0.0.1:${port}`, 'Connection: close'),
    )
    assert.match(twice, /^HTTP\/1\.1 400 /)
  })

  it('cannot be told from an address that nobody has: answers have the same status, headers and words', async () => {
    const own = ['date', 'x-request-id', 'content-length', 'keep-alive']
    const shapeOf = async (host: string, path: string, method: string) => {
      const { status, headers, text: body } = await callHost(port, host, path, method)
      const { requestId: _, ...words } = method === 'HEAD' ? {} : JSON.parse(body)
      return { status, words, headers: Object.entries(headers).filter(([name]) => !own.includes(name)) }
    }
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE', 'HEAD'])
      for (const path of ['/', '/openehr/v1/ehr', '/console/', '/oauth/token', '/operator', '/metrics']) {
        const shape = await shapeOf('nobody.example.org', path, method)
        assert.equal(shape.status, 404, `${method} ${path}`)
        assert.deepEqual(shape, await shapeOf('h.example.org', '/no/such/address', method))
        for (const name of ['www-authenticate', 'set-cookie', 'allow', 'location'])
          assert.ok(!shape.headers.some(([each]) => each === name), `${method} ${path}: ${name}`)
      }
  })

  it('takes no launch that another prepared for the same EHR, which stays good there', async () => {
    for (const tenant of [a, b]) await addApp(tenant)
    const [ofA, ofB] = [await signIn(a, 'lea'), await signIn(b, 'lea')]
    const prepared = await a.call('POST /auth/v1/launch', {
      token: await a.token(),
      body: JSON.stringify({ ehrId: EHR, person_id: 'lea' }),
    })
    assert.equal(prepared.status, 201, await prepared.clone().text())
    const { launch, iss } = (await prepared.json()) as { launch: string; iss: string }
    assert.equal(iss, a.url)
    await assert.rejects(codeOf(b, ofB.cookies, launch), /no code: .*error=invalid_request/)
    const redeemed = await redeemAt(a, await codeOf(a, ofA.cookies, launch))
    assert.equal(((await redeemed.json()) as { ehrId?: string }).ehrId, EHR)
  })

  it('has its own events in its stream and at its webhooks, and both end when it is suspended', async () => {
    const subscribed = await a.call('POST /extra/v1/subscription', {
      token: await a.token(),
      body: JSON.stringify({ name: 'A', url: receiver.url }),
    })
    assert.equal(subscribed.status, 201, await subscribed.text())
    const streams = await Promise.all(
      [a, b].map(async ({ call, token }) => {
        const headers = { Accept: 'text/event-stream' }
        const answer = await call('GET /extra/v1/changes?after=now', { token: await token(), headers })
        assert.equal(answer.status, 200)
        const stream = { said: '', hasEnded: false }
        const decoder = new TextDecoder()
        void (async () => {
          for await (const part of answer.body ?? []) stream.said += decoder.decode(part, { stream: true })
        })()
          .catch(() => {})
          .finally(() => {
            stream.hasEnded = true
          })
        return stream
      }),
    )
    const [streamOfA, streamOfB] = streams as [{ said: string; hasEnded: boolean }, (typeof streams)[0]]
    const [inA, inB] = [await newEhr(a), await newEhr(b)]
    const sent = () => receiver.received.map(({ body }) => body).join()
    await eventually(
      'the events are told',
      () => [streamOfA.said, sent()].every(all => all.includes(inA)) && !!streamOfB?.said.includes(inB),
    )
    assert.ok(!streamOfA.said.includes(inB) && !sent().includes(inB))
    assert.ok(!streamOfB?.said.includes(inA))
    await suspendTenant(registry, 'a')
    await eventually('the stream ends', () => streamOfA.hasEnded)
    const later = await newEhr(b)
    await eventually('the other goes on', () => !!streamOfB?.said.includes(later))
    assert.ok(!streamOfB?.hasEnded && !sent().includes(later))
  })

  it('serves assistants with its own records, and refuses the token of another', {
    skip: notBuilt,
  }, async () => {
    const mcpPort = await freePort()
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, [PROGRAM, 'mcp', '--http', String(mcpPort)], {
      env: { PATH, HOME: testFolder(), CAIRN_SERVER_URL: b.url },
      stdio: 'ignore',
    })
    after(() => child.kill('SIGKILL'))
    const ask = async (bearer: string): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${mcpPort}/mcp`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${bearer}`,
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'read_record', arguments: { ehr_id: EHR } },
        }),
      })
      return answer.text()
    }
    await eventually('it listens', async () => (await ask(await b.token()).catch(() => '')) !== '')
    assert.doesNotMatch(await ask(await b.token()), /401|404/)
    const other = await server.add('c')
    await eventually('it is served', async () => (await other.call('GET /health/live')).status === 200)
    assert.match(await ask(await other.token()), /401/)
  })
})
