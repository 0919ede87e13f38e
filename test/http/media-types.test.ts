/** Media types of requests and answers: Accept, Content-Type, Content-Encoding. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testServer } from '../server.ts'
import { requestLine, sendRaw } from './raw.ts'

const server = await testServer()
const token = await server.token('api.admin')

describe('Accept', () => {
  const accept = async (header: string | undefined) => {
    const headers = header === undefined ? [] : [`Accept: ${header}`]
    const line = 'GET /admin/v1/client HTTP/1.1'
    const bytes = requestLine(server.url, line, [`Authorization: Bearer ${token}`, ...headers])
    return sendRaw(server.url, bytes)
  }

  const taken: (string | undefined)[] = [
    undefined,
    '',
    '*/*',
    'application/json',
    'APPLICATION/JSON',
    'application/*',
    'application/json; charset=utf-8',
    'application/json;q=0.1',
    'text/html, application/json;q=0.9, */*;q=0.1',
    'text/html;q=1, */*;q=0.001',
    'application/xml, application/json',
    'image/png;q=0, */*',
    'nonsense, application/json',
  ]
  for (const header of taken)
    it(`${JSON.stringify(header)} is answered with JSON`, async () => {
      const answer = await accept(header)
      assert.equal(answer.status, 200, answer.text)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    })

  const refused = [
    'application/xml',
    'image/*',
    'application/json;q=0',
    '*/*;q=0',
    'application/json;q=0, */*',
    'application/*;q=0, */*;q=0',
    'text/html, image/png',
    'application/jsonp',
    'nonsense',
  ]
  for (const header of refused)
    it(`${header} is 406`, async () => {
      const answer = await accept(header)
      assert.equal(answer.status, 406, answer.text)
      const { code, message } = JSON.parse(answer.body)
      assert.equal(code, 'request.not_acceptable')
      assert.match(message, /application\/json/, 'says what there is')
    })
})

describe('Content-Type', () => {
  const body = JSON.stringify({ client_id: '', name: 7, scopes: 'x' })
  const post = async (headers: readonly string[], text = body) => {
    const bytes = requestLine(
      server.url,
      'POST /admin/v1/client HTTP/1.1',
      [`Authorization: Bearer ${token}`, `Content-Length: ${Buffer.byteLength(text)}`, ...headers],
      text,
    )
    return sendRaw(server.url, bytes)
  }

  /** The body is wrong in every member: 400 shows that it was read and checked, anything else that it was not. */
  const checked = [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; CHARSET="utf-8"',
    'application/json ; charset=utf-8',
    'application/json\t;\tcharset=utf-8',
    ' application/json',
    '\tapplication/json',
    'application/json \t',
    'application/json;',
  ]
  for (const type of checked)
    it(`${JSON.stringify(type)} is read, and validated in full`, async () => {
      const answer = await post([`Content-Type:${type}`])
      assert.equal(answer.status, 400, answer.text)
      assert.equal(JSON.parse(answer.body).errors.length, 3)
    })

  const refused = [
    'application/json garbage',
    'application/json,text/plain',
    'application/json, application/json',
    'application/jso\tn',
    'application/\tjson',
    'application /json',
    'application/json;charset=utf-16',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json; charset',
    'application/json; =utf-8',
    'application/json; charset="utf-8',
    'application/json\u00a0',
    'application/json\u000b',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/xml',
    'application/*',
    '*/*',
    'json',
    '/',
    'application/',
    '__proto__',
    'constructor/constructor',
    '',
  ]
  for (const type of refused)
    it(`${JSON.stringify(type)} is 415, or not even HTTP`, async () => {
      const answer = await post([`Content-Type: ${type}`])
      assert.ok(
        answer.status === 415 || (answer.status === 400 && answer.text.includes('not HTTP')),
        answer.text,
      )
      if (answer.status === 415) assert.equal(JSON.parse(answer.body).code, 'request.unsupported_media_type')
    })

  it('missing is 415', async () => assert.equal((await post([])).status, 415))

  it('twice is 415, or validated in full', async () => {
    for (const second of ['text/plain', 'application/json']) {
      const answer = await post(['Content-Type: application/json', `Content-Type: ${second}`])
      assert.ok(answer.status === 415 || JSON.parse(answer.body).errors.length === 3, answer.text)
    }
    const answer = await post(['Content-Type: text/plain', 'Content-Type: application/json'])
    assert.ok([400, 415].includes(answer.status))
  })

  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x'])
    it(`with Content-Encoding ${encoding} is 415`, async () => {
      const answer = await post(['Content-Type: application/json', `Content-Encoding: ${encoding}`])
      assert.equal(answer.status, 415)
    })

  it('with Content-Encoding identity is read', async () =>
    assert.equal((await post(['Content-Type: application/json', 'Content-Encoding: identity'])).status, 400))

  const broken: Record<string, string> = {
    'no JSON': '{',
    nothing: '',
    'two values': '{} {}',
    'a name twice': '{"name":"a","name":"b","scopes":["api.read"]}',
    'a zero character': '{"name":"\\u0000","scopes":["api.read"]}',
    'a lone surrogate': '{"name":"\\ud800","scopes":["api.read"]}',
    'bytes that are not UTF-8': '{"name":"\xff","scopes":["api.read"]}',
    'an array': '[]',
    'a text': '"x"',
    null: 'null',
    'depth 10,000': `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    __proto__: '{"__proto__":{"scopes":["api.admin"]},"name":"x"}',
    'a member too many': '{"name":"x","scopes":["api.read"],"isAdmin":true}',
  }
  for (const [name, text] of Object.entries(broken))
    it(`application/json with ${name} is 400`, async () => {
      const bytes = Buffer.from(text, 'latin1').toString('latin1')
      const answer = await sendRaw(
        server.url,
        requestLine(
          server.url,
          'POST /admin/v1/client HTTP/1.1',
          [
            `Authorization: Bearer ${token}`,
            'Content-Type: application/json',
            `Content-Length: ${bytes.length}`,
          ],
          bytes,
        ),
      )
      assert.equal(answer.status, 400, answer.text)
      assert.ok(JSON.parse(answer.body).message.length > 5)
    })

  it('none of it made a client', async () => {
    const clients = (await server.call('GET /admin/v1/client', { scopes: 'api.admin' })).json()
    assert.equal(clients.length, 1)
    assert.equal(({} as Record<string, unknown>)['scopes'], undefined, 'Object.prototype is as it was')
  })
})

describe('a body that nobody asked for', () => {
  it('is not taken by an operation without one', async () => {
    for (const request of ['POST /admin/v1/client/nobody/disable', 'POST /admin/v1/client/nobody/rotate']) {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await server.call(request, { scopes: 'api.admin', headers, body: '{}' })
      assert.equal(answer.status, 415)
    }
  })

  it('of a GET does not become the next request', async () => {
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
    const bytes = `GET /health/live HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`
    const { text } = await sendRaw(server.url, bytes, { quietMs: 300 })
    assert.equal(text.match(/HTTP\/1\.1 \d/g)?.length, 1, text)
  })
})
