/** Sizes and times: each limit at one below, at it, and one above. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { testServer } from '../server.ts'
import { requestLine, sendRaw } from './raw.ts'

const BODY = 1024
const URL_LIMIT = 1000
const HEADERS = 8192

const server = await testServer({
  env: {
    CAIRN_BODY_LIMIT: '1KB',
    CAIRN_URL_LIMIT: String(URL_LIMIT),
    CAIRN_HEADER_LIMIT: '8KB',
    CAIRN_REQUEST_TIMEOUT_MS: '1000',
  },
})

describe('the body limit', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const ask = (bytes: number) => server.call('POST /oauth/token', { headers: form, body: 'x'.repeat(bytes) })

  for (const [bytes, status] of [
    [BODY - 1, 400],
    [BODY, 400],
    [BODY + 1, 413],
    [BODY * 100, 413],
  ] as const)
    it(`${bytes} bytes: ${status === 413 ? '413' : 'read'}`, async () => {
      const answer = await ask(bytes)
      assert.equal(answer.status, status, answer.text)
      assert.equal(answer.json().error, 'invalid_request')
    })

  it('holds for a body whose length is not told', async () => {
    const chunk = 'x'.repeat(512)
    const chunked = (count: number) => `${`200\r\n${chunk}\r\n`.repeat(count)}0\r\n\r\n`
    const ask = (count: number) =>
      sendRaw(
        server.url,
        requestLine(
          server.url,
          'POST /oauth/token HTTP/1.1',
          ['Content-Type: application/x-www-form-urlencoded', 'Transfer-Encoding: chunked'],
          chunked(count),
        ),
      )
    assert.equal((await ask(2)).status, 400)
    assert.equal((await ask(3)).status, 413)
  })

  it('is an error of the API where the API answers', async () => {
    const answer = await server.call('POST /admin/v1/client', {
      scopes: 'api.admin',
      headers: { 'Content-Type': 'application/json' },
      body: ' '.repeat(BODY + 1),
    })
    assert.equal(answer.status, 413)
    assert.equal(answer.json().code, 'request.too_large')
  })
})

describe('the limit of the request target', () => {
  const ask = (bytes: number) => server.call(`GET /nowhere?${'x'.repeat(bytes - '/nowhere?'.length)}`)

  for (const [bytes, status] of [
    [URL_LIMIT - 1, 404],
    [URL_LIMIT, 404],
    [URL_LIMIT + 1, 414],
  ] as const)
    it(`${bytes} bytes: ${status}`, async () => {
      const answer = await ask(bytes)
      assert.equal(answer.status, status)
      if (status === 414) assert.equal(answer.json().code, 'request.uri_too_long')
    })

  it('holds in the path as well', async () =>
    assert.equal((await server.call(`GET /${'x'.repeat(URL_LIMIT)}`)).status, 414))
})

describe('the limit of the headers', () => {
  const ask = (bytes: number) =>
    sendRaw(
      server.url,
      requestLine(server.url, 'GET /health/live HTTP/1.1', [`X-Long: ${'x'.repeat(bytes)}`]),
    )

  it('a little below: read', async () => assert.equal((await ask(HEADERS - 500)).status, 200))

  it('above: 431, in our words, and the connection ends', async () => {
    const answer = await ask(HEADERS + 1)
    assert.equal(answer.status, 431)
    const { code, status } = JSON.parse(answer.body)
    assert.deepEqual([code, status], ['request.headers_too_large', 431])
    assert.equal(answer.headers.get('connection'), 'close')
  })

  it('many small ones: 431 as well', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => `X-${n}: y`)
    assert.equal((await sendRaw(server.url, requestLine(server.url, 'GET / HTTP/1.1', many))).status, 431)
  })
})

describe('a client that is slow', () => {
  /** Sends the first bytes, then one more now and then; resolves with what came. */
  const trickle = (first: string) =>
    new Promise<string>(done => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname, () => socket.write(first))
      const timer = setInterval(() => socket.writable && socket.write('x'), 200)
      let text = ''
      socket.on('data', data => {
        text += data.toString()
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(timer)
        done(text)
      })
    })

  it('with its headers is cut off after a quarter of the time, with its body after all of it: 408', async () => {
    const [head, body] = await Promise.all([
      trickle('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      trickle(
        'POST /oauth/authorize HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\n',
      ),
    ])
    for (const text of [head, body]) {
      assert.match(text, /^HTTP\/1\.1 408 /)
      assert.match(text, /"code":"request.timeout"/)
    }
  })
})
