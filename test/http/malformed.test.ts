/** Malformed HTTP is refused, and a path that is spelled oddly opens nothing that its plain form does not. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testServer } from '../server.ts'
import { requestLine, sendRaw } from './raw.ts'

const server = await testServer()
const host = new URL(server.url).host
const FORM = 'Content-Type: application/x-www-form-urlencoded'
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

const post = (headers: readonly string[], body: string) =>
  `POST /oauth/authorize HTTP/1.1\r\nHost: ${host}\r\n${FORM}\r\n${headers.join('\r\n')}\r\n\r\n${body}`

describe('a request that two parsers would read in two ways', () => {
  const refused: Record<string, string> = {
    'Content-Length and Transfer-Encoding': post(
      ['Content-Length: 4', 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${SMUGGLED}`,
    ),
    'Transfer-Encoding and Content-Length': post(
      ['Transfer-Encoding: chunked', `Content-Length: ${SMUGGLED.length}`],
      `0\r\n\r\n${SMUGGLED}`,
    ),
    'two Content-Lengths': post(['Content-Length: 0', `Content-Length: ${SMUGGLED.length}`], SMUGGLED),
    'two equal Content-Lengths': post(['Content-Length: 3', 'Content-Length: 3'], 'a=b'),
    'a list of Content-Lengths': post([`Content-Length: 0, ${SMUGGLED.length}`], SMUGGLED),
    'a Content-Length with a sign': post(['Content-Length: +3'], 'a=b'),
    'a negative Content-Length': post(['Content-Length: -3'], 'a=b'),
    'a hexadecimal Content-Length': post(['Content-Length: 0x3'], 'a=b'),
    'a Content-Length that overflows': post(['Content-Length: 99999999999999999999'], 'a=b'),
    'Transfer-Encoding: xchunked': post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${SMUGGLED}`),
    'Transfer-Encoding: chunked, identity': post(
      ['Transfer-Encoding: chunked, identity'],
      `0\r\n\r\n${SMUGGLED}`,
    ),
    'two Transfer-Encodings': post(
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
      `0\r\n\r\n${SMUGGLED}`,
    ),
    'a space before the colon': post(['Transfer-Encoding : chunked', 'Content-Length: 5'], '0\r\n\r\n'),
    'a chunk size that is none': post(['Transfer-Encoding: chunked'], `z\r\n${SMUGGLED}`),
    'a chunk size with a sign': post(['Transfer-Encoding: chunked'], '+3\r\na=b\r\n0\r\n\r\n'),
    'a chunk longer than it says': post(['Transfer-Encoding: chunked'], '2\r\nabcd\r\n0\r\n\r\n'),
    'a header folded over two lines': `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nX-Folded: a\r\n b\r\n\r\n`,
    'a first header that is folded': `GET /health/live HTTP/1.1\r\n folded: a\r\nHost: ${host}\r\n\r\n`,
    'a header without a colon': `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nnonsense\r\n\r\n`,
    'a header without a name': `GET /health/live HTTP/1.1\r\nHost: ${host}\r\n: x\r\n\r\n`,
    'a zero byte in a header': `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nX-Zero: a\0b\r\n\r\n`,
    'a bare CR in a header': `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nX-Cr: a\rb: c\r\n\r\n`,
    'two Hosts': `GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
    'no Host': 'GET /health/live HTTP/1.1\r\n\r\n',
    'a space in the target': `GET /health /live HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    'a version that does not exist': `GET /health/live HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
    'HTTP/2 without a word before': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'TLS on a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    bytes: '\xff\xfe\x00\x01\r\n\r\n',
  }
  for (const [name, bytes] of Object.entries(refused))
    it(`${name}: refused, and what follows is not answered`, async () => {
      const { status, text } = await sendRaw(server.url, bytes, { quietMs: 400 })
      assert.ok([400, 431, 501, 505].includes(status), text)
      assert.equal(text.match(/HTTP\/1\.1 \d{3}/g)?.length, 1, text)
      assert.ok(!text.includes('smuggled'))
    })

  it('bare line feeds: refused, or read as line ends everywhere', async () => {
    const { text } = await sendRaw(server.url, `GET /nowhere HTTP/1.1\nHost: ${host}\nX-A: b\n\n`, {
      quietMs: 400,
    })
    assert.match(text, /^HTTP\/1\.1 (400|404) /)
    const smuggling = post(['Content-Length: 5\nTransfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`)
    const answer = await sendRaw(server.url, smuggling, { quietMs: 400 })
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.text.match(/HTTP\/1\.1 \d{3}/g)?.length, 1)
  })

  it('no version at all is HTTP/0.9: answered once, then closed', async () => {
    const { text } = await sendRaw(server.url, `GET /health/live\r\nHost: ${host}\r\n\r\n${SMUGGLED}`)
    assert.match(text, /\r\nConnection: close\r\n/)
    assert.equal(text.match(/HTTP\/1\.1 \d{3}/g)?.length, 1, text)
  })

  it('leaves the server as it was', async () => {
    assert.equal((await server.call('GET /health/live')).status, 200)
  })
})

describe('a path spelled in another way', async () => {
  const token = await server.token('api.admin')
  const ask = (target: string, headers: readonly string[] = []) =>
    sendRaw(server.url, requestLine(server.url, `GET ${target} HTTP/1.1`, headers))

  const spellings = [
    '/admin/v1/client',
    '/admin/v1/client/',
    '/admin/v1/clien%74',
    '/%61dmin/v1/client',
    '/admin%2fv1%2fclient',
    '/admin%2Fv1/client',
    '//admin/v1/client',
    '/admin//v1/client',
    '/admin/v1/client//',
    '/./admin/v1/client',
    '/health/../admin/v1/client',
    '/health/%2e%2e/admin/v1/client',
    '/health/live/..%2f..%2fadmin/v1/client',
    '/openehr/v1/../../admin/v1/client',
    '/admin/v1/client%00',
    '/admin/v1/client%00.html',
    '/admin/v1/client;x=y',
    '/admin/v1/client%3fx=y',
    '/admin/v1/client%23',
    '/ADMIN/v1/client',
    '/admin/v1/client%20',
    '/admin\\v1\\client',
    '/admin/v1/client?',
    '/admin/v1/client?access_token=x',
    '/admin/v1/client#fragment',
    `http://${host}/admin/v1/client`,
    `HTTP://${host}/admin/v1/client`,
    'http://elsewhere.example/admin/v1/client',
    '/admin/v1/client/%2e%2e',
    '/admin/v1/client/..%2f..',
    '/admin/v1/client/a%3A%3Ab%3A%3A1',
  ]
  for (const target of spellings)
    it(`${target}: never open without a token, and never with one that lacks the scope`, async () => {
      const [bare, lacking, full] = await Promise.all([
        ask(target),
        ask(target, [`Authorization: Bearer ${await server.token('api.read')}`]),
        ask(target, [`Authorization: Bearer ${token}`]),
      ])
      assert.ok([400, 401, 404].includes(bare.status), bare.text)
      assert.ok(!bare.text.includes(server.client.id))
      assert.ok(!lacking.text.includes(server.client.id))
      // If the full token gets further, the others were stopped by their rights, not by the spelling.
      if (bare.status === 401) assert.equal(lacking.status, 403)
      else assert.deepEqual([lacking.status, full.status], [bare.status, bare.status])
      assert.ok(full.status < 500, full.text)
    })
})
