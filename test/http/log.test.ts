/** Logs are JSON, a line each, and hold no secret, no token, no query string, whatever callers send. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { askToken, basicOf } from '../auth/token-request.ts'
import { freePort, testServer } from '../server.ts'
import { requestLine, sendRaw } from './raw.ts'

const adminPort = await freePort()
const server = await testServer({
  env: { CAIRN_ADMIN_PORT: String(adminPort), CAIRN_LOG_LEVEL: 'debug', CAIRN_AUTH_BAD_ATTEMPTS: '100000' },
})
const token = await server.token('api.admin')
const { access_token: another } = (await askToken(server)).json()

/** A marker for each place that a caller can put something into. */
const CANARY = 'canary-7e1f'
const marker = (place: string) => `${CANARY}-${place}`

const json = { 'Content-Type': 'application/json' }
const sent = [
  () => server.call('GET /admin/v1/client', { scopes: 'api.admin' }),
  () => server.call(`GET /admin/v1/client?name=${marker('query')}`, { scopes: 'api.admin' }),
  () => server.call(`GET /nowhere?access_token=${marker('query')}`),
  () =>
    server.call('GET /health/live', {
      headers: { 'X-Whatever': marker('header'), Cookie: marker('cookie') },
    }),
  () => server.call('GET /admin/v1/client', { headers: { Authorization: `Bearer ${marker('bearer')}` } }),
  () => server.call('GET /admin/v1/client', { headers: { Authorization: `Bearer a.${marker('bearer')}.c` } }),
  () => askToken(server, { basic: `${server.client.id}:${marker('secret')}` }),
  () => askToken(server, { basic: null, form: { client_id: 'x', client_secret: marker('secret') } }),
  () => askToken(server, { query: `?client_secret=${marker('secret')}` }),
  () => askToken(server, { form: { scope: marker('scope'), audience: marker('audience') } }),
  () =>
    server.call('POST /admin/v1/client', {
      scopes: 'api.admin',
      headers: json,
      body: `{"${marker('body')}":`,
    }),
  () =>
    server.call('POST /admin/v1/client', {
      scopes: 'api.admin',
      headers: json,
      body: JSON.stringify({ name: marker('name'), scopes: ['api.read'] }),
    }),
  () => server.call('GET /openapi.json', { headers: { Accept: marker('accept') } }),
  () => server.call(`GET /openapi.json?${marker('query')}`),
  () =>
    server.call('GET /nowhere', {
      headers: { Origin: `https://${marker('origin')}`, Referer: marker('referer') },
    }),
  () => sendRaw(server.url, `GET /?${marker('query')} HTTP/1.1\r\nHost: x\r\n${marker('broken')}\r\n\r\n`),
  () =>
    sendRaw(
      server.url,
      requestLine(server.url, 'GET /admin/v1/client/%zz HTTP/1.1', [`X: ${marker('header')}`]),
    ),
]
for (const send of sent) await send()

/** Attempts to write a line of one's own, or to colour somebody's terminal. */
const INJECTIONS = [
  'a\\nb',
  '\u001b[31mred',
  '{"level":60}',
  '","level":"fatal',
  '%0d%0a{"level":60}',
  '\x7f\x9b',
]
for (const text of INJECTIONS) {
  const path = encodeURIComponent(text)
  await server.call(`GET /admin/v1/client/${path}`, { scopes: 'api.admin' })
  await sendRaw(
    server.url,
    requestLine(server.url, `GET /${path} HTTP/1.1`, [
      `User-Agent: ${text}`,
      `X-Request-Id: ${text}`,
      `Accept: ${text}`,
    ]),
  )
}
await sleep(600)

describe('the log', () => {
  const secrets = [
    server.client.secret,
    basicOf(`${server.client.id}:${server.client.secret}`).slice(6),
    token,
    another,
  ]

  it('is one JSON object a line, with level, time and message', () => {
    assert.ok(server.logged.length > 25)
    for (const line of server.logged) {
      assert.match(line, /^\{[^\n\r]*\}\n$/)
      const { level, time, msg } = JSON.parse(line)
      assert.equal(typeof level, 'number')
      assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      assert.equal(typeof msg, 'string')
    }
  })

  it('has no bytes that a terminal would obey', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    for (const line of server.logged) assert.doesNotMatch(line.trimEnd(), /[\x00-\x1f\x7f-\x9f]/)
  })

  it('holds nothing that callers sent', () => {
    for (const line of server.logged) assert.ok(!line.includes(CANARY), line)
  })

  it('holds no secret and no token', () => {
    for (const line of server.logged) for (const secret of secrets) assert.ok(!line.includes(secret), line)
  })

  it('has a line for each request: id, method, route, status, time, client', () => {
    const lines = server.logged.map(line => JSON.parse(line)).filter(line => line.msg === 'served')
    const found = lines.find(line => line.route === '/admin/v1/client' && line.status === 200)
    assert.equal(found.method, 'GET')
    assert.equal(found.clientId, server.client.id)
    assert.match(found.requestId, /^[\w.:-]+$/)
    assert.equal(typeof found.milliseconds, 'number')
    for (const status of [200, 201, 400, 401, 404, 406])
      assert.ok(
        lines.some(line => line.status === status),
        String(status),
      )
  })
})

describe('the audit trail and the metrics', () => {
  it('hold nothing of them either', async () => {
    const text = 'select row_to_json(e)::text as line from cairn.audit_event e'
    const rows = await server.db.query(sql<{ line: string }>({ name: 'test.trail', text }))
    assert.ok(rows.length > 20)
    for (const { line } of rows) {
      assert.ok(!line.includes(CANARY), line)
      for (const secret of [server.client.secret, token]) assert.ok(!line.includes(secret))
    }
    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    assert.ok(!metrics.includes(CANARY))
  })
})
